"""The examples run on the sample library as they are."""

import contextlib
import io
import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
Script = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from privascope.cli.sample import command

    place = tmp_path_factory.mktemp("examples") / "library"
    command(place)
    return place


@pytest.fixture
def script(
    folder: Path,
    tiny_practices: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Script:
    """Runs an example on the sample library, and returns what it prints."""

    def run(name: str, *arguments: object) -> str:
        monkeypatch.setattr("sys.argv", [name, str(folder), *map(str, arguments)])
        capsys.readouterr()
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return capsys.readouterr().out

    return run


def test_a_researcher_counts_practices(script: Script, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="needs the extra privascope[examples]")
    table = tmp_path / "practices.csv"
    shown = script("count_practices.py", "--csv", table)
    rows = pandas.read_csv(table)
    assert {"policy", "sector", "statement", "standing", "places"} == set(rows.columns)
    assert rows["policy"].nunique() > 10
    stated = rows[rows["standing"] == "stated"]
    assert set(stated["statement"]) == {
        line.split()[0] for line in shown.splitlines() if "-" in line.split()[0]
    }


def test_a_regulator_finds_outliers(script: Script) -> None:
    shown = script("find_outliers.py")
    titles = [line for line in shown.splitlines() if not line.startswith("  ")]
    sentences = [line for line in shown.splitlines() if line.startswith("  ")]
    assert titles
    assert all(" policies " in sentence for sentence in sentences)
    assert "No policy differs" in script("find_outliers.py", "--sector", "Mining")


def test_a_journalist_shows_what_changed(script: Script) -> None:
    shown = script("diff_versions.py", "jotharbor", "--before", "2019-12-01")
    assert shown.startswith("Sentences: ")
    kinds = {line[0] for line in shown.splitlines() if line}
    assert {"+", "-"} <= kinds
    assert "Do you share my data with advertisers?" in shown
    assert "“" in shown


def test_the_tour(folder: Path, tiny_practices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs; what a notebook would show is looked at where it matters."""
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    monkeypatch.setenv("PRIVASCOPE_LIBRARY", str(folder))
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = io.StringIO()
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), f"tour.ipynb[{number}]", "exec"), names)
    assert names["page"].results
    assert names["answer"].quotes
    assert names["found"].tally.unread == 0
    assert names["reply"].quotes[0].text == "We never sell your personal data."
    assert "first seen" in printed.getvalue()
