"""An answer from a ranking and a verdict: quotes, what each leans on, each thing said once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from privascope.answer.answer import Answer, Mark, Quote, Source, Verdict
from privascope.answer.calibration import calibration
from privascope.answer.links import text_link
from privascope.answer.methods import Ranked
from privascope.answer.passages import Passages
from privascope.answer.signals.reading import sentence_reader
from privascope.answer.verdict import Judged
from privascope.answer.wording import headline
from privascope.policy.policy import Policy

MOST_QUOTES = 10
NEAREST = 3
# Sentences that share so much of their words say the same.
_SAME = 0.85
_LONGEST_CHAIN = 2
_SPEAKS = (Verdict.ANSWERED, Verdict.PARTLY)


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence by its number, with the probability that it answers and its words that do."""

    number: int
    score: float
    span: tuple[int, int] | None = None


def compose(
    policy: Policy, passages: Passages, ranked: Ranked, judged: Judged, empty: Answer
) -> Answer:
    """The answer that a verdict and a ranking make; `empty` holds what is known without them."""
    scored = best_sentences(ranked, judged)
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
        quotes=_quotes(policy, empty.source, passages, shown, MOST_QUOTES),
        nearest=_quotes(policy, empty.source, passages, near, NEAREST),
        stance=judged.stance,
        headline=headline(judged.stance) if judged.certain else "",
    )


def best_sentences(ranked: Ranked, judged: Judged) -> list[Scored]:
    """The sentences that were read together for the verdict, best first."""
    fitted = calibration(sentence_reader().folder)
    found = [
        (
            fitted.together * logit + (1 - fitted.together) * float(ranked.values[number]),
            Scored(number, fitted.strength(logit), span),
        )
        for number, logit, span in zip(judged.numbers, judged.relevance, judged.spans, strict=True)
    ]
    return [one for _, one in sorted(found, key=lambda pair: (-pair[0], pair[1].number))]


def _quotes(
    policy: Policy, source: Source, passages: Passages, scored: Sequence[Scored], most: int
) -> tuple[Quote, ...]:
    """The quotes in the order given, each thing said once."""
    chosen: list[Scored] = []
    for one in scored:
        if len(chosen) == most:
            break
        if not any(_say_the_same(passages, one.number, other.number) for other in chosen):
            chosen.append(one)
    return tuple(_quote(policy, source, passages, one) for one in chosen)


def _quote(policy: Policy, source: Source, passages: Passages, scored: Scored) -> Quote:
    passage = passages[scored.number]
    marks: tuple[Mark, ...] = ()
    if scored.span is not None:
        marks = (Mark(passage.start + scored.span[0], passage.start + scored.span[1]),)
    return Quote(
        start=passage.start,
        end=passage.end,
        text=passage.text,
        section=policy.section_path(passage.start),
        score=round(scored.score, 4),
        marks=marks,
        context=_context(passages, scored.number),
        link=text_link(source.url, passage.text),
    )


def _context(passages: Passages, number: int) -> tuple[Mark, ...]:
    """The sentences that one leans on, in reading order."""
    found: list[int] = []
    for _ in range(_LONGEST_CHAIN):
        passage = passages[number]
        number = passage.head if passage.head >= 0 else passage.before
        if number < 0:
            break
        found.append(number)
    return tuple(Mark(passages[n].start, passages[n].end) for n in sorted(found))


def _say_the_same(passages: Passages, one: int, other: int) -> bool:
    if passages[one].text == passages[other].text:
        # The same item may be in two lists that say opposite things of it.
        return passages[one].head == passages[other].head or passages[one].head < 0
    here, there = set(passages.stems[one]), set(passages.stems[other])
    if min(len(here), len(there)) < 6:
        return False
    return len(here & there) >= _SAME * len(here | there)
