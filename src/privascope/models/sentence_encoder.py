"""Sentences as vectors whose dot product says how alike they are in meaning."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.models.batching import length_batches, padded
from privascope.models.onnx import load_session, load_tokenizer, run

FOLDER = Path(__file__).parent / "sentence_encoder"
SIZE = 384
_LONGEST = 256


def encode(texts: Sequence[str], folder: Path = FOLDER) -> npt.NDArray[np.float32]:
    """One row of length 1 for each text."""
    vectors = np.zeros((len(texts), SIZE), dtype=np.float32)
    if not texts:
        return vectors
    session, tokenizer = load_session(folder), load_tokenizer(folder)
    start, end = (tokenizer.token_to_id(mark) or 0 for mark in ("[CLS]", "[SEP]"))
    rows = [
        [start, *encoding.ids[: _LONGEST - 2], end]
        for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)
    ]
    for numbers in length_batches([len(row) for row in rows]):
        ids = padded([rows[number] for number in numbers])
        mask = padded([[1] * len(rows[number]) for number in numbers])
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        vectors[numbers] = run(session, inputs)[0]
    return vectors
