"""Word vectors learned from policies: which words they use in the same way."""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.errors import PrivascopeError

SHIPPED = Path(__file__).parent / "priv2vec" / "vectors.npz"
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_ADDRESS = re.compile(r"://|@|^www\.|\w\.(?:com|org|net|gov|edu|info|io|uk)(?!\w)", re.IGNORECASE)

Floats = NDArray[np.float32]


def vector_words(text: str) -> list[str]:
    """The words of a text in the form that the vectors use."""
    return [word.lower() for word in written_words(text)]


def written_words(text: str) -> list[str]:
    """The words of a text as written, without addresses and whatever has a digit in it."""
    return [
        word.replace("’", "'")
        for piece in text.split()
        if not _ADDRESS.search(piece)
        for word in _WORD.findall(piece)
        if _is_letters(word)
    ]


def _is_letters(word: str) -> bool:
    return word.isalpha() or not any(letter.isdecimal() or letter == "_" for letter in word)


class PolicyVectors:
    """A table of words, the frequent first, with a vector of length 1 each."""

    def __init__(self, words: Sequence[str], table: Floats) -> None:
        self.words = tuple(words)
        self.table = table

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def __contains__(self, word: str) -> bool:
        return word in self._numbers

    def vector(self, word: str) -> Floats | None:
        """The word's vector, if policies use the word."""
        number = self._numbers.get(word)
        return None if number is None else self.table[number]

    def nearest(self, word: str, n: int = 10) -> list[tuple[str, float]]:
        """The words most alike with their cosines, the nearest first; none for an unknown word."""
        vector = self.vector(word)
        if vector is None or n < 1:
            return []
        cosines = self.table @ vector
        cosines[self._numbers[word]] = -2.0
        best = np.argsort(-cosines, kind="stable")[: min(n, len(self.words) - 1)]
        return [(self.words[number], float(cosines[number])) for number in best]


@lru_cache(maxsize=2)
def load_vectors(path: Path = SHIPPED) -> PolicyVectors:
    """The shipped vectors, or those of another file; read once."""
    try:
        with np.load(path, allow_pickle=False) as file:
            words = file["words"].tobytes().decode().split("\n")
            table = file["table"].astype(np.float32)
    except FileNotFoundError as error:
        raise PrivascopeError(f"the word vectors {path} are missing") from error
    except Exception as error:
        raise PrivascopeError(f"the word vectors {path} cannot be read ({error})") from error
    if table.ndim != 2 or len(words) != len(table):
        raise PrivascopeError(f"the word vectors {path} are damaged: words and rows differ")
    table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    return PolicyVectors(words, table)
