"""Policies with labelled questions are read row by row, and wrong rows are named."""

from pathlib import Path
from typing import Any

import pytest
import zstandard

from privascope.data.asked import AskedQuestion, read_asked
from privascope.data.statement_slugs import ALL, FIRST
from privascope.errors import DataError
from tests.asked_rows import JOTHARBOR, policy_row, question_row, sample_row, write_rows


def test_a_row_becomes_a_policy(tmp_path: Path) -> None:
    silent = question_row(question="is it encrypted", verdict="silent", answers=[], traps=[1])
    path = write_rows(
        tmp_path / "asked.jsonl", policy_row(questions=[question_row(stance="no"), silent])
    )
    (policy,) = read_asked(path)
    assert policy.id == "own/quill"
    assert [policy.quote(number) for number in range(2)] == [
        "We never sell your data.",
        "We keep invoices for seven years.",
    ]
    assert policy.questions[0] == AskedQuestion(
        "do you sell my data?", "casual", True, "answered", "no", (0,), (), (), "No, it never does."
    )
    assert policy.questions[1].verdict == "silent"
    assert policy.places(policy.questions[1].traps) == (policy.sentences[1],)
    assert policy.statements == {"does-not-sell-data": (0,), "states-a-retention-period": (1,)}
    assert policy.statements_asked == FIRST


def test_what_a_corpus_does_not_know_may_be_null(tmp_path: Path) -> None:
    row = policy_row(domain=None, url=None, statements_asked=60, statements={"trains-ai": [1]})
    (policy,) = read_asked(write_rows(tmp_path / "asked.jsonl", row))
    assert (policy.domain, policy.url) == ("", "")
    assert policy.statements_asked == ALL


def test_packed_files_are_read_too(tmp_path: Path) -> None:
    plain = write_rows(tmp_path / "asked.jsonl", sample_row(*JOTHARBOR), policy_row())
    packed = tmp_path / "asked.jsonl.zst"
    packed.write_bytes(zstandard.ZstdCompressor().compress(plain.read_bytes()))
    assert list(read_asked(packed)) == list(read_asked(plain))


def test_policies_come_one_by_one(tmp_path: Path) -> None:
    policies = read_asked(write_rows(tmp_path / "asked.jsonl", policy_row(), {"policy_id": "x"}))
    assert next(policies).id == "own/quill"
    with pytest.raises(DataError, match=r"row 2: no field source"):
        next(policies)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"text": " "}, "row 1: text must be a text"),
        ({"policy_id": 7}, "policy_id must be a text"),
        ({"domain": 7}, "domain must be a text or null"),
        ({"sentences": "all"}, "sentences must be a list"),
        ({"sentences": [[0, 24], [26, 60]]}, r"\(own/quill\): sentence 1 must be .* 59 characters"),
        ({"sentences": [[24, 24]]}, "sentence 0 must be"),
        ({"questions": None}, "questions must be a list"),
        ({"questions": [{"question": "q"}]}, "question 1: no field answers, related"),
        ({"questions": ["q"]}, "question 1: no field answers"),
        ({"statements": []}, "statements must name sentences"),
        ({"statements": {"trains-ai": [0]}}, "'trains-ai' is none of the 48 statements"),
        ({"statements": {"sells-data": []}}, "no sentence makes sells-data"),
        ({"statements": {"sells-data": [2]}}, "sells-data: there is no sentence 2"),
        ({"statements_asked": 50}, "statements_asked must be 48 or 60"),
        ({"statements_asked": True}, "statements_asked must be 48 or 60"),
    ],
)
def test_wrong_policies(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = write_rows(tmp_path / "asked.jsonl", policy_row(**changes))
    with pytest.raises(DataError, match=message):
        list(read_asked(path))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"question": ""}, "question must be a text"),
        ({"written_before_reading": 1}, "must be true or false"),
        ({"verdict": "unsure"}, "verdict must be one of answered, partly, silent, out_of_scope"),
        ({"stance": "maybe"}, "stance must be null or one of yes, no, depends"),
        ({"verdict": "silent", "answers": [], "stance": "no"}, "is silent has no stance"),
        ({"answers": []}, "answers must be given for answered and partly only"),
        ({"verdict": "silent"}, "answers must be given for answered and partly only"),
        ({"answers": [0, 0]}, "answers: a sentence is listed twice"),
        ({"answers": [-1]}, "answers: there is no sentence -1"),
        ({"related": [2]}, "related: there is no sentence 2"),
        ({"traps": "1"}, "traps: must be a list"),
    ],
)
def test_wrong_questions(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    rows = policy_row(questions=[question_row(), question_row(**changes)])
    with pytest.raises(DataError, match=rf"row 1 \(own/quill\), question 2.*{message}"):
        list(read_asked(write_rows(tmp_path / "asked.jsonl", rows)))


def test_a_policy_comes_once(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "asked.jsonl", policy_row(), policy_row())
    with pytest.raises(DataError, match="row 2: policy own/quill is in row 1 already"):
        list(read_asked(path))
