"""Where the words of one text are in another that is nearly the same."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from difflib import SequenceMatcher

from privascope.policy.policy import Span

_WORD = re.compile(r"\S+")


class Alignment:
    """Places of a text as places of another, word by word.

    Reading a pasted text leaves out menus and the marks of lists, and lays out what is left anew.
    """

    def __init__(self, text: str, other: str) -> None:
        self._same = text == other
        if self._same:
            return
        words = _words(text)
        self._starts = [word.start for word in words]
        self._ends = [word.end for word in words]
        self._shifts = _shifts(text, other, words)

    def place(self, start: int, end: int) -> Span | None:
        """Where `text[start:end]` is in the other text; None where none of its words is there."""
        if self._same:
            return Span(start, end)
        first = bisect_left(self._ends, start + 1)
        last = bisect_left(self._starts, end)
        known = [number for number in range(first, last) if self._shifts[number] is not None]
        if not known:
            return None
        before, after = self._shifts[known[0]], self._shifts[known[-1]]
        assert before is not None
        assert after is not None
        return Span(
            max(start, self._starts[known[0]]) + before, min(end, self._ends[known[-1]]) + after
        )


def overlap(one: Span, others: Sequence[Span], share: float) -> bool:
    """Whether one place has so much of another, or the other of it."""
    return any(
        min(one.end, other.end) - max(one.start, other.start)
        >= share * min(one.end - one.start, other.end - other.start)
        for other in others
    )


def _words(text: str) -> list[Span]:
    return [Span(*match.span()) for match in _WORD.finditer(text)]


def _shifts(text: str, other: str, words: Sequence[Span]) -> list[int | None]:
    """How far each word is moved in the other text; None for one that is not there."""
    found: list[int | None] = [None] * len(words)
    others = _words(other)
    matcher = SequenceMatcher(
        None,
        [text[word.start : word.end] for word in words],
        [other[word.start : word.end] for word in others],
        autojunk=False,
    )
    for here, there, size in matcher.get_matching_blocks():
        for step in range(size):
            found[here + step] = others[there + step].start - words[here + step].start
    return found
