"""Answers to labelled questions are compared as the methods page says."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import f1_score

from privascope.answer.answer import Answer, Quote, Source, Verdict
from privascope.data.asked import VERDICTS, AskedPolicy, read_asked
from privascope.errors import DataError
from privascope.measure.asked import measure
from privascope.measure.asked_figures import asked_figures
from privascope.measure.asked_policy import JudgedQuestion, judge_answer
from privascope.measure.by_policy import Choice
from tests.asked_rows import (
    FERNHOLLOW,
    JOTHARBOR,
    policy_row,
    question_row,
    sample_row,
    write_rows,
)
from tests.cli.conftest import Run, library, run

__all__ = ["library", "run"]


class Stance(StrEnum):
    YES = "yes"
    NO = "no"
    DEPENDS = "depends"


@dataclass(frozen=True)
class FullAnswer(Answer):
    """An answer that commits itself."""

    stance: Stance | None = None
    headline: str = ""


def judged(
    verdict: str = "answered", given: str = "answered", policy: str = "p", **more: object
) -> JudgedQuestion:
    plain = JudgedQuestion(policy, "casual", verdict, None, False, given, None, False, None, False)
    return replace(plain, **more)  # type: ignore[arg-type]


def answer(
    verdict: Verdict = Verdict.ANSWERED,
    quotes: tuple[tuple[int, int], ...] = (),
    nearest: tuple[tuple[int, int], ...] = (),
    **more: object,
) -> FullAnswer:
    def quoted(places: tuple[tuple[int, int], ...]) -> tuple[Quote, ...]:
        return tuple(Quote(start, end, "", (), 0.5, (), (), "") for start, end in places)

    source = Source("", "", "", "", "", "")
    shown = (quoted(quotes), quoted(nearest))
    return FullAnswer("q", "q", source, verdict, 0.9, *shown, (), (), "default", **more)  # type: ignore[arg-type]


@pytest.fixture
def quill(tmp_path: Path) -> AskedPolicy:
    """A policy of three sentences: the first answers, the second is a trap."""
    text = "We never sell it.\nOthers may sell theirs.\nWe keep it."
    row = policy_row(
        text=text,
        sentences=[[0, 17], [18, 41], [42, 53]],
        questions=[question_row(answers=[0], traps=[1], stance="no")],
    )
    return next(read_asked(write_rows(tmp_path / "quill.jsonl", row)))


def test_verdicts() -> None:
    given = [
        ("answered", "answered"),
        ("answered", "silent"),
        ("answered", "unsure"),
        ("partly", "answered"),
        ("partly", "out_of_scope"),
        ("silent", "partly"),
        ("silent", "silent"),
        ("silent", "silent"),
        ("out_of_scope", "silent"),
        ("out_of_scope", "out_of_scope"),
    ]
    found = asked_figures([judged(*pair) for pair in given])
    assert found["verdict_accuracy"] == 0.4 + 0.0
    assert found["verdict_macro_f1"] == pytest.approx(
        f1_score(*zip(*given, strict=True), average="macro", labels=list(VERDICTS))
    )
    assert found["false_answers"] == 1 / 3
    assert found["false_silence"] == 2 / 5
    assert found["unsure"] == 0.1
    assert found["questions"] == 10
    table = found["verdicts"]
    assert isinstance(table, dict)
    assert table["answered"] == {
        "answered": 1,
        "partly": 0,
        "silent": 1,
        "out_of_scope": 0,
        "unsure": 1,
    }
    assert list(found)[:2] == ["verdict_accuracy", "verdict_macro_f1"]


def test_ranks_are_over_questions_with_an_answer() -> None:
    found = asked_figures(
        [
            judged(rank=0, has_traps=True),
            judged("partly", "silent", rank=2, has_traps=True, trap_first=True),
            judged(rank=None),
            judged(rank=4),
            judged("silent", "answered", has_traps=True, trap_first=True),
            judged("silent", "answered"),
        ]
    )
    assert (found["hit_at_1"], found["hit_at_3"]) == (1 / 4, 2 / 4)
    assert found["mrr"] == pytest.approx((1 + 1 / 3 + 1 / 5) / 4)
    assert found["trap_first"] == pytest.approx(2 / 3)


def test_stances_and_headlines() -> None:
    found = asked_figures(
        [
            judged(stance="yes", given_stance="yes", has_headline=True),
            judged(stance="no", given_stance="yes", has_headline=True),
            judged("partly", "partly", stance="depends", has_headline=True),
            judged(stance="no"),
            judged("silent", "answered", given_stance="no", has_headline=True),
            judged("silent", "silent", has_headline=True),
        ]
    )
    assert found["stance_given"] == 2 / 4
    assert found["stance_accuracy"] == 1 / 2
    assert found["stance_elsewhere"] == 1 / 2
    # A headline without a stance says no more than the verdict.
    assert found["headline_precision"] == 3 / 5
    assert found["headline_share"] == 3 / 4


def test_what_is_never_given_has_no_figure() -> None:
    found = asked_figures([judged(stance="yes")])
    assert (found["stance_given"], found["headline_share"]) == (0.0, 0.0)
    assert found["stance_accuracy"] is None
    assert found["headline_precision"] is None
    assert found["false_answers"] is None


def test_figures_by_style_and_verdict_and_intervals() -> None:
    rows = [
        *(judged(policy=f"p{number % 7}", style="tweet", rank=0) for number in range(20)),
        *(judged("silent", "answered", policy=f"p{number % 5}") for number in range(10)),
    ]
    found = asked_figures(rows)
    by_style, by_verdict = found["by_style"], found["by_verdict"]
    assert isinstance(by_style, dict)
    assert isinstance(by_verdict, dict)
    assert by_style["tweet"]["verdict_accuracy"] == 1.0
    assert by_style["casual"]["false_answers"] == 1.0
    assert by_verdict["answered"]["questions"] == 20
    assert by_verdict["silent"]["verdict_macro_f1"] == 0.0
    intervals = found["intervals"]
    assert isinstance(intervals, dict)
    low, high = intervals["verdict_accuracy"]
    assert low < 2 / 3 < high
    assert intervals["mrr"] == [1.0, 1.0]
    assert intervals["stance_accuracy"] is None
    assert found == asked_figures(rows)


def test_quotes_come_before_the_nearest(quill: AskedPolicy) -> None:
    (question,) = quill.questions
    first = judge_answer(quill, question, answer(quotes=((0, 17), (18, 41))))
    assert (first.rank, first.trap_first, first.has_traps) == (0, False, True)
    trapped = judge_answer(quill, question, answer(quotes=((18, 41), (42, 53), (0, 17))))
    assert (trapped.rank, trapped.trap_first) == (2, True)
    silent = judge_answer(quill, question, answer(Verdict.SILENT, nearest=((42, 53), (3, 17))))
    assert (silent.rank, silent.trap_first, silent.given_verdict) == (1, False, "silent")
    nothing = judge_answer(quill, question, answer(Verdict.SILENT))
    assert (nothing.rank, nothing.trap_first) == (None, False)


def test_a_sentence_that_is_cut_otherwise_counts_by_what_it_shares(quill: AskedPolicy) -> None:
    (question,) = quill.questions
    assert judge_answer(quill, question, answer(quotes=((0, 41),))).rank == 0
    assert judge_answer(quill, question, answer(quotes=((12, 41),))).rank is None


@pytest.mark.slow
def test_the_product_is_judged_on_its_sample_library(run: Run, tmp_path: Path) -> None:
    data = write_rows(tmp_path / "asked.jsonl", sample_row(*JOTHARBOR), sample_row(*FERNHOLLOW))
    done = run("measure", "asked", "--data", data, "--processes", 1, "--json")
    assert done.code == 0
    found = json.loads(done.out)
    assert (found["policies"], found["questions"]) == (2, 20)
    assert found["hit_at_3"] >= 0.5
    assert found["verdict_accuracy"] >= 0.5
    assert sum(sum(given.values()) for given in found["verdicts"].values()) == 20
    assert "2 of 2 policies" in done.err


@pytest.mark.slow
def test_processes_change_nothing(tmp_path: Path) -> None:
    rows = [
        sample_row(*JOTHARBOR, questions=[question_row(question="do you sell my photos?")]),
        policy_row(),
        policy_row(policy_id="own/other", questions=[]),
    ]
    data = write_rows(tmp_path / "asked.jsonl", *rows)
    assert measure(data, Choice(processes=1)) == measure(data, Choice(processes=2))


def test_no_questions_at_all(tmp_path: Path) -> None:
    data = write_rows(tmp_path / "asked.jsonl", policy_row(questions=[]))
    found = measure(data, Choice(processes=1))
    assert (found["questions"], found["verdict_accuracy"], found["mrr"]) == (0, None, None)


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="measure asked needs --data FILE"):
        measure(None)
    with pytest.raises(DataError, match="cannot read"):
        measure(tmp_path / "nowhere.jsonl")
    with pytest.raises(DataError, match="row 1: no field policy_id"):
        measure(write_rows(tmp_path / "other.jsonl", {"a": 1}))


def test_figures_are_plain_numbers() -> None:
    found = asked_figures([judged(policy=str(number)) for number in range(3)])
    assert not any(isinstance(value, np.generic) for value in found.values())
    assert json.loads(json.dumps(found)) == found
