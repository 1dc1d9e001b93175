"""Vectors of questions and sentences, cached for the policies asked last."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from privascope.answer.passages import Passages
from privascope.answer.sentence_table import SentenceTable, TextReader
from privascope.cache import Cache

Floats = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float32]

_MOST_POLICIES = 16
_MOST_QUESTIONS = 2000


class RecentTables:
    """The vectors by one model of the sentences and headings of the policies asked last."""

    def __init__(self, reader: Callable[[], TextReader]) -> None:
        self._reader = reader
        self._tables: Cache[int, tuple[Passages, SentenceTable]] = Cache(_MOST_POLICIES)

    def of(self, passages: Passages) -> SentenceTable:
        """The table of a policy; the headings' rows come after those of the sentences."""

        def make() -> tuple[Passages, SentenceTable]:
            # The policy is kept with its rows, so that its id is not reused.
            texts = (*passages.with_heads, *passages.headings)
            return passages, SentenceTable(texts, self._reader(), passages.place)

        return self._tables.get_or_make(id(passages), make)[1]


class DenseRelevance:
    """The cosine of question and sentence by the shipped sentence encoder."""

    name = "dense"

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables = RecentTables(_sentence_encoder)
        self._questions: Cache[str, Vector] = Cache(_MOST_QUESTIONS)

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """The cosine with each sentence; list items are read with their head."""
        with self._lock:
            rows = self._tables.of(passages).rows(numbers)
            return (rows @ self._vector(question)).astype(np.float64)

    def headings(self, question: str, passages: Passages) -> Floats:
        """The cosine with each heading."""
        with self._lock:
            first = len(passages)
            rows = self._tables.of(passages).rows(range(first, first + len(passages.headings)))
            return (rows @ self._vector(question)).astype(np.float64)

    def known_rows(self, passages: Passages) -> tuple[list[int], npt.NDArray[np.float32]]:
        """The sentences whose vectors have been made, with the vectors."""
        with self._lock:
            table = self._tables.of(passages)
            numbers = [number for number in table.known() if number < len(passages)]
            return numbers, table.rows(numbers)

    def vector(self, question: str) -> Vector:
        """The vector of a question."""
        with self._lock:
            return self._vector(question)

    def _vector(self, question: str) -> Vector:
        from privascope.models.sentence_encoder import encode

        return self._questions.get_or_make(question, lambda: encode([question])[0])


def _sentence_encoder() -> TextReader:
    from privascope.models.sentence_encoder import FOLDER, SIZE, encode

    return TextReader(FOLDER, SIZE, encode)


def dense_is_there() -> bool:
    """Whether the sentence encoder's weights are installed."""
    from privascope.models import sentence_encoder

    return (sentence_encoder.FOLDER / "model.onnx").is_file()


@lru_cache(maxsize=1)
def dense_relevance() -> DenseRelevance:
    """The instance that the whole process shares, with the vectors computed so far."""
    return DenseRelevance()
