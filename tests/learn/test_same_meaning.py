import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")

from privascope.cli.learn import app
from privascope.errors import DataError
from privascope.learn.same_meaning import same_meaning
from tests.learn.tiny import write_rows

SELL = "We do not sell your personal information to third parties."
ALSO = "We will not sell your personal information to any third party."
OTHER = "The lighthouse opens at nine in the morning."
ASKED = "Do you sell my information to third parties?"
AGAIN = "Is my information sold to any third parties?"


def row(question: str, text: str, label: str, **more: str) -> dict[str, str]:
    return {"Query": question, "Segment": text, "Label": label, "QueryID": question, **more}


def test_what_means_the_same_with_another_label_is_found(tmp_path: Path) -> None:
    rows = [
        row(ASKED, SELL, "Relevant", Ann1="Relevant", Ann2="Irrelevant"),
        row(ASKED, ALSO, "Irrelevant", Ann1="Irrelevant", Ann2="Irrelevant"),
        row(ASKED, OTHER, "Irrelevant"),
        row(AGAIN, SELL, "Irrelevant", Ann1="Irrelevant", Ann2="Irrelevant"),
        row("When does it open?", OTHER, "Relevant"),
    ]
    path = write_rows(tmp_path / "labels.jsonl", rows)
    found = same_meaning(path, least=0.85)
    assert [(one.text, one.other_text) for one in found.texts] == [(SELL, ALSO)]
    assert [(one.question, one.other_question) for one in found.questions] == [(ASKED, AGAIN)]
    assert (found.disputed, found.read_by_several) == (1, 2)
    answer = CliRunner().invoke(app, ["same-meaning", str(path), "--least", "0.85"])
    assert f"Relevant: {SELL}" in answer.stdout
    assert "annotators disagree on 1 of 2 questions" in answer.stdout


def test_another_data_set_names_its_columns(tmp_path: Path) -> None:
    rows = [
        {"text": SELL, "category": 1},
        {"text": ALSO, "category": 2},
        {"text": OTHER, "category": 1},
    ]
    path = write_rows(tmp_path / "rows.jsonl", rows)
    given = ["same-meaning", str(path), "--text", "text", "--label", "category", "--question", ""]
    answer = CliRunner().invoke(app, [*given, "--least", "0.85", "--json"])
    found = json.loads(answer.stdout)
    assert [(one["label"], one["other_label"]) for one in found["texts"]] == [("1", "2")]
    assert found["questions"] == []
    with pytest.raises(DataError, match="row 1: no Segment, Label, Query"):
        same_meaning(path)
