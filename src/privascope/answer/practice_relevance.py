"""How well the practices that a sentence states fit what a question is about."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.linear import LinearMap
from privascope.answer.mapping.map_question import (
    category_shares,
    mapping_is_there,
    shipped_map,
)
from privascope.answer.passages import Passages
from privascope.answer.relevance import RecentTables
from privascope.answer.sentence_table import TextReader

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]


class PracticeRelevance:
    """How well what a sentence states fits what the question is about."""

    name = "practices"

    def __init__(self) -> None:
        # Measuring sets it, for questions that the shipped weights have seen.
        self.mapping: LinearMap | None = None
        self._lock = Lock()
        self._tables = RecentTables(_practice_reader)

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """For each sentence, the sum over its categories of what each is worth to the question."""
        return self.rows(passages, numbers) @ self._wanted(question)

    def rows(self, passages: Passages, numbers: Sequence[int]) -> Floats:
        """The probability of each of the model's categories in each sentence."""
        with self._lock:
            return self._tables.of(passages).rows(numbers).astype(np.float64)

    def _wanted(self, question: str) -> Floats:
        """What a sentence of each of the model's categories is worth to the question."""
        mapping = self.mapping or shipped_map()
        worth = mapping.worth(category_shares(question, mapping))
        return np.array([worth.get(category, 0.0) for category in practice_categories()])


def practices_are_there() -> bool:
    """Whether the weights that map questions and those that find practices are installed."""
    from privascope.models.practices import FOLDER

    return mapping_is_there() and (FOLDER / "model.onnx").is_file()


@lru_cache(maxsize=1)
def practice_relevance() -> PracticeRelevance:
    """The one that all of the process shares, with what has been read so far."""
    return PracticeRelevance()


def practice_categories() -> tuple[str, ...]:
    """The categories that the shipped practice model tells apart."""
    from privascope.models.practices import FOLDER, load_labels

    return load_labels(FOLDER).categories


def _practice_reader() -> TextReader:
    from privascope.models.practices import FOLDER

    return TextReader(FOLDER, len(practice_categories()), _category_rows)


def _category_rows(texts: Sequence[str]) -> Rows:
    """The probability of each category in each text, read by itself."""
    from privascope.models.practices import FOLDER, read_practices

    # Sentences read by themselves tell more here than with what stands before them.
    found = [reading.categories for reading in read_practices(texts, None, FOLDER)]
    return np.array(found, dtype=np.float32).reshape(len(texts), len(practice_categories()))
