"""Batches of rows of similar length, reshuffled in each epoch, reproducible by the seed."""

from collections.abc import Sequence

import numpy as np
import torch
from tokenizers import Encoding

# How many batches are drawn at random before their rows are sorted by length.
_POOL = 50


def length_batches(lengths: Sequence[int], *, size: int, seed: int, epoch: int) -> list[list[int]]:
    """Numbers of rows in batches of at most `size`, rows of like length together."""
    chance = np.random.default_rng((seed, epoch))
    order = chance.permutation(len(lengths))
    measured = np.asarray(lengths)
    batches = []
    for start in range(0, len(order), size * _POOL):
        pool = order[start : start + size * _POOL]
        pool = pool[np.argsort(measured[pool], kind="stable")]
        batches += [pool[at : at + size].tolist() for at in range(0, len(pool), size)]
    return [batches[number] for number in chance.permutation(len(batches))]


def by_length(lengths: Sequence[int], *, size: int) -> list[list[int]]:
    """Numbers of rows in batches, the longest first: for passes in which order does not matter."""
    order = np.argsort(-np.asarray(lengths), kind="stable")
    return [order[at : at + size].tolist() for at in range(0, len(order), size)]


def model_inputs(
    encodings: Sequence[Encoding], device: torch.device | None = None
) -> dict[str, torch.Tensor]:
    """Token numbers, mask and types of a batch, padded to its longest row."""
    return {
        "input_ids": padded([encoding.ids for encoding in encodings], device),
        "attention_mask": padded([encoding.attention_mask for encoding in encodings], device),
        "token_type_ids": padded([encoding.type_ids for encoding in encodings], device),
    }


def padded(
    rows: Sequence[Sequence[int]], device: torch.device | None = None, *, fill: int = 0
) -> torch.Tensor:
    """Rows of numbers as one table, padded on the right."""
    table = np.full((len(rows), max(map(len, rows), default=0)), fill, dtype=np.int64)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return torch.from_numpy(table).to(device)
