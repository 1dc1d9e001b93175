"""Whether a sentence states practices of the kind that a question is about."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.linear import LinearMap
from privascope.answer.mapping.map_question import map_question, mapping_is_there
from privascope.answer.passages import Passages
from privascope.answer.relevance import RecentTables
from privascope.answer.sentence_table import TextReader

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]


class PracticeRelevance:
    """The probability that a sentence is of the category that the question is about."""

    name = "practices"

    def __init__(self) -> None:
        # Measuring sets it, for questions that the shipped weights have seen.
        self.mapping: LinearMap | None = None
        self._lock = Lock()
        self._tables = RecentTables(_practice_reader)

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """For each sentence, the sum over categories of both probabilities' product."""
        with self._lock:
            rows = self._tables.of(passages).rows(numbers)
        return rows.astype(np.float64) @ self._wanted(question)

    def _wanted(self, question: str) -> Floats:
        """The probability of each of the model's categories that the question is about it."""
        mapped = map_question(question, self.mapping).categories
        shares = {one.label.category: one.confidence for one in mapped}
        return np.array([shares.get(category, 0.0) for category in _categories()])


def practices_are_there() -> bool:
    """Whether the weights that map questions and those that find practices are installed."""
    from privascope.models.practices import FOLDER

    return mapping_is_there() and (FOLDER / "model.onnx").is_file()


@lru_cache(maxsize=1)
def practice_relevance() -> PracticeRelevance:
    """The one that all of the process shares, with what has been read so far."""
    return PracticeRelevance()


def _categories() -> tuple[str, ...]:
    from privascope.models.practices import FOLDER, load_labels

    return load_labels(FOLDER).categories


def _practice_reader() -> TextReader:
    from privascope.models.practices import FOLDER

    return TextReader(FOLDER, len(_categories()), _category_rows)


def _category_rows(texts: Sequence[str]) -> Rows:
    """The probability of each category in each text, read by itself."""
    from privascope.models.practices import FOLDER, read_practices

    # Sentences read by themselves tell more here than with what stands before them.
    found = [reading.categories for reading in read_practices(texts, None, FOLDER)]
    return np.array(found, dtype=np.float32).reshape(len(texts), len(_categories()))
