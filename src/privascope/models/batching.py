"""Rows of tokens in batches of like length."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

# Tokens in one batch: small enough for the processor's cache, large enough to keep it busy.
BATCH_TOKENS = 2048


def length_batches(lengths: Sequence[int], tokens: int = BATCH_TOKENS) -> list[list[int]]:
    """Numbers of rows in batches of like length that hold at most so many tokens when padded."""
    batches: list[list[int]] = []
    for number in np.argsort(np.asarray(lengths), kind="stable").tolist():
        if batches and (len(batches[-1]) + 1) * lengths[number] <= tokens:
            batches[-1].append(number)
        else:
            batches.append([number])
    return batches


def padded(rows: Sequence[Sequence[int]]) -> Ints:
    """Rows as one table, filled up with 0 at the right."""
    table = np.zeros((len(rows), max(map(len, rows), default=0)), dtype=np.int64)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table
