"""A verdict is read from the best sentences together, and is as ready as the risk allows."""

from pathlib import Path

import pytest

from privascope.answer.answer import Stance, Verdict
from privascope.answer.methods import default
from privascope.answer.passages import Passages, passages_of, passages_of_sentences
from privascope.answer.verdict import (
    LONGEST_TOGETHER,
    MOST_CLOSE,
    MOST_TOGETHER,
    Judged,
    Risk,
    judge,
    read_best,
)
from privascope.policy.policy import Policy
from tests.answer.fake_reader import CALIBRATION, LIMITS, FakeReader, use

QUESTION = "do you sell my personal information?"
SILENT = (0.0, 0.0, 4.0, 0.0)
OUT_OF_SCOPE = (0.0, 0.0, 0.0, 4.0)
PARTLY = (0.0, 4.0, 0.0, 0.0)


@pytest.fixture
def passages(policy: Policy) -> Passages:
    return passages_of(policy)


@pytest.fixture
def read(passages: Passages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    return use(monkeypatch, tmp_path / "reader", FakeReader(passages, {"We never sell": 3.0}))


def judged(passages: Passages, risk: Risk = Risk.MEDIUM) -> Judged:
    return judge(QUESTION, passages, default(QUESTION, passages), risk)


def test_a_few_of_the_best_are_read_together_in_the_policys_order(
    passages: Passages, read: FakeReader
) -> None:
    ranked = default(QUESTION, passages)
    found = judge(QUESTION, passages, ranked)
    assert len(found.numbers) == MOST_TOGETHER
    assert list(found.numbers) == sorted(ranked.best()[:MOST_TOGETHER])
    assert read.windows[-2:] == [found.numbers, tuple(sorted(ranked.best()[:MOST_CLOSE]))]
    assert len(found.relevance) == len(found.spans) == len(found.numbers)


def test_of_long_sentences_fewer_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = passages_of_sentences([f"We keep part {n} " + "of your data " * 60 for n in range(9)])
    fake = FakeReader(long, {})
    lengths: list[int] = []

    def noting(windows, folder=None):
        lengths.extend(len(window.ids) for window in windows)
        return fake.read_windows(windows)

    use(monkeypatch, tmp_path / "reader", fake)
    monkeypatch.setattr("privascope.models.reader.read_windows", noting)
    ranked = default("do you keep my data?", long)
    reading = read_best("do you keep my data?", long, ranked).together
    assert 1 < len(reading.numbers) < MOST_TOGETHER
    assert lengths[-1] <= LONGEST_TOGETHER
    assert set(reading.numbers) == set(ranked.best()[: len(reading.numbers)])


@pytest.mark.parametrize(
    ("logits", "verdict"),
    [
        ((4.0, 0.0, 0.0, 0.0), Verdict.ANSWERED),
        (PARTLY, Verdict.PARTLY),
        (SILENT, Verdict.SILENT),
        (OUT_OF_SCOPE, Verdict.OUT_OF_SCOPE),
    ],
)
def test_the_verdict_is_the_readers(
    passages: Passages, read: FakeReader, logits: tuple[float, ...], verdict: Verdict
) -> None:
    read.verdict = logits
    found = judged(passages)
    assert found.verdict is verdict
    assert 0.7 <= found.confidence <= 1
    assert any("probability" in reason for reason in found.reasons)


def test_the_less_the_risk_the_more_must_be_sure(passages: Passages, read: FakeReader) -> None:
    # Answered with .70 to .80, which is too little at low risk.
    read.verdict = (2.0, 0.0, 0.0, -9.0)
    found = {risk: judged(passages, risk) for risk in Risk}
    assert found[Risk.LOW].verdict is Verdict.UNSURE
    assert found[Risk.MEDIUM].verdict is found[Risk.HIGH].verdict is Verdict.ANSWERED
    # Nothing speaks for either; at high risk something is said all the same.
    read.verdict = (0.0, 0.0, 0.1, 0.0)
    found = {risk: judged(passages, risk) for risk in Risk}
    assert found[Risk.MEDIUM].verdict is Verdict.UNSURE
    assert found[Risk.HIGH].verdict is Verdict.SILENT


def test_answers_in_whole_and_in_part_count_together(passages: Passages, read: FakeReader) -> None:
    # Neither of both is likelier than silence, together they are.
    read.verdict = (1.0, 0.9, 1.2, -9.0)
    assert judged(passages, Risk.HIGH).verdict is Verdict.ANSWERED


def test_a_limit_may_be_higher(
    passages: Passages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    risk = {name: {**LIMITS, "answered": 0.99} for name in CALIBRATION["risk"]}
    use(monkeypatch, tmp_path / "reader", FakeReader(passages, {}, (2.0, 0.0, 0.0, 0.0)), risk=risk)
    assert judged(passages, Risk.HIGH).verdict is Verdict.SILENT


@pytest.mark.parametrize(
    ("place", "stance"), [(0, Stance.YES), (1, Stance.NO), (2, Stance.DEPENDS), (3, None)]
)
def test_a_stance_comes_with_an_answer(
    passages: Passages, read: FakeReader, place: int, stance: Stance | None
) -> None:
    logits = [0.0] * 4
    logits[place] = 6.0
    read.stance = tuple(logits)
    found = judged(passages)
    assert found.stance is stance
    assert found.certain is (stance is not None)


@pytest.mark.parametrize("logits", [SILENT, OUT_OF_SCOPE])
def test_without_an_answer_there_is_no_stance(
    passages: Passages, read: FakeReader, logits: tuple[float, ...]
) -> None:
    read.verdict, read.stance = logits, (6.0, 0.0, 0.0, 0.0)
    found = judged(passages)
    assert (found.stance, found.certain) == (None, False)


def test_a_stance_that_is_less_sure_is_not_said_first(passages: Passages, read: FakeReader) -> None:
    read.stance = (2.2, 0.0, 0.0, 0.0)
    found = judged(passages)
    assert (found.stance, found.certain) == (Stance.YES, False)
    read.stance = (0.5, 0.0, 0.0, 0.0)
    assert judged(passages).stance is None


def test_a_part_answer_never_begins_with_yes(passages: Passages, read: FakeReader) -> None:
    read.verdict, read.stance = PARTLY, (9.0, 0.0, 0.0, 0.0)
    found = judged(passages)
    assert (found.verdict, found.stance, found.certain) == (Verdict.PARTLY, Stance.YES, False)
