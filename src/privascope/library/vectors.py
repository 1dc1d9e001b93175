"""Sentence vectors of versions: int8, in a file of their own, made when first needed."""

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

FILE = "vectors.sqlite"
_TABLE = """
CREATE TABLE IF NOT EXISTS sentence_vectors (
    version_id TEXT NOT NULL, model TEXT NOT NULL, texts BLOB NOT NULL,
    numbers BLOB NOT NULL, scales BLOB NOT NULL, vectors BLOB NOT NULL,
    PRIMARY KEY (version_id, model)
) WITHOUT ROWID
"""
_SECONDS = 2.0


class VersionVectors:
    """The vectors of one version's sentences, on disk.

    They are derived: where the file cannot be read or written, nothing is known and nothing kept.
    """

    def __init__(self, folder: Path, version_id: str) -> None:
        self._file = folder / FILE
        self._version = version_id

    def load(self, model: Path, texts: Sequence[str], size: int) -> tuple[Ints, Floats] | None:
        """The numbers of the texts that a model has read, and their vectors."""
        if not self._file.is_file():
            return None
        with _quietly(), self._opened() as connection:
            row = connection.execute(
                "SELECT texts, numbers, scales, vectors FROM sentence_vectors "
                "WHERE version_id = ? AND model = ?",
                (self._version, model_digest(model)),
            ).fetchone()
            # Sentences may be cut anew by a later release; then these are of other texts.
            if row is not None and row[0] == _digest(texts):
                return _unpacked(row[1], row[2], row[3], len(texts), size)
        return None

    def save(self, model: Path, texts: Sequence[str], numbers: Ints, vectors: Floats) -> None:
        """Keeps vectors, as `rounded` gives them back."""
        scales, small = _small(vectors)
        with _quietly(), self._opened() as connection, connection:
            connection.execute(_TABLE)
            connection.execute(
                "INSERT OR REPLACE INTO sentence_vectors VALUES (?, ?, ?, ?, ?, ?)",
                (
                    self._version,
                    model_digest(model),
                    _digest(texts),
                    numbers.astype("<i4").tobytes(),
                    scales.astype("<f4").tobytes(),
                    small.tobytes(),
                ),
            )

    def _opened(self) -> contextlib.closing[sqlite3.Connection]:
        return contextlib.closing(sqlite3.connect(self._file, timeout=_SECONDS))


def rounded(vectors: Floats) -> Floats:
    """Vectors as they come back from the file, so that answers do not depend on their source."""
    scales, small = _small(vectors)
    return small.astype(np.float32) * scales[:, None]


@lru_cache(maxsize=8)
def model_digest(model: Path) -> str:
    """A short digest of a model's file."""
    with (model / "model.onnx").open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:24]


def _small(vectors: Floats) -> tuple[Floats, npt.NDArray[np.int8]]:
    scales = np.abs(vectors).max(axis=1, initial=0.0).astype(np.float32) / np.float32(127)
    rows = np.rint(vectors / np.maximum(scales, np.float32(1e-12))[:, None])
    return scales, rows.astype(np.int8)


def _unpacked(
    numbers: bytes, scales: bytes, vectors: bytes, texts: int, size: int
) -> tuple[Ints, Floats] | None:
    places = np.frombuffer(numbers, dtype="<i4").astype(np.int64)
    steps = np.frombuffer(scales, dtype="<f4")
    rows = np.frombuffer(vectors, dtype=np.int8)
    fits = len(steps) == len(places) and len(rows) == len(places) * size
    if not fits or (len(places) and not 0 <= places.min() <= places.max() < texts):
        return None
    table = rows.reshape(len(places), size).astype(np.float32) * steps[:, None]
    return places, np.nan_to_num(table.astype(np.float32))


def _digest(texts: Sequence[str]) -> bytes:
    found = hashlib.blake2b(digest_size=16)
    for text in texts:
        found.update(text.encode("utf-8", "replace"))
        found.update(b"\0")
    return found.digest()


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """A failure of what is stored only for speed must not prevent an answer."""
    with contextlib.suppress(sqlite3.Error, OSError, ValueError):
        yield
