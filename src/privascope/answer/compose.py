"""Makes an answer of a ranking and a verdict: quotes, best first, and a headline if certain."""

from collections.abc import Sequence
from dataclasses import replace

from privascope.answer.answer import Answer, Verdict
from privascope.answer.calibration import calibration
from privascope.answer.methods import Ranked
from privascope.answer.passages import Passages
from privascope.answer.quoting import Scored, quotes_of
from privascope.answer.signals.reading import sentence_reader
from privascope.answer.verdict import Judged
from privascope.answer.verdict_wording import headline
from privascope.logistic import logistic
from privascope.policy.policy import Policy

MOST_QUOTES = 10
NEAREST = 3
_SPEAKS = (Verdict.ANSWERED, Verdict.PARTLY)


def compose(
    policy: Policy, passages: Passages, ranked: Ranked, judged: Judged, empty: Answer
) -> Answer:
    """The answer of a verdict and a ranking; `empty` holds what is known without them."""
    # A bare heading or a menu's line may be near, but says nothing.
    stating = frozenset(passages.stating)
    scored = [one for one in best_sentences(ranked, judged) if one.number in stating]
    if ranked.shown:
        return _as_published(policy, passages, ranked, judged, empty)
    least = calibration(sentence_reader().folder).shown
    shown: Sequence[Scored] = ()
    near: Sequence[Scored] = ()
    if judged.verdict in _SPEAKS:
        # The best sentence is shown however weak it is: the verdict rests on it.
        shown = [one for place, one in enumerate(scored) if not place or one.score >= least]
    elif judged.verdict is not Verdict.OUT_OF_SCOPE:
        near = scored
    return replace(
        empty,
        verdict=judged.verdict,
        confidence=judged.confidence,
        quotes=quotes_of(policy, empty.source, passages, shown, MOST_QUOTES),
        nearest=quotes_of(policy, empty.source, passages, near, NEAREST),
        stance=judged.stance,
        headline=headline(judged.stance) if judged.certain else "",
    )


def _as_published(
    policy: Policy, passages: Passages, ranked: Ranked, judged: Judged, empty: Answer
) -> Answer:
    """The sentences that a published method shows, in its order, beside our verdict.

    The method itself always answers; where the verdict is another, they are the nearest.
    """
    read = {one.number: one for one in best_sentences(ranked, judged)}
    shown = [read.get(number, Scored(number, 0.0, None)) for number in ranked.shown]
    speaks = judged.verdict in _SPEAKS
    quotes = quotes_of(policy, empty.source, passages, shown, len(shown))
    return replace(
        empty,
        verdict=judged.verdict,
        confidence=judged.confidence,
        quotes=quotes if speaks else (),
        nearest=() if speaks else quotes,
        stance=judged.stance,
        headline=headline(judged.stance) if judged.certain else "",
    )


def best_sentences(ranked: Ranked, judged: Judged) -> list[Scored]:
    """The sentences that were read together for the verdict, best first.

    A published method keeps its own order.
    """
    fitted = calibration(sentence_reader().folder)
    found: list[tuple[float, Scored]] = []
    for number, logit, span in zip(judged.numbers, judged.relevance, judged.spans, strict=True):
        value = float(ranked.values[number])
        if ranked.is_log_odds:
            odds = fitted.odds(value, logit)
            found.append((odds, Scored(number, logistic(odds), span)))
        else:
            found.append((value, Scored(number, fitted.strength(logit), span)))
    return [one for _, one in sorted(found, key=lambda pair: (-pair[0], pair[1].number))]
