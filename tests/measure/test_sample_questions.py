import dataclasses
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from privascope.collect.examine import Criteria
from privascope.collect.intake import Intake
from privascope.collect.sample_source import SampleSource
from privascope.errors import DataError
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.measure.sample_questions import (
    PARTS,
    STYLES,
    VERDICTS,
    Evidence,
    check_questions,
    read_questions,
)

ROW = {
    "policy": "cedar.example",
    "part": "tune",
    "question": "do u sell my data",
    "style": "plain",
    "verdict": "answered",
    "evidence": [{"start": 0, "end": 8, "text": "We read."}],
    "best": 0,
}


def write_rows(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("samples") / "library"
    with LibraryWriter(folder) as writer:
        Intake(writer, Criteria(anyway=True), 1, lambda _: None).take(SampleSource())
    with Library(folder) as library:
        yield library


def test_the_shipped_questions_fit_the_sample_library(samples: Library) -> None:
    assert check_questions(samples, read_questions()) == []


def test_every_part_has_every_verdict_and_every_style() -> None:
    questions = read_questions()
    assert len(questions) >= 165
    for part in PARTS:
        own = [question for question in questions if question.part == part]
        assert 0.4 < len(own) / len(questions) < 0.6
        assert {question.style for question in own} == set(STYLES)
        assert {question.verdict for question in own} == set(VERDICTS)


def test_the_mix_of_verdicts() -> None:
    questions = read_questions()
    counts = Counter(question.verdict for question in questions)
    shares = {verdict: counts[verdict] / len(questions) for verdict in VERDICTS}
    assert shares == pytest.approx(
        {"answered": 0.55, "partly": 0.12, "silent": 0.23, "out_of_scope": 0.10},
        abs=0.03,
    )


def test_no_question_is_asked_twice() -> None:
    counts = Counter(" ".join(question.question.lower().split()) for question in read_questions())
    assert [question for question, count in counts.items() if count > 1] == []


def test_a_policy_is_of_one_part_and_no_sample_is_left_out(samples: Library) -> None:
    parts: dict[str, set[str]] = {}
    for question in read_questions():
        parts.setdefault(question.policy, set()).add(question.part)
    assert all(len(own) == 1 for own in parts.values())
    assert set(parts) == {policy.domain for policy in samples.policies()}


def test_evidence_is_in_reading_order_and_marked_once() -> None:
    for question in read_questions():
        starts = [piece.start for piece in question.evidence]
        assert starts == sorted(set(starts)), question.question


def test_what_does_not_fit_is_named(samples: Library) -> None:
    question = next(q for q in read_questions() if q.evidence)
    first = question.evidence[0]
    moved = dataclasses.replace(first, start=first.start + 1, end=first.end + 1)
    cut = Evidence(first.start, first.end - 1, first.text[:-1])
    faults = check_questions(
        samples,
        [
            dataclasses.replace(question, policy="nowhere.example"),
            dataclasses.replace(question, evidence=(moved,)),
            dataclasses.replace(question, evidence=(cut,)),
        ],
    )
    assert len(faults) == 3
    assert "nowhere.example" in faults[0]
    assert f"at {moved.start} stands" in faults[1]
    assert "no whole sentence" in faults[2]


def test_a_row_is_read(tmp_path: Path) -> None:
    (question,) = read_questions(write_rows(tmp_path / "questions.jsonl", ROW))
    assert question.evidence == (Evidence(0, 8, "We read."),)
    assert question.best == 0


def test_the_earlier_name_of_a_verdict_is_read(tmp_path: Path) -> None:
    row = ROW | {"verdict": "not_a_privacy_question", "evidence": [], "best": None}
    (question,) = read_questions(write_rows(tmp_path / "questions.jsonl", row))
    assert question.verdict == "out_of_scope"


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "maybe"},
        {"style": "sung"},
        {"style": []},
        {"part": "train"},
        {"question": " "},
        {"policy": 7},
        {"evidence": []},
        {"evidence": "We read."},
        {"evidence": [{"start": 8, "end": 8, "text": ""}]},
        {"verdict": "silent"},
        {"verdict": "silent", "evidence": []},
        {"best": 1},
        {"best": None},
        {"best": True},
    ],
)
def test_a_row_of_another_form_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    rows = write_rows(tmp_path / "questions.jsonl", ROW, ROW | change)
    with pytest.raises(DataError, match="row 2"):
        read_questions(rows)
