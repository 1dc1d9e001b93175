"""What the practice model is trained on: windows of tokens, and what is wanted of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from privascope.data.practices import Segment, Triple
from privascope.learn.statement_data import SAYS, UNKNOWN, Marks, Stated
from privascope.models.pair_tokens import pair_marks
from privascope.models.practice_windows import NOWHERE, Passage, Window, windows_of
from privascope.traits.practices.reading_text import passage_of
from privascope.traits.practices.taxonomy import segment_labels

# Of so many passages one is taught values too: each costs as much as all other heads.
_VALUES_OF = 5

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How surely each value is there, and the tokens that say it; None: any of them may."""

    chances: Floats
    tokens: Mapping[int, Numbers] | None


@dataclass(frozen=True, slots=True)
class Row:
    """A window and what is wanted of it, where that is known.

    `taught` says that categories and values are what another model makes of it. `marks` has a row
    for each sentence of the window.
    """

    window: Window
    categories: Sequence[float] | None = None
    values: Wanted | None = None
    taught: bool = False
    marks: Marks | None = None
    weight: float = 1.0

    @property
    def own(self) -> list[int]:
        """The tokens that are part of the text."""
        return [at for at, offset in enumerate(self.window.offsets) if offset != NOWHERE]


def first_windows(passages: Sequence[Passage], tokenizer: Tokenizer) -> list[Window]:
    """The first window of each passage; one without words has an empty row."""
    first: dict[int, Window] = {}
    for window in windows_of(passages, tokenizer):
        first.setdefault(window.passage, window)
    mark = pair_marks(tokenizer)[0]
    nothing = [Window(at, [mark], [NOWHERE], []) for at in range(len(passages))]
    return [first.get(at, nothing[at]) for at in range(len(passages))]


def segment_rows(
    segments: Sequence[Segment], values: Sequence[Triple], tokenizer: Tokenizer
) -> Iterator[Row]:
    """A row for each segment."""
    windows = first_windows([passage_of(segment.text) for segment in segments], tokenizer)
    for segment, window in zip(segments, windows, strict=True):
        if window.sentences:
            yield _segment_row(segment, values, window)


def _segment_row(segment: Segment, values: Sequence[Triple], window: Window) -> Row:
    if segment.likely is not None:
        chances = np.array(segment.likely.values, dtype=np.float32)
        return Row(window, segment.likely.categories, Wanted(chances, None))
    categories = None
    if segment.categories is not None:
        categories = [float(label in segment.categories) for label in segment_labels()]
    if segment.values is None:
        return Row(window, categories)
    numbers = {triple: number for number, triple in enumerate(values)}
    starts, ends = np.array(window.offsets).T
    real = starts >= 0
    chances = np.zeros(len(values), dtype=np.float32)
    marked = {}
    for triple, spans in segment.values.items():
        if triple in numbers:
            chances[numbers[triple]] = 1
            hit = np.zeros(len(starts), dtype=np.bool_)
            for span in spans:
                hit |= real & (starts < span.end) & (ends > span.start)
            # Where nobody marked the words, any of them may say it.
            marked[numbers[triple]] = np.flatnonzero(hit if hit.any() else real)
    return Row(window, categories, Wanted(chances, marked))


def stated_rows(stated: Sequence[Stated], tokenizer: Tokenizer) -> Iterator[Row]:
    """A row for each window of passages whose statements are known."""
    for window in windows_of([one.passage for one in stated], tokenizer):
        one = stated[window.passage]
        marks = one.marks[[sentence for sentence, _, _ in window.sentences]]
        likely, values = one.likely, None
        if likely and window.passage % _VALUES_OF == 0:
            values = Wanted(np.array(likely.values, dtype=np.float32), None)
        yield Row(
            window,
            likely.categories if likely else None,
            values,
            taught=likely is not None,
            marks=_whole(marks, window, one),
            weight=one.weight,
        )


def _whole(marks: Marks, window: Window, stated: Stated) -> Marks:
    """The marks without what a sentence says of which a window holds only a part."""
    marks = marks.copy()
    for at, (sentence, first, last) in enumerate(window.sentences):
        start, end = stated.passage.places[sentence]
        seen = window.offsets[last - 1][1] - window.offsets[first][0]
        if 2 * seen < end - start:
            marks[at][marks[at] == SAYS] = UNKNOWN
    return marks
