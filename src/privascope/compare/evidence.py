"""The evidence for a claim: sentences of the policy, by their exact places."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import dropwhile

from privascope.policy.line_shapes import is_run_in_heading
from privascope.policy.policy import Policy, Span
from privascope.traits.practices.practice import Practice
from privascope.traits.vagueness import Vagueness

# The most quotes of a claim; the number of places is shown beside them.
MOST = 12
_LONGEST = 600
# Where no words are marked, a few sentences are enough.
_SHORT = 300
_BEFORE_WORDS = 150


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of the policy: `text` is `policy.text[start:end]`.

    `marks` are the words in it that say so; none where the whole of it does. `whole` is false
    where a long sentence was cut, `vague` tells that it holds vague words.
    """

    start: int
    end: int
    text: str
    marks: tuple[Span, ...]
    section: tuple[str, ...]
    confidence: float
    vague: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class Quotes:
    """The surest quotes for a claim, surest first, of all places that make it."""

    places: int
    best: tuple[Evidence, ...]


@dataclass(slots=True)
class _Place:
    """A sentence, or some at the head of a segment, with what was found there."""

    start: int
    end: int
    vague: bool
    marks: list[Span]
    confidence: float


class Quoter:
    """Finds the sentences of one policy that contain practices."""

    def __init__(self, policy: Policy, vagueness: Vagueness) -> None:
        self._policy = policy
        self._starts = [sentence.start for sentence in policy.sentences]
        self._vague = frozenset(vagueness.vague_sentences)
        self._headings = {section.start: section.heading_end for section in policy.sections}

    def quotes(self, practices: Iterable[Practice]) -> Quotes:
        """The sentences of some practices, each once."""
        places: dict[tuple[int, int], _Place] = {}
        for practice in practices:
            found = self._place(practice)
            known = places.setdefault((found.start, found.end), found)
            if known is not found:
                known.marks += found.marks
                known.confidence = max(known.confidence, found.confidence)
        surest = sorted(places.values(), key=lambda place: (-place.confidence, place.start))
        return Quotes(len(places), tuple(map(self._evidence, surest[:MOST])))

    def _place(self, practice: Practice) -> _Place:
        segment = self._policy.segments[practice.segment]
        if (practice.start, practice.end) == (segment.start, segment.end):
            return self._head(segment, segment.start, practice.confidence)
        at = bisect_right(self._starts, practice.start) - 1
        words = Span(practice.start, practice.end)
        if at < 0 or practice.start >= self._policy.sentences[at].end:
            return _Place(words.start, words.end, False, [words], practice.confidence)
        if self._is_heading(at) and self._policy.sentences[at].end < segment.end:
            return self._head(segment, self._policy.sentences[at].end, practice.confidence)
        sentence = self._policy.sentences[at]
        end = max(sentence.end, practice.end)
        return _Place(sentence.start, end, at in self._vague, [words], practice.confidence)

    def _is_heading(self, number: int) -> bool:
        sentence = self._policy.sentences[number]
        if sentence.end <= self._headings.get(sentence.start, 0):
            return True
        text = self._policy.quote(sentence)
        # A number alone, or marks, is what is left of a heading.
        return is_run_in_heading(text) or not any(letter.isalpha() for letter in text)

    def _head(self, segment: Span, start: int, confidence: float) -> _Place:
        """The first sentences of a segment from a place on, as many as are not too long to quote.

        Headings are left out: every quote comes with the headings above it.
        """
        numbers = range(bisect_left(self._starts, start), bisect_left(self._starts, segment.end))
        said = list(dropwhile(self._is_heading, numbers)) or list(numbers)
        if not said:
            return _Place(segment.start, segment.end, False, [], confidence)
        first, *more = said
        end, vague = min(self._policy.sentences[first].end, segment.end), first in self._vague
        for number in more:
            reached = self._policy.sentences[number].end
            if self._is_heading(number) or reached > min(segment.end, self._starts[first] + _SHORT):
                break
            end, vague = reached, vague or number in self._vague
        return _Place(self._starts[first], end, vague, [], confidence)

    def _evidence(self, place: _Place) -> Evidence:
        marks = _joined(place.marks)
        start, end = self._window(place, marks[0].start if marks else place.start)
        return Evidence(
            start=start,
            end=end,
            text=self._policy.text[start:end],
            marks=tuple(
                Span(max(start, mark.start), min(end, mark.end))
                for mark in marks
                if mark.start < end and mark.end > start and mark != Span(place.start, place.end)
            ),
            section=self._policy.section_path(place.start),
            confidence=place.confidence,
            vague=place.vague,
            whole=(start, end) == (place.start, place.end),
        )

    def _window(self, place: _Place, wanted: int) -> tuple[int, int]:
        """The whole sentence, or of a very long one some words around the wanted ones."""
        text = self._policy.text
        if place.end - place.start <= _LONGEST:
            return place.start, place.end
        start = max(place.start, wanted - _BEFORE_WORDS)
        if start > place.start:
            start = _after_space(text, start, wanted)
        end = min(place.end, start + _LONGEST)
        cut = text.rfind(" ", wanted + 1, end) if end < place.end else end
        return start, cut if cut > wanted else end


def _after_space(text: str, start: int, limit: int) -> int:
    """The beginning of the next word, or the place itself where a word is too long."""
    space = text.find(" ", start, limit)
    return space + 1 if space >= 0 else start


def _joined(marks: Iterable[Span]) -> list[Span]:
    """The same places in order, those that overlap as one."""
    found: list[Span] = []
    for mark in sorted(marks, key=lambda one: (one.start, one.end)):
        if found and mark.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, mark.end))
        else:
            found.append(mark)
    return found


def by_segment(
    practices: Iterable[Practice],
) -> Iterator[tuple[str, list[Practice]]]:
    """The practices of each category in each segment, with the category's name."""
    groups: dict[tuple[str, int], list[Practice]] = {}
    for practice in practices:
        groups.setdefault((practice.category, practice.segment), []).append(practice)
    for (category, _), group in groups.items():
        yield category, group
