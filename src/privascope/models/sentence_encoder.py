"""Encodes sentences as vectors whose dot product is their similarity in meaning."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.models.batching import length_batches, token_inputs
from privascope.models.onnx import load_session, load_tokenizer, run_batches

FOLDER = Path(__file__).parent / "sentence_encoder"
SIZE = 384
LONGEST = 256


def encode(
    texts: Sequence[str], folder: Path | None = None, size: int = SIZE, longest: int = LONGEST
) -> npt.NDArray[np.float32]:
    """A vector of length 1 for each text, of which this many tokens are read."""
    folder = folder or FOLDER
    vectors = np.zeros((len(texts), size), dtype=np.float32)
    if not texts:
        return vectors
    session, tokenizer = load_session(folder), load_tokenizer(folder)
    start, end = (tokenizer.token_to_id(mark) or 0 for mark in ("[CLS]", "[SEP]"))
    rows = [
        [start, *encoding.ids[: longest - 2], end]
        for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)
    ]
    batches = length_batches([len(row) for row in rows])
    inputs = (token_inputs([rows[number] for number in numbers]) for numbers in batches)
    for numbers, outputs in zip(batches, run_batches(session, inputs), strict=True):
        vectors[numbers] = outputs[0]
    return vectors
