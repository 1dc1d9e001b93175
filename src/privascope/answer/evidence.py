"""What the scores of a policy's sentences tell: how strong each is, and the features of all."""

import numpy as np

from privascope.answer.calibration import calibration_of
from privascope.answer.compose import Scored
from privascope.answer.concepts import missing, share_covered, specific_concepts
from privascope.answer.expected import Wanted, has_wanted, is_vague, wanted_of
from privascope.answer.judge import Evidence
from privascope.answer.kinds import Kind
from privascope.answer.passages import Passages
from privascope.answer.scoring import Scores

# A sentence is shown when it is likely to answer, measured also by the best one.
_LEAST = 0.06
_OF_BEST = 0.25
_TOP = 5
# Sentences among which what the question wants must be found, and how near to the best they are.
_TOLD_WITHIN = 3
_BESIDE_BEST = 0.3


def best_first(scores: Scores, passages: Passages) -> list[int]:
    """The numbers of the sentences that can be answers, best first."""
    numbers = np.array(passages.stating, dtype=np.int64)
    found: list[int] = numbers[np.argsort(-scores.values[numbers], kind="stable")].tolist()
    return found


def strengths(scores: Scores, passages: Passages, method: str, most: int) -> tuple[Scored, ...]:
    """The best sentences with the probability that they answer, best first."""
    calibration = calibration_of(method)
    order = best_first(scores, passages)[:most]
    odds = [calibration.strength(float(scores.values[number])) for number in order]
    return tuple(
        # The best one stands for the verdict, however weak it is.
        Scored(number, one, not place or one >= max(_LEAST, _OF_BEST * odds[0]))
        for place, (number, one) in enumerate(zip(order, odds, strict=True))
    )


def evidence_of(question: str, kind: Kind, passages: Passages, scores: Scores) -> Evidence:
    """The features from which the verdict is made."""
    values = scores.values
    order = best_first(scores, passages)
    best = float(values[order[0]])
    wanted = specific_concepts(question)
    told = [share_covered(wanted, passages.concepts[number]) for number in order[:_TOP]]
    dense = scores.parts.get("dense")
    absent, all_absent = missing(question, passages.every_concept)
    return Evidence(
        best=best,
        dense=float(dense.max()) if dense is not None else 0.0,
        told=sum(told) / len(told),
        untold=all_absent or (bool(wanted) and not any(told)),
        missing=absent,
        privacy=kind.privacy,
        margin=kind.margin,
        fits=_fit(question, passages, [n for n in order if values[n] >= best - _BESIDE_BEST]),
    )


def _fit(question: str, passages: Passages, order: list[int]) -> float:
    """-1 where the best sentences leave open what the question asks for, else 0 or 1."""
    wanted = wanted_of(question)
    if wanted is not Wanted.ANY and any(
        has_wanted(wanted, passages[n].text) for n in order[:_TOLD_WITHIN]
    ):
        return 1.0
    if wanted is not Wanted.ANY or is_vague(wanted, passages[order[0]].text):
        return -1.0
    return 0.0
