"""Quotes of a policy: the sentence, the words in it that answer, and its context."""

from collections.abc import Sequence
from dataclasses import dataclass

from privascope.answer.answer import Mark, Quote, Source
from privascope.answer.context import context_of
from privascope.answer.links import text_link
from privascope.answer.passages import Passages
from privascope.policy.policy import Policy

# Sentences that share this much of their words say the same.
_SAME = 0.85
_FEWEST_STEMS = 6


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence by its number, with the probability that it answers and its words that do."""

    number: int
    score: float
    span: tuple[int, int] | None = None


def quotes_of(
    policy: Policy, source: Source, passages: Passages, scored: Sequence[Scored], most: int
) -> tuple[Quote, ...]:
    """The quotes in the given order, without repetitions."""
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
        context=context_of(policy, passages, scored.number),
        link=text_link(source.url, passage.text),
    )


def _say_the_same(passages: Passages, one: int, other: int) -> bool:
    if passages[one].text == passages[other].text:
        # The same item may be in two lists that say opposite things of it.
        return passages[one].head == passages[other].head or passages[one].head < 0
    here, there = set(passages.stems[one]), set(passages.stems[other])
    if min(len(here), len(there)) < _FEWEST_STEMS:
        return False
    return len(here & there) >= _SAME * len(here | there)
