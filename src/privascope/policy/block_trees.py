"""Small boosted trees read from an .npz file and walked by many blocks at once."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.logistic import logistic


@dataclass(frozen=True, slots=True)
class Trees:
    """Nodes of all trees in one row; a leaf leads to itself."""

    feature: NDArray[np.int64]
    threshold: NDArray[np.float32]
    children: NDArray[np.int64]
    value: NDArray[np.float32]
    roots: NDArray[np.int64]
    depth: int
    base: float

    def probabilities(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        """How likely each row is to be main text."""
        rows, columns = numbers.shape
        flat = np.ascontiguousarray(numbers).ravel()
        row_start = (np.arange(rows) * columns)[:, None]
        node = np.broadcast_to(self.roots, (rows, len(self.roots)))
        for _ in range(self.depth):
            above = flat.take(row_start + self.feature.take(node)) > self.threshold.take(node)
            node = self.children.take(2 * node + above)
        score = self.base + self.value.take(node).sum(axis=1)
        likely: NDArray[np.float32] = logistic(score).astype(np.float32)
        return likely


def read_trees(path: Path) -> Trees:
    """The trees of an .npz file."""
    with np.load(path, allow_pickle=False) as stored:
        return Trees(
            stored["feature"].astype(np.int64),
            stored["threshold"],
            stored["children"].astype(np.int64),
            stored["value"],
            stored["roots"].astype(np.int64),
            int(stored["depth"]),
            float(stored["base"]),
        )
