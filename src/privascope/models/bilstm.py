"""Runs the shipped attention BiLSTM: whether a text answers a question."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.models.batching import length_batches
from privascope.models.onnx import load_session
from privascope.models.vectors import SHIPPED, PolicyVectors, load_vectors, vector_words

FOLDER = Path(__file__).parent / "bilstm"
INPUTS = ("question", "question_length", "answer", "answer_length")
LONGEST_QUESTION, LONGEST_ANSWER = 24, 80
_BATCH_WORDS = 4096

Floats = npt.NDArray[np.float32]


def score_texts(
    question: str, texts: Sequence[str], folder: Path | None = None, vectors: Path = SHIPPED
) -> Floats:
    """The model's cosine of the question with each text; higher is better."""
    scores = np.zeros(len(texts), dtype=np.float32)
    session, table = load_session(folder or FOLDER), load_vectors(vectors)
    asked = word_numbers(table, [question], LONGEST_QUESTION)
    rows = word_numbers(table, texts, LONGEST_ANSWER)
    for batch in length_batches([len(row) for row in rows], _BATCH_WORDS):
        # The longest first, as the exported model takes them.
        numbers = batch[::-1]
        inputs = (
            *padded_vectors(table, asked),
            *padded_vectors(table, [rows[number] for number in numbers]),
        )
        scores[numbers] = session.run(None, dict(zip(INPUTS, inputs, strict=True)))[0]
    return scores


def word_numbers(table: PolicyVectors, texts: Sequence[str], most: int) -> list[list[int]]:
    """The table's rows of each text's words, so many at most; words without a vector are left out.

    A text without any known word has the one row that stands for nothing.
    """
    known = _numbers(table)
    nothing = len(table.words)
    return [
        [known[word] for word in vector_words(text) if word in known][:most] or [nothing]
        for text in texts
    ]


def padded_vectors(
    table: PolicyVectors, rows: Sequence[Sequence[int]]
) -> tuple[Floats, npt.NDArray[np.int64]]:
    """The words' vectors of each row, filled up with zeros, and how many words each has."""
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    filled = np.zeros((len(rows), int(lengths.max(initial=1)), table.table.shape[1]), np.float32)
    nothing = len(table.words)
    for number, row in enumerate(rows):
        if row != [nothing]:
            filled[number, : len(row)] = table.table[list(row)]
    return filled, lengths


@lru_cache(maxsize=2)
def _numbers(table: PolicyVectors) -> dict[str, int]:
    return {word: number for number, word in enumerate(table.words)}
