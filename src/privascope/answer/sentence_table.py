"""A table with one row per text of a policy by one model, computed when needed and cached."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


class VectorPlace(Protocol):
    """Where the vectors of one policy's texts are kept between processes."""

    def load(self, model: Path, texts: Sequence[str], size: int) -> tuple[Ints, Rows] | None:
        """The numbers of the texts that a model has read, and their vectors."""
        ...

    def save(self, model: Path, texts: Sequence[str], numbers: Ints, vectors: Rows) -> None:
        """Keeps vectors for the next process."""
        ...


@dataclass(frozen=True, slots=True)
class TextReader:
    """A model that turns each text into a row of numbers."""

    folder: Path
    size: int
    read: Callable[[Sequence[str]], Rows]


class SentenceTable:
    """One row per text, made by one model."""

    def __init__(
        self, texts: Sequence[str], reader: TextReader, place: VectorPlace | None = None
    ) -> None:
        self._texts = texts
        self._reader = reader
        self._place = place
        self._known = np.zeros(len(texts), dtype=bool)
        self._vectors: Rows | None = None

    def known(self) -> list[int]:
        """The numbers of the texts that have a vector."""
        return [int(number) for number in np.flatnonzero(self._known)]

    def rows(self, numbers: Sequence[int]) -> Rows:
        """The vectors of some texts."""
        table = self._table()
        missing = [number for number in numbers if not self._known[number]]
        if missing:
            self._encode(table, missing)
        rows: Rows = table[list(numbers)]
        return rows

    def _table(self) -> Rows:
        if self._vectors is None:
            folder, size = self._reader.folder, self._reader.size
            self._vectors = np.zeros((len(self._texts), size), dtype=np.float32)
            found = self._place.load(folder, self._texts, size) if self._place else None
            if found is not None:
                self._vectors[found[0]] = found[1]
                self._known[found[0]] = True
        return self._vectors

    def _encode(self, table: Rows, missing: list[int]) -> None:
        from privascope.library.vectors import rounded

        table[missing] = rounded(self._reader.read([self._texts[number] for number in missing]))
        self._known[missing] = True
        if self._place is not None:
            numbers = np.flatnonzero(self._known)
            self._place.save(self._reader.folder, self._texts, numbers, table[numbers])
