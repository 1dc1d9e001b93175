"""Single sentences with a statement are read row by row, and wrong rows are named."""

from pathlib import Path
from typing import Any

import pytest

from privascope.data.statement_sentences import read_statement_sentences
from privascope.errors import DataError
from tests.asked_rows import sentence_row, write_rows


def test_a_row_becomes_a_sentence(tmp_path: Path) -> None:
    rows = (
        sentence_row(),
        sentence_row(domain=None, heading="", before="Such as:", after="And you?", label="neither"),
    )
    first, second = read_statement_sentences(write_rows(tmp_path / "sentences.jsonl", *rows))
    assert (first.statement, first.label) == ("sells-data", "denies")
    assert first.headings == ("Privacy", "Who else gets it")
    assert first.text == "We do not sell your personal information to anybody."
    assert (second.domain, second.headings) == ("", ())
    assert (second.before, second.after) == ("Such as:", "And you?")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sentence": ""}, "sentence must be a text"),
        ({"policy_id": None}, "policy_id must be a text"),
        ({"before": 3}, "before must be a text or null"),
        ({"statement": "sells-cakes"}, "there is no statement 'sells-cakes'"),
        ({"label": "yes"}, "label must be one of says, denies, neither"),
    ],
)
def test_wrong_rows(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = write_rows(tmp_path / "sentences.jsonl", sentence_row(), sentence_row(**changes))
    with pytest.raises(DataError, match=f"row 2: {message}"):
        list(read_statement_sentences(path))


def test_a_field_is_missing(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "sentences.jsonl", {"statement": "sells-data"})
    with pytest.raises(DataError, match="row 1: no field source, policy_id"):
        list(read_statement_sentences(path))
