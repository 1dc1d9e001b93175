"""Every stage that takes labels names the row that is wrong, before it trains anything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")
pytest.importorskip("faiss")

from privascope.cli.learn import app
from privascope.errors import DataError
from tests.learn.tiny import answering_corpus, corpus_rows, labelled_rows, write_rows

Rows = list[dict[str, Any]]

RECIPE = """
labels = "labels.jsonl"
corpus = ["rows.jsonl"]

[encoders.generic]
base = "minilm"
"""


def without_a_column(rows: Rows) -> None:
    for row in rows:
        del row["Query"]


def with_another_label(rows: Rows) -> None:
    rows[7]["Label"] = "Maybe"


def with_an_id_twice(rows: Rows) -> None:
    rows[9]["SentID"] = rows[8]["SentID"]


def without_a_sentence(rows: Rows) -> None:
    rows[4]["Segment"] = ""


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (without_a_column, "row 1: no Query"),
        (with_another_label, "row 8: Label is 'Maybe'"),
        (with_an_id_twice, "row 10: SentID 0_1_0 stands in row 9"),
        (without_a_sentence, "row 5: question 0_0 without a sentence"),
    ],
)
@pytest.mark.parametrize("stage", ["retriever", "filter", "augment", "selector", "era"])
def test_a_bad_row_is_named(
    tmp_path: Path, stage: str, spoil: Callable[[Rows], None], message: str
) -> None:
    rows = labelled_rows(2)
    spoil(rows)
    labels = write_rows(tmp_path / "labels.jsonl", rows)
    write_rows(tmp_path / "rows.jsonl", answering_corpus())
    (tmp_path / "recipe.toml").write_text(RECIPE)
    out = tmp_path / "out"
    arguments = {
        "augment": ["--corpus", str(tmp_path), "--retriever", "minilm"],
    }
    given = [stage, str(labels), "--folder", str(out), *arguments.get(stage, [])]
    if stage == "era":
        given = [stage, str(tmp_path / "recipe.toml")]
    answer = CliRunner().invoke(app, given)
    assert isinstance(answer.exception, DataError)
    assert f"labels.jsonl, {message}" in str(answer.exception)
    assert not out.exists()


@pytest.mark.parametrize("stage", ["vectors", "adapt", "augment"])
def test_a_folder_without_a_corpus_is_named(tmp_path: Path, stage: str) -> None:
    labels = write_rows(tmp_path / "labels.jsonl", labelled_rows(2))
    given = [stage, "--corpus", str(tmp_path), "--folder", str(tmp_path / "out")]
    if stage == "augment":
        given += [str(labels), "--retriever", "minilm"]
    if stage == "adapt":
        from tests.learn.tiny import tiny_base

        given += ["--base", tiny_base(tmp_path / "base")]
    answer = CliRunner().invoke(app, given)
    assert isinstance(answer.exception, DataError)
    assert f"{tmp_path} holds no corpus" in str(answer.exception)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"title": "a"}, "row 2: no field paragraphs"),
        ({"title": "a", "paragraphs": [{"context": "we"}]}, "row 2: not in SQuAD's form"),
        (
            {
                "title": "a",
                "paragraphs": [
                    {
                        "context": "we keep it",
                        "qas": [
                            {
                                "id": "7",
                                "question": "what ?",
                                "answers": [{"text": "keep", "answer_start": 1}],
                            }
                        ],
                    }
                ],
            },
            "row 2: not in SQuAD's form .*the answer of 7 does not stand where it should",
        ),
    ],
)
def test_a_bad_paragraph_is_named(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    path = write_rows(tmp_path / "spans.jsonl", [{"title": "b", "paragraphs": []}, row])
    answer = CliRunner().invoke(app, ["spans", str(path), "--folder", str(tmp_path / "out")])
    assert isinstance(answer.exception, DataError)
    with pytest.raises(DataError, match=message):
        raise answer.exception


def test_a_corpus_of_empty_and_foreign_documents_is_told(tmp_path: Path) -> None:
    german = "Wir bewahren Rechnungen sieben Jahre lang auf, weil das Steuerrecht es verlangt. " * 9
    rows = [{"text": ""}, {"text": None}, {"text": german}, {"text": "   "}]
    poor = write_rows(tmp_path / "poor.jsonl", rows)
    given = ["corpus", str(poor), "--folder", str(tmp_path / "corpus"), "--json"]
    answer = CliRunner().invoke(app, given)
    assert isinstance(answer.exception, DataError)
    assert "no English sentence" in str(answer.exception)
    write_rows(poor, [*rows, *corpus_rows(1)])
    answer = CliRunner().invoke(app, given, catch_exceptions=False)
    assert '"not_english": 1' in answer.stdout
    assert '"too_short": 3' in answer.stdout


def test_labels_that_have_slipped_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from privascope.learn import displaced

    monkeypatch.setattr(displaced, "displaced_policies", lambda _: {"policy 0": 3})
    path = write_rows(tmp_path / "labels.jsonl", labelled_rows(1))
    answer = CliRunner().invoke(app, ["selector", str(path), "--folder", str(tmp_path / "out")])
    assert isinstance(answer.exception, DataError)
    assert "the labels of every policy fit sentences that stand elsewhere" in str(answer.exception)
    assert "left out, as their labels" in answer.stderr
