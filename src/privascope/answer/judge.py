"""How far a policy answers a question: a verdict from calibrated evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from privascope.answer.answer import Verdict
from privascope.answer.calibration import calibration_of


class Risk(StrEnum):
    """How ready to say what may be wrong; the less, the more often "could not tell"."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Limits:
    """The probability of an answer from which on it is one, and below which there is none."""

    answered: float
    silent: float
    # The probability of being a question for a policy below which it is none.
    privacy: float


LIMITS: Mapping[Risk, Limits] = {
    Risk.LOW: Limits(0.75, 0.25, 0.3),
    Risk.MEDIUM: Limits(0.53, 0.47, 0.5),
    Risk.HIGH: Limits(0.5, 0.5, 0.5),
}


# Sentences that share no telling word with a question seldom answer it, however alike they seem:
# 3 of 11 times on the sample library's questions for tuning.
_UNTOLD = 0.3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the scores of a policy's sentences tell about one question."""

    best: float
    second: float
    third: float
    middle: float
    spread: float
    dense: float
    coverage: float
    near_coverage: float
    # The share of the question's telling words in the best sentence, and in the best few.
    told_by_best: float
    told_by_top: float
    # Whether none of the best few has any of the question's telling words.
    untold: bool
    # The best logit of the cross-encoder; 0 where it is not used.
    read: float
    # How near to questions for a policy, and how much nearer than to others.
    privacy: float
    margin: float
    # Whether the best sentences have what the question asks for: a time, a name, a place.
    fits: float

    @property
    def of_answer(self) -> tuple[float, ...]:
        """The features that tell whether the policy answers, in the order of their weights."""
        return (
            self.best,
            (self.second + self.third) / 2,
            self.best - self.middle,
            (self.best - self.middle) / max(self.spread, 1e-6),
            self.dense,
            self.coverage,
            self.near_coverage,
            self.told_by_best,
            self.told_by_top,
            self.read,
        )

    @property
    def of_kind(self) -> tuple[float, ...]:
        """The features that tell whether a policy is the one to ask."""
        return (self.dense, self.privacy, self.margin)


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one part of a question, how sure it is, and what there is to say to it."""

    verdict: Verdict
    confidence: float
    answerable: float
    notes: tuple[str, ...] = ()


def judge(evidence: Evidence, method: str, risk: Risk) -> Judged:
    """The verdict that the evidence allows at a level of risk."""
    calibration = calibration_of(method)
    answerable = calibration.answerable(evidence.of_answer)
    if evidence.untold:
        answerable = min(answerable, _UNTOLD)
    privacy = calibration.privacy(evidence.of_kind)
    limits = LIMITS[risk]
    if privacy < limits.privacy:
        return Judged(Verdict.OTHER, 1 - privacy, answerable)
    if answerable >= limits.answered:
        if evidence.fits < 0:
            note = "The policy speaks of it without saying exactly what was asked."
            return Judged(Verdict.PARTLY, answerable, answerable, (note,))
        return Judged(Verdict.ANSWERED, answerable, answerable)
    if answerable < limits.silent:
        return Judged(Verdict.SILENT, 1 - answerable, answerable)
    return Judged(Verdict.UNSURE, max(answerable, 1 - answerable), answerable)


def joined(verdicts: list[Verdict]) -> Verdict:
    """The verdict on a question of several parts."""
    kinds = set(verdicts) - {Verdict.OTHER} or {Verdict.OTHER}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds & {Verdict.ANSWERED, Verdict.PARTLY}:
        return Verdict.PARTLY
    return Verdict.UNSURE
