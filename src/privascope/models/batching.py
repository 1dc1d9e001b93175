"""Batches of token rows of similar length."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

# Tokens in one batch: larger ones are not read faster, and more of them is padding.
BATCH_TOKENS = 160


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


def token_inputs(
    rows: Sequence[Sequence[int]], types: Sequence[Sequence[int]] | None = None
) -> dict[str, Ints]:
    """The inputs of a model for rows of tokens: ids, attention mask and types.

    Without types all tokens are of the first.
    """
    ids = padded(rows)
    return {
        "input_ids": ids,
        "attention_mask": padded([[1] * len(row) for row in rows]),
        "token_type_ids": np.zeros_like(ids) if types is None else padded(types),
    }
