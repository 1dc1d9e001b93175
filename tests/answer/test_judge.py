"""Verdicts follow from evidence and from the risk one may take."""

import pytest

from privascope.answer.answer import Verdict
from privascope.answer.calibration import Calibration, logistic
from privascope.answer.judge import LIMITS, Evidence, Risk, joined, judge


def test_less_risk_leaves_more_undecided() -> None:
    widths = [
        LIMITS[risk].answered - LIMITS[risk].silent for risk in (Risk.LOW, Risk.MEDIUM, Risk.HIGH)
    ]
    assert widths[0] > widths[1] >= widths[2] == 0


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([Verdict.ANSWERED], Verdict.ANSWERED),
        ([Verdict.ANSWERED, Verdict.ANSWERED], Verdict.ANSWERED),
        ([Verdict.ANSWERED, Verdict.SILENT], Verdict.PARTLY),
        ([Verdict.SILENT, Verdict.SILENT], Verdict.SILENT),
        ([Verdict.SILENT, Verdict.UNSURE], Verdict.UNSURE),
        ([Verdict.OTHER, Verdict.ANSWERED], Verdict.ANSWERED),
        ([Verdict.OTHER], Verdict.OTHER),
    ],
)
def test_parts_join_to_one_verdict(verdicts: list[Verdict], expected: Verdict) -> None:
    assert joined(verdicts) is expected


@pytest.mark.parametrize(
    ("best", "fits", "expected"),
    [
        (2.0, 1.0, Verdict.ANSWERED),
        (2.0, -1.0, Verdict.PARTLY),
        (0.8, 0.0, Verdict.ANSWERED),
        (0.8, -1.0, Verdict.SILENT),
        (0.3, 0.0, Verdict.SILENT),
    ],
)
def test_weak_sentences_without_what_was_asked_are_no_answer(
    best: float, fits: float, expected: Verdict
) -> None:
    evidence = Evidence(best, 0.6, 0.5, False, 0.0, 0.7, 0.2, fits)
    judged = judge(evidence, "default", Risk.MEDIUM)
    assert judged.verdict is expected
    assert (0.47 <= judged.answerable < 0.6) == (best == 0.8)


def test_probabilities_stay_between_0_and_1() -> None:
    assert logistic(-1e9) < 1e-9
    assert logistic(1e9) > 1 - 1e-9
    calibration = Calibration((2.0, -1.0), (2.0, -1.0))
    assert calibration.strength(0.9) > calibration.strength(0.1)
    assert calibration.answerable((0.5, 0.1, 0.2)) == pytest.approx(0.5)
