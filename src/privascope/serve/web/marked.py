"""Highlights passages in untrusted text, which is escaped."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from privascope.serve.web.showing import visible

# Marks without a highlight: the beginnings of paragraphs, and places that are only link targets.
_TAGS = {"run-in": "b", "said": "span"}


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
            return Markup(self._words(start, end))  # noqa: S704
        edges = {start, end}
        for mark in marks:
            edges |= {max(start, mark.start), min(end, mark.end)}
        parts: list[str] = []
        inside: list[Mark] = []
        reached = 0
        for low, high in pairwise(sorted(edges)):
            inside = [mark for mark in inside if mark.end > low]
            while reached < len(marks) and marks[reached].start <= low:
                inside.append(marks[reached])
                reached += 1
            words = self._words(low, high)
            parts.append(_marked(words, inside, low, high) if inside else words)
        # Every word was escaped; kinds and ids are our own.
        return Markup("".join(parts))  # noqa: S704

    def _words(self, start: int, end: int) -> str:
        return str(escape(visible(self._text[start:end])))

    def _within(self, start: int, end: int) -> Sequence[Mark]:
        first = bisect_left(self._starts, start - self._longest)
        last = bisect_left(self._starts, end)
        return [mark for mark in self._marks[first:last] if mark.end > max(start, mark.start)]


def _marked(words: str, marks: Sequence[Mark], low: int, high: int) -> str:
    kinds = " ".join(dict.fromkeys(mark.kind for mark in marks))
    ids = [mark.id for mark in marks if mark.id and mark.start == low]
    before = "".join(f'<span id="{one}"></span>' for one in ids[1:])
    place = f' id="{ids[0]}"' if ids else ""
    tag = _TAGS.get(kinds, "mark")
    after = "".join(_steps(mark) for mark in marks if mark.number and mark.end == high)
    return f'{before}<{tag} class="{kinds}"{place}>{words}</{tag}>{after}'


def _steps(mark: Mark) -> str:
    """Links to the places before and after."""
    name = mark.id.rstrip("0123456789")
    links = []
    if mark.number > 1:
        links.append(_step(f"{name}{mark.number - 1}", "previous", "‹"))
    if not mark.last:
        links.append(_step(f"{name}{mark.number + 1}", "next", "›"))
    return f'<span class="steps">{"".join(links)}</span>' if links else ""


def _step(place: str, name: str, sign: str) -> str:
    return f'<a class="step" href="#{place}" title="{name} place">{sign}</a>'


def mark_words(text: str, spans: Iterable[tuple[int, int]], kind: str = "found") -> Markup:
    """A short text with some passages highlighted."""
    return MarkedText(text, [Mark(start, end, kind) for start, end in spans]).piece(0, len(text))
