"""Marks in a stranger's text, which is escaped on the way."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from privascope.serve.web.showing import visible


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a text to be marked: `kind` is its class, `id` a place to jump to.

    One of several places has a `number`, by which the reader goes to the one before and after;
    their ids then end in their numbers.
    """

    start: int
    end: int
    kind: str
    id: str = ""
    number: int = 0
    last: bool = True


class MarkedText:
    """A text with its marks, handed out piece by piece as HTML."""

    def __init__(self, text: str, marks: Iterable[Mark] = ()) -> None:
        self._text = text
        self._marks = sorted(marks, key=lambda mark: (mark.start, mark.end))
        self._starts = [mark.start for mark in self._marks]
        self._longest = max((mark.end - mark.start for mark in self._marks), default=0)

    def piece(self, start: int, end: int) -> Markup:
        """The text from `start` to `end`, escaped and marked."""
        marks = self._within(start, end)
        if not marks:
            return escape(visible(self._text[start:end]))
        edges = {start, end}
        for mark in marks:
            edges |= {max(start, mark.start), min(end, mark.end)}
        parts: list[Markup] = []
        inside: list[Mark] = []
        reached = 0
        for low, high in pairwise(sorted(edges)):
            inside = [mark for mark in inside if mark.end > low]
            while reached < len(marks) and marks[reached].start <= low:
                inside.append(marks[reached])
                reached += 1
            words = escape(visible(self._text[low:high]))
            parts.append(_marked(words, inside, low, high) if inside else words)
        return Markup("").join(parts)

    def _within(self, start: int, end: int) -> Sequence[Mark]:
        first = bisect_left(self._starts, start - self._longest)
        last = bisect_left(self._starts, end)
        return [mark for mark in self._marks[first:last] if mark.end > max(start, mark.start)]


def _marked(words: Markup, marks: Sequence[Mark], low: int, high: int) -> Markup:
    kinds = " ".join(dict.fromkeys(mark.kind for mark in marks))
    ids = [mark.id for mark in marks if mark.id and mark.start == low]
    before = Markup("").join(Markup('<span id="{}"></span>').format(one) for one in ids[1:])
    place = Markup(' id="{}"').format(ids[0]) if ids else Markup("")
    found = Markup('{}<mark class="{}"{}>{}</mark>').format(before, kinds, place, words)
    return found + Markup("").join(_steps(mark) for mark in marks if mark.end == high)


def _steps(mark: Mark) -> Markup:
    """Links to the places before and after."""
    if not mark.number or (mark.number == 1 and mark.last):
        return Markup("")
    name = mark.id.rstrip("0123456789")
    back, on = mark.number - 1, mark.number + 1
    link = Markup('<a class="step" href="#{}{}" title="{} place">{}</a>')
    before = link.format(name, back, "previous", "‹") if back else Markup("")
    after = Markup("") if mark.last else link.format(name, on, "next", "›")
    return Markup('<span class="steps">{}{}</span>').format(before, after)


def mark_words(text: str, spans: Iterable[tuple[int, int]], kind: str = "found") -> Markup:
    """A short text with some stretches marked."""
    return MarkedText(text, [Mark(start, end, kind) for start, end in spans]).piece(0, len(text))
