"""Batches that are read at once come back in order, and no more are taken than needed."""

from collections.abc import Iterator

import numpy as np
import pytest

from privascope.models import sentence_encoder
from privascope.models.batching import length_batches, token_inputs
from privascope.models.onnx import Inputs, load_session, run, run_batches

ROWS = [[101 + number % 7] * (3 + number % 5) for number in range(40)]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_outputs_come_in_the_order_of_their_batches(
    monkeypatch: pytest.MonkeyPatch, threads: str
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    session = load_session(sentence_encoder.FOLDER)
    inputs = [token_inputs([row]) for row in ROWS]
    together = list(run_batches(session, inputs))
    assert len(together) == len(ROWS)
    for one, own in zip(together, inputs, strict=True):
        np.testing.assert_array_equal(one[0], run(session, own)[0])


def test_batches_are_taken_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    taken = 0

    def batches() -> Iterator[Inputs]:
        nonlocal taken
        for row in ROWS:
            taken += 1
            yield token_inputs([row])

    outputs = run_batches(load_session(sentence_encoder.FOLDER), batches())
    next(outputs)
    assert taken < 10
    outputs.close()  # type: ignore[attr-defined]


def test_an_error_in_one_batch_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    broken = {"input_ids": np.zeros((1, 3), dtype=np.int64)}
    with pytest.raises(ValueError, match="attention_mask"):
        list(run_batches(load_session(sentence_encoder.FOLDER), [token_inputs([ROWS[0]]), broken]))


def test_padding_is_masked_and_rows_of_like_length_stand_together() -> None:
    inputs = token_inputs([[5, 6], [7]], [[0, 1], [0]])
    assert inputs["input_ids"].tolist() == [[5, 6], [7, 0]]
    assert inputs["attention_mask"].tolist() == [[1, 1], [1, 0]]
    assert inputs["token_type_ids"].tolist() == [[0, 1], [0, 0]]
    assert length_batches([9, 1, 9, 1], 20) == [[1, 3], [0, 2]]
