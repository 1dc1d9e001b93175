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
    """The probability of an answer from which on it is one, and below which there is none.

    It is the probability that the best sentences answer: one that the policy does hold, and that
    was not found, must not be stood for by others.
    """

    answered: float
    silent: float
    # The probability of being a question for a policy below which it is none.
    privacy: float


LIMITS: Mapping[Risk, Limits] = {
    Risk.LOW: Limits(0.75, 0.3, 0.3),
    Risk.MEDIUM: Limits(0.47, 0.45, 0.5),
    Risk.HIGH: Limits(0.4, 0.4, 0.5),
}


# Where the time, name or place that was asked for is not there, weak sentences are about
# something else: those that leave it open had .7 and more on the sample library's questions for
# tuning.
_LEFT_OPEN = 0.6
# Sentences that share no telling word with a question seldom answer it, however alike they seem:
# 3 of 11 times on the sample library's questions for tuning.
_UNTOLD = 0.3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the scores of a policy's sentences tell about one question."""

    best: float
    dense: float
    # The share of the question's telling words in the best few sentences.
    told: float
    # Whether none of the best few has any of the question's telling words, nor the policy any.
    untold: bool
    # How many of the question's things the whole policy never speaks of.
    missing: float
    # How near to questions for a policy, and how much nearer than to others.
    privacy: float
    margin: float
    # Whether the best sentences have what the question asks for: a time, a name, a place.
    fits: float

    @property
    def of_answer(self) -> tuple[float, ...]:
        """The features that tell whether the policy answers, in the order of their weights.

        Few on purpose: with the scores of other sentences, their spread and the share of words
        that are covered, policies that were left out were judged no better.
        """
        return (self.best, self.missing)

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
    # How it was come by, for those who ask why.
    reasons: tuple[str, ...] = ()


def judge(evidence: Evidence, method: str, risk: Risk) -> Judged:
    """The verdict that the evidence allows at a level of risk."""
    calibration = calibration_of(method)
    answerable = calibration.answerable(evidence.of_answer)
    if evidence.untold:
        answerable = min(answerable, _UNTOLD)
    privacy = calibration.privacy(evidence.of_kind)
    limits = LIMITS[risk]
    reasons = _reasons(evidence, answerable, privacy, limits)
    if privacy < limits.privacy:
        return Judged(Verdict.OTHER, 1 - privacy, answerable, (), reasons[:1])
    absent = evidence.fits < 0 and answerable < _LEFT_OPEN
    if answerable >= limits.answered and not absent:
        if evidence.fits < 0:
            note = "The policy mentions this without saying exactly what you asked."
            return Judged(Verdict.PARTLY, answerable, answerable, (note,), reasons)
        return Judged(Verdict.ANSWERED, answerable, answerable, (), reasons)
    if answerable < limits.silent or absent:
        return Judged(Verdict.SILENT, 1 - answerable, answerable, (), reasons)
    return Judged(Verdict.UNSURE, max(answerable, 1 - answerable), answerable, (), reasons)


def _reasons(
    evidence: Evidence, answerable: float, privacy: float, limits: Limits
) -> tuple[str, ...]:
    found = [
        f"a question for a policy with probability {privacy:.2f}; none below {limits.privacy:.2f}",
        f"the best sentences answer with probability {answerable:.2f}; an answer from "
        f"{limits.answered:.2f} on, silent below {limits.silent:.2f}",
        f"the best sentences mention {evidence.told:.0%} of what was looked for",
    ]
    if evidence.untold:
        found.append("neither the best sentences nor their headings mention what was looked for")
    if evidence.missing:
        found.append("the policy never mentions something that was asked about")
    if evidence.fits < 0:
        found.append(
            "the best sentences do not say exactly what was asked, such as a time or a name"
        )
    return tuple(found)


def joined(verdicts: list[Verdict]) -> Verdict:
    """The verdict on a question of several parts."""
    kinds = set(verdicts) - {Verdict.OTHER} or {Verdict.OTHER}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds & {Verdict.ANSWERED, Verdict.PARTLY}:
        return Verdict.PARTLY
    return Verdict.UNSURE
