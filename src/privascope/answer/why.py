"""How an answer came about: what was looked for, what the models said, why the verdict."""

import numpy as np

from privascope.answer.answer import Candidate, LookedFor, Why
from privascope.answer.calibration import calibration_of
from privascope.answer.concepts import other_words, telling_words
from privascope.answer.evidence import best_first
from privascope.answer.expand.expansion import paraphrases
from privascope.answer.informativeness import informed
from privascope.answer.judge import Judged
from privascope.answer.passages import Passages
from privascope.answer.scoring import LEAST_LOGIT, Scores
from privascope.logistic import logistic

MOST = 8


def why(part: str, passages: Passages, scores: Scores, judged: Judged, method: str) -> Why:
    """The account of one part of a question."""
    cross = scores.parts.get("cross")
    return Why(
        part=part,
        looked_for=tuple(
            LookedFor(word.replace("-", " "), other_words(word)) for word in telling_words(part)
        ),
        paraphrases=paraphrases(part),
        read=int(np.count_nonzero(cross > LEAST_LOGIT)) if cross is not None else 0,
        sentences=len(passages),
        candidates=_candidates(part, passages, scores, method),
        reasons=judged.reasons,
    )


def _candidates(
    part: str, passages: Passages, scores: Scores, method: str
) -> tuple[Candidate, ...]:
    numbers = best_first(scores, passages)[:MOST]
    cross, dense = scores.parts.get("cross"), scores.parts.get("dense")
    words, practices = scores.parts.get("words"), scores.parts.get("practices")
    strength = calibration_of(method).strength
    found = []
    for number, span in zip(
        numbers, informed(part, [passages.texts[number] for number in numbers]), strict=True
    ):
        relevance = logistic(float(cross[number])) if cross is not None else None
        information = span.informativeness if span is not None else None
        both = None if relevance is None or information is None else relevance + information
        passage = passages[number]
        found.append(
            Candidate(
                start=passage.start,
                end=passage.end,
                text=passage.text,
                relevance=_short(relevance),
                informativeness=_short(information),
                answerability=_short(both),
                meaning=_short(float(dense[number])) if dense is not None else None,
                practices=_short(float(practices[number])) if practices is not None else None,
                words=round(float(words[number]), 2) if words is not None else 0.0,
                score=round(strength(float(scores.values[number])), 4),
            )
        )
    return tuple(found)


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
