"""How an answer came about: what was looked for, what the models said, why the verdict."""

from collections.abc import Sequence

from privascope.answer.answer import Candidate, LookedFor, Unspecified, Why
from privascope.answer.calibration import calibration
from privascope.answer.concepts import other_words, telling_words
from privascope.answer.expand.expansion import paraphrases
from privascope.answer.methods import Ranked
from privascope.answer.passages import Passages
from privascope.answer.signals.reading import LEAST_LOGIT, sentence_reader
from privascope.answer.verdict import Judged
from privascope.logistic import logistic

MOST = 8


def why(
    question: str,
    passages: Passages,
    ranked: Ranked,
    judged: Judged,
    unspecified: Sequence[Unspecified] = (),
) -> Why:
    """The account of an answer."""
    return Why(
        part=question,
        looked_for=tuple(
            LookedFor(word.replace("-", " "), other_words(word)) for word in telling_words(question)
        ),
        paraphrases=ranked.paraphrases or paraphrases(question),
        read=len(ranked.read) or len(judged.numbers),
        sentences=len(passages),
        candidates=tuple(
            _candidate(passages, ranked, judged, number) for number in ranked.best()[:MOST]
        ),
        reasons=(*judged.reasons, *(one.text for one in unspecified)),
    )


def _candidate(passages: Passages, ranked: Ranked, judged: Judged, number: int) -> Candidate:
    fitted = calibration(sentence_reader().folder)
    together = dict(zip(judged.numbers, judged.relevance, strict=True))
    known = {name: float(part[number]) for name, part in ranked.parts.items()}
    alone = known.get("reading", LEAST_LOGIT)
    score = together.get(number, alone)
    relevance = logistic(alone) if "reading" in known else None
    information = known.get("informativeness")
    passage = passages[number]
    return Candidate(
        start=passage.start,
        end=passage.end,
        text=passage.text,
        relevance=_short(relevance),
        informativeness=_short(information),
        answerability=_short(
            relevance + information if relevance is not None and information is not None else None
        ),
        meaning=_short(known.get("meaning")),
        practices=_short(known.get("practices")),
        words=round(known.get("words", 0.0), 2),
        score=round(fitted.strength(score), 4),
    )


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
