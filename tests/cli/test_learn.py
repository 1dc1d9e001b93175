import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from privascope.cli.learn import app
from privascope.errors import MissingExtraError
from tests.learn.tiny import corpus_rows, write_rows


def test_a_corpus_is_built_from_the_command_line(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", corpus_rows())
    arguments = ["corpus", str(rows), "--folder", str(tmp_path / "corpus"), "--json"]
    answer = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["documents"] == 12
    assert (tmp_path / "corpus" / "sentences.txt.zst").exists()


def test_a_missing_part_names_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    arguments = ["adapt", "--corpus", str(tmp_path), "--folder", str(tmp_path)]
    answer = CliRunner().invoke(app, arguments)
    assert isinstance(answer.exception, MissingExtraError)
    assert "privascope[train]" in str(answer.exception)
