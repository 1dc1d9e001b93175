"""Sentences that mean the same but carry different labels, as in the paper's first table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privascope.data.pairs import ANNOTATORS, labelled_rows
from privascope.errors import DataError
from privascope.learn.corpus import sentence_key
from privascope.models.sentence_encoder import encode

Floats = NDArray[np.float32]

_BLOCK = 2000


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two labelled pairs of question and text that mean the same and are labelled differently."""

    question: str
    text: str
    label: str
    other_question: str
    other_text: str
    other_label: str
    cosine: float


@dataclass(frozen=True, slots=True)
class SameMeaning:
    """All conflicts, those of the most alike first.

    `texts` have one question and two texts, `questions` one text and two questions. `disputed`
    counts the questions on which annotators disagree, of those that several have read.
    """

    rows: int
    texts: tuple[Conflict, ...]
    questions: tuple[Conflict, ...]
    disputed: int
    read_by_several: int

    def lines(self, most: int) -> Iterator[str]:
        """The table as people read it."""
        yield f"{self.rows:,} labelled rows"
        for name, own in (
            ("texts that mean the same, labelled differently", self.texts),
            ("questions that mean the same, the text labelled differently", self.questions),
        ):
            yield f"{len(own):,} pairs of {name}"
            for one in own[:most]:
                yield ""
                yield f"  {one.cosine:.3f}  {one.question}"
                if one.other_question != one.question:
                    yield f"         {one.other_question}"
                yield f"    {one.label}: {one.text}"
                yield f"    {one.other_label}: {one.other_text}"
            yield ""
        if self.read_by_several:
            share = 100 * self.disputed / self.read_by_several
            yield (
                f"annotators disagree on {self.disputed:,} of {self.read_by_several:,} questions "
                f"that several have read ({share:.0f} %)"
            )


@dataclass(frozen=True, slots=True)
class _Entry:
    question: str
    text: str
    label: str


def same_meaning(
    labels: Path,
    *,
    text: str = "Segment",
    label: str = "Label",
    question: str = "Query",
    least: float = 0.9,
) -> SameMeaning:
    """The conflicts of a labelled file; texts mean the same from the cosine `least` on."""
    rows = list(labelled_rows(labels))
    wanted = [name for name in (text, label, question) if name]
    for number, row in enumerate(rows, 1):
        missing = [name for name in wanted if row.get(name) is None]
        if missing:
            raise DataError(f"{labels}, row {number}: no {', '.join(missing)}")
    if not rows:
        raise DataError(f"{labels}: no rows")
    entries = [
        _Entry(_clean(row[question]) if question else "", _clean(row[text]), str(row[label]))
        for row in rows
    ]
    vectors = _Vectors(entries)
    disputed, several = _disputed(rows)
    return SameMeaning(
        len(rows),
        _conflicts(entries, vectors, least, by="question", varies="text"),
        _conflicts(entries, vectors, least, by="text", varies="question") if question else (),
        disputed,
        several,
    )


class _Vectors:
    """A vector for every different text."""

    def __init__(self, entries: Sequence[_Entry]) -> None:
        texts = sorted({own for one in entries for own in (one.question, one.text) if own})
        self._place = {own: number for number, own in enumerate(texts)}
        self._table = encode(texts)

    def of(self, texts: Sequence[str]) -> Floats:
        """The vectors of some of them."""
        return self._table[[self._place[own] for own in texts]]


def _conflicts(
    entries: Sequence[_Entry], vectors: _Vectors, least: float, *, by: str, varies: str
) -> tuple[Conflict, ...]:
    groups: dict[str, dict[tuple[str, str], _Entry]] = {}
    for one in entries:
        # The same words with the same label say nothing new.
        own = groups.setdefault(sentence_key(getattr(one, by)), {})
        own.setdefault((sentence_key(getattr(one, varies)), one.label), one)
    found: list[Conflict] = []
    for group in groups.values():
        some = list(group.values())
        if len({one.label for one in some}) > 1:
            found += _alike(some, vectors.of([getattr(one, varies) for one in some]), least)
    return tuple(sorted(found, key=lambda one: (-one.cosine, one.text, one.question)))


def _alike(entries: Sequence[_Entry], vectors: Floats, least: float) -> Iterator[Conflict]:
    labels = np.array([one.label for one in entries])
    for at in range(0, len(entries), _BLOCK):
        cosines = vectors[at : at + _BLOCK] @ vectors.T
        alike = (cosines >= least) & (labels[at : at + _BLOCK, None] != labels[None])
        for row, other in zip(*np.nonzero(alike), strict=True):
            # Each pair once.
            if at + row < other:
                first, second = entries[at + row], entries[other]
                yield Conflict(
                    first.question,
                    first.text,
                    first.label,
                    second.question,
                    second.text,
                    second.label,
                    round(float(cosines[row, other]), 3),
                )


def _disputed(rows: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Questions with a sentence that annotators label differently, and those that several read."""
    read: dict[str, bool] = {}
    for row in rows:
        marks = [str(row[name]).lower() for name in ANNOTATORS if row.get(name) is not None]
        marks = [mark for mark in marks if mark in ("relevant", "irrelevant")]
        if len(marks) > 1:
            name = str(row.get("QueryID"))
            read[name] = read.get(name, False) or len({*marks}) > 1
    return sum(read.values()), len(read)


def _clean(value: object) -> str:
    return " ".join(str(value).split())
