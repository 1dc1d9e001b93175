import numpy as np
import pytest

pytest.importorskip("torch")

from privascope.learn.batches import by_length, length_batches, padded

LENGTHS = np.random.default_rng(0).integers(3, 90, 1003).tolist()


def test_every_row_stands_in_one_batch_of_like_rows() -> None:
    batches = length_batches(LENGTHS, size=16, seed=1, epoch=0)
    assert sorted(row for batch in batches for row in batch) == list(range(1003))
    assert max(map(len, batches)) == 16
    waste = [max(LENGTHS[row] for row in one) - min(LENGTHS[row] for row in one) for one in batches]
    assert np.median(waste) < 5


def test_the_order_depends_on_seed_and_epoch_alone() -> None:
    assert length_batches(LENGTHS, size=16, seed=1, epoch=0) == length_batches(
        LENGTHS, size=16, seed=1, epoch=0
    )
    orders = {
        str(length_batches(LENGTHS, size=16, seed=seed, epoch=epoch))
        for seed, epoch in [(1, 0), (1, 1), (2, 0), (2, 1)]
    }
    assert len(orders) == 4


def test_the_longest_come_first() -> None:
    batches = by_length([5, 9, 1, 7], size=3)
    assert batches == [[1, 3, 0], [2]]


def test_rows_are_filled_up() -> None:
    assert padded([[1, 2], [3]], fill=-1).tolist() == [[1, 2], [3, -1]]
