"""Quotes from scored sentences: what each leans on, what it marks, each thing said once."""

from collections.abc import Sequence
from dataclasses import dataclass

from privascope.answer.answer import Mark, Quote, Source
from privascope.answer.concepts import names_of_word
from privascope.answer.expected import TIME_SPAN
from privascope.answer.links import text_link
from privascope.answer.passages import Passages
from privascope.answer.senses import in_sense
from privascope.answer.words import FUNCTION_WORDS, placed_words
from privascope.policy.policy import Policy

MOST_QUOTES = 10
# Sentences that share so much of their words say the same.
_SAME = 0.85
_LONGEST_CHAIN = 2


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence by its number, with the probability that it answers."""

    number: int
    score: float
    worth_showing: bool = True
    # The best span in the sentence's text, where a model gave one.
    span: tuple[int, int] | None = None


def quotes_of(
    policy: Policy,
    source: Source,
    passages: Passages,
    scored: Sequence[Scored],
    wanted: frozenset[str],
    *,
    asks_time: bool = False,
    most: int = MOST_QUOTES,
) -> tuple[Quote, ...]:
    """The quotes in the order given, each thing said once."""
    chosen: list[Scored] = []
    for one in scored:
        if len(chosen) == most:
            break
        if not any(_say_the_same(passages, one.number, other.number) for other in chosen):
            chosen.append(one)
    return tuple(_quote(policy, source, passages, one, wanted, asks_time) for one in chosen)


def _quote(
    policy: Policy,
    source: Source,
    passages: Passages,
    scored: Scored,
    wanted: frozenset[str],
    asks_time: bool,
) -> Quote:
    passage = passages[scored.number]
    return Quote(
        start=passage.start,
        end=passage.end,
        text=passage.text,
        section=policy.section_path(passage.start),
        score=round(scored.score, 4),
        marks=_marks(passage.text, passage.start, scored, wanted, asks_time),
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


def _marks(
    text: str, start: int, scored: Scored, wanted: frozenset[str], asks_time: bool
) -> tuple[Mark, ...]:
    if scored.span is not None:
        return (Mark(start + scored.span[0], start + scored.span[1]),)
    marks = [
        Mark(start + word.start, start + word.end)
        for word in placed_words(in_sense(text))
        if word.word not in FUNCTION_WORDS and names_of_word(word.word) & wanted
    ]
    if asks_time:
        marks += [Mark(start + m.start(), start + m.end()) for m in TIME_SPAN.finditer(text)]
    return _joined(text, start, marks)


def _joined(text: str, start: int, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Marks in order; those with nothing but a space between them become one."""
    joined: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if joined and not text[joined[-1].end - start : mark.start - start].strip():
            joined[-1] = Mark(joined[-1].start, max(joined[-1].end, mark.end))
        else:
            joined.append(mark)
    return tuple(joined)


def _say_the_same(passages: Passages, one: int, other: int) -> bool:
    if passages[one].text == passages[other].text:
        # The same item may stand in two lists that say opposite things of it.
        return passages[one].head == passages[other].head or passages[one].head < 0
    here, there = set(passages.stems[one]), set(passages.stems[other])
    if min(len(here), len(there)) < 6:
        return False
    return len(here & there) >= _SAME * len(here | there)
