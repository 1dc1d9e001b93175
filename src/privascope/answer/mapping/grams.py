"""A question's words, pairs of words and pieces of words as hashed, weighted features."""

import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

# Words and pieces have halves of their own, so that each half can have its own length.
WORDS = 4096
PIECES = 4096
# The weight of the pieces relative to the words.
_PIECES_SHARE = 0.6
_SHORTEST, _LONGEST = 3, 5
LONGEST_READ = 600

_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")

Floats = npt.NDArray[np.float32]


def plain(question: str) -> str:
    """The question in small letters and simple signs, cut at a length that no question needs."""
    return unicodedata.normalize("NFKC", question[:LONGEST_READ]).replace("’", "'").lower()


def gram_counts(question: str) -> tuple[Counter[int], Counter[int]]:
    """How often the question has each bucket of words, and each of pieces."""
    words = _WORD.findall(plain(question))
    pairs = (f"{one} {other}" for one, other in pairwise(words))
    return (
        Counter(_buckets((*words, *pairs), WORDS)),
        Counter(_buckets(_pieces(words), PIECES)),
    )


def gram_rows(questions: Sequence[str], idf: Floats) -> Floats:
    """One row of WORDS + PIECES numbers for each question."""
    rows = np.zeros((len(questions), WORDS + PIECES), dtype=np.float32)
    for row, question in zip(rows, questions, strict=True):
        words, pieces = gram_counts(question)
        _fill(row[:WORDS], words, idf[:WORDS], 1.0)
        _fill(row[WORDS:], pieces, idf[WORDS:], _PIECES_SHARE)
    return rows


def rarity(questions: Sequence[str]) -> Floats:
    """The rarity of each bucket among questions; 0 for those that occur only once."""
    counts = np.zeros(WORDS + PIECES)
    for question in questions:
        words, pieces = gram_counts(question)
        counts[list(words)] += 1
        counts[[WORDS + piece for piece in pieces]] += 1
    idf = 1 + np.log((1 + len(questions)) / (1 + counts))
    return np.where(counts > 1, idf, 0.0).astype(np.float32)


def _fill(row: Floats, counts: Counter[int], idf: Floats, length: float) -> None:
    for bucket, count in counts.items():
        row[bucket] = (1 + np.log(count)) * idf[bucket]
    size = float(np.linalg.norm(row))
    if size:
        row *= length / size


def _pieces(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        padded = f" {word[:40]} "
        for size in range(_SHORTEST, _LONGEST + 1):
            for start in range(max(1, len(padded) - size + 1)):
                yield padded[start : start + size]


def _buckets(grams: Iterable[str], most: int) -> Iterator[int]:
    return (zlib.crc32(gram.encode()) % most for gram in grams)
