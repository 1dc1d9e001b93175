"""How relevant sentences are to a question: one interface, one class a kind of model."""

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Protocol

import numpy as np
import numpy.typing as npt

from privascope.answer.passages import Passages

Floats = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float32]

_MOST_POLICIES = 16
_MOST_QUESTIONS = 2000
# Answers kept so that a question asked again, or shared by paraphrases, costs nothing.
_MOST_KEPT = 50_000


class Relevance(Protocol):
    """Scores some of a policy's sentences for a question, higher is more relevant."""

    name: str

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """One score for each of the numbered sentences."""
        ...


class DenseRelevance:
    """The cosine of question and sentence by the shipped sentence encoder."""

    name = "dense"

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: OrderedDict[int, tuple[Passages, _Table, _Table]] = OrderedDict()
        self._questions: OrderedDict[str, Vector] = OrderedDict()

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """The cosine with each sentence; list items are read with their head."""
        with self._lock:
            rows = self._of(passages)[1].rows(numbers)
            return (rows @ self._vector(question)).astype(np.float64)

    def headings(self, question: str, passages: Passages) -> Floats:
        """The cosine with each heading."""
        with self._lock:
            rows = self._of(passages)[2].rows(range(len(passages.headings)))
            return (rows @ self._vector(question)).astype(np.float64)

    def known_rows(self, passages: Passages) -> tuple[list[int], npt.NDArray[np.float32]]:
        """The sentences whose vectors have been made, with the vectors."""
        with self._lock:
            table = self._of(passages)[1]
            numbers = table.known()
            return numbers, table.rows(numbers)

    def vector(self, question: str) -> Vector:
        """The vector of a question."""
        with self._lock:
            return self._vector(question)

    def _vector(self, question: str) -> Vector:
        if question not in self._questions:
            from privascope.models.sentence_encoder import encode

            self._questions[question] = encode([question])[0]
            if len(self._questions) > _MOST_QUESTIONS:
                self._questions.popitem(last=False)
        return self._questions[question]

    def _of(self, passages: Passages) -> "tuple[Passages, _Table, _Table]":
        key = id(passages)
        if key not in self._tables:
            # The policy is kept with its vectors, so that its id stays its own.
            self._tables[key] = (
                passages,
                _Table(passages.with_heads),
                _Table(passages.headings),
            )
            if len(self._tables) > _MOST_POLICIES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return self._tables[key]


class _Table:
    """The vectors of a policy's sentences, made when they are first needed."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._known = np.zeros(len(texts), dtype=bool)
        self._vectors: npt.NDArray[np.float32] | None = None

    def known(self) -> list[int]:
        """The numbers of the sentences that have a vector."""
        return [int(number) for number in np.flatnonzero(self._known)]

    def rows(self, numbers: Sequence[int]) -> npt.NDArray[np.float32]:
        """The vectors of some sentences."""
        from privascope.models.sentence_encoder import SIZE, encode

        if self._vectors is None:
            self._vectors = np.zeros((len(self._texts), SIZE), dtype=np.float32)
        missing = [number for number in numbers if not self._known[number]]
        if missing:
            self._vectors[missing] = encode([self._texts[number] for number in missing])
            self._known[missing] = True
        rows: npt.NDArray[np.float32] = self._vectors[list(numbers)]
        return rows


class CrossRelevance:
    """The logit of the shipped cross-encoder, which reads question and sentence together."""

    name = "cross-encoder"

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str, str], float] = OrderedDict()

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """The logit of each sentence, read after what it leans on."""
        keys = [(question, passages.texts[n], passages.leads[n]) for n in numbers]
        with self._lock:
            missing = list(dict.fromkeys(key for key in keys if key not in self._kept))
            if missing:
                for key, logit in zip(missing, self._logits(question, missing), strict=True):
                    self._kept[key] = float(logit)
            found = np.array([self._kept[key] for key in keys], dtype=np.float64)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def _logits(
        self, question: str, keys: Sequence[tuple[str, str, str]]
    ) -> npt.NDArray[np.float32]:
        from privascope.models.selector import score_pairs

        sentences = [sentence for _, sentence, _ in keys]
        return score_pairs(question, sentences, [lead for _, _, lead in keys])


def dense_is_there() -> bool:
    """Whether the sentence encoder's weights are installed."""
    from privascope.models import sentence_encoder

    return (sentence_encoder.FOLDER / "model.onnx").is_file()


def cross_is_there() -> bool:
    """Whether the cross-encoder's weights are installed."""
    try:
        from privascope.models import selector
    except ImportError:
        return False
    return (selector.FOLDER / "model.onnx").is_file()


@lru_cache(maxsize=1)
def dense_relevance() -> DenseRelevance:
    """The one that all of the process shares, with the vectors made so far."""
    return DenseRelevance()


@lru_cache(maxsize=1)
def cross_relevance() -> CrossRelevance:
    """The one that all of the process shares, with the scores made so far."""
    return CrossRelevance()
