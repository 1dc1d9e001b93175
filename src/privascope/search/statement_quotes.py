"""The sentences of policies behind a statement."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from privascope.library.outlines import read_analysed
from privascope.library.store import Library
from privascope.policy.outline import Outline
from privascope.policy.policy import Span
from privascope.search.snippets import Snippet, snippet_of
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import Statement, nearest_to, statements_of

_MOST = 2
_LONGEST_MARK = 240
# "Yes." under a question says too little alone.
_SHORTEST = 20


@dataclass(frozen=True, slots=True)
class ReadPolicy:
    """A version's text with its practices, which are computed."""

    outline: Outline
    practices: tuple[Practice, ...]

    def statements(self) -> dict[str, tuple[Practice, ...]]:
        """What it says, by slug, with the practices that say so."""
        return statements_of(self.practices, self.outline.text)

    def nearest(self, statement: Statement) -> tuple[Practice, ...]:
        """The passages closest to a statement that it does not make."""
        return nearest_to(statement, self.practices)


def read_said(library: Library, version_ids: Sequence[str]) -> dict[str, ReadPolicy]:
    """The versions among these whose practices are computed."""
    return {
        version_id: ReadPolicy(outline, practices)
        for version_id, (outline, practices) in read_analysed(library, version_ids).items()
    }


def quotes(outline: Outline, evidence: Sequence[Practice]) -> tuple[Snippet, ...]:
    """The one or two sentences that say it most surely, with their words marked."""
    segments: dict[int, list[Practice]] = {}
    for practice in evidence:
        segments.setdefault(practice.segment, []).append(practice)
    if not segments:
        return ()
    surest = max(segments, key=lambda number: (_sureness(segments[number]), -number))
    sentences: dict[tuple[int, int], list[Practice]] = {}
    for practice in segments[surest]:
        sentences.setdefault(_sentence(outline, practice.start), []).append(practice)
    chosen: list[tuple[int, int]] = []
    told: set[str] = set()
    while len(chosen) < _MOST:
        news = {place: len(_said(said) - told) for place, said in sentences.items()}
        best = max(
            news,
            key=lambda place: (
                news[place],
                place[1] - place[0] >= _SHORTEST,
                max(one.confidence for one in sentences[place]),
                -place[0],
            ),
        )
        if not news[best]:
            break
        chosen.append(best)
        told |= _said(sentences[best])
    said = {_told(outline, place): sentences[place] for place in sorted(chosen)}
    return tuple(
        snippet_of(outline, start, end, _marks(outline.text, practices, start, end))
        for (start, end), practices in said.items()
    )


def _told(outline: Outline, place: tuple[int, int]) -> tuple[int, int]:
    """A sentence, or the text under it if it is a heading."""
    for start, heading_end, _ in outline.sections:
        if start <= place[0] < heading_end:
            place = _sentence(outline, heading_end)
            if place[1] - place[0] < _SHORTEST:
                place = place[0], _sentence(outline, place[1])[1]
    return place


def _said(practices: Sequence[Practice]) -> set[str]:
    return {practice.attribute for practice in practices}


def _sureness(practices: Sequence[Practice]) -> float:
    """The probability of the whole statement: that of its least certain attribute."""
    surest: dict[str, float] = {}
    for one in practices:
        surest[one.attribute] = max(surest.get(one.attribute, 0.0), one.confidence)
    return min(surest.values())


def _sentence(outline: Outline, place: int) -> tuple[int, int]:
    at = bisect_right(outline.starts, place) - 1
    if at >= 0 and place < outline.ends[at]:
        return outline.starts[at], outline.ends[at]
    # Between two sentences there is nothing but space.
    at = min(at + 1, len(outline.starts) - 1)
    return (outline.starts[at], outline.ends[at]) if at >= 0 else (0, len(outline.text))


def _marks(text: str, practices: Sequence[Practice], start: int, end: int) -> list[Span]:
    """The words in a sentence that say it, overlapping ones as one; a whole segment has none."""
    found: list[Span] = []
    for practice in sorted(practices, key=lambda one: (one.start, one.end)):
        whole = not practice.attribute and practice.end > end
        if whole or not start <= practice.start < end:
            continue
        upto = min(practice.end, end)
        if upto - practice.start > _LONGEST_MARK:
            cut = text.rfind(" ", practice.start, practice.start + _LONGEST_MARK)
            upto = cut if cut > practice.start else practice.start + _LONGEST_MARK
        if found and practice.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, upto))
        else:
            found.append(Span(practice.start, upto))
    return found
