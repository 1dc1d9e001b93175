"""Runs a pair model on questions and sentences: relevance and answer span."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.models.batching import length_batches, token_inputs
from privascope.models.onnx import load_session, load_tokenizer, run_batches
from privascope.models.pair_tokens import LONGEST_SENTENCE, PairTokenizer, PairTokens

Floats = npt.NDArray[np.float32]


def read_pairs(
    folder: Path,
    questions: Sequence[str],
    sentences: Sequence[str],
    before: Sequence[str] | None = None,
    longest: int = LONGEST_SENTENCE,
) -> tuple[Floats, list[Floats], list[PairTokens]]:
    """The relevance of each pair, its tokens' logits of start and end, and its tokens."""
    relevance = np.zeros(len(sentences), dtype=np.float32)
    spans: list[Floats] = [np.zeros((0, 2), dtype=np.float32)] * len(sentences)
    if not sentences:
        return relevance, spans, []
    session = load_session(folder)
    tokens = PairTokenizer(load_tokenizer(folder), longest)(questions, sentences, before)
    batches = length_batches([len(pair.ids) for pair in tokens])
    inputs = (
        token_inputs([tokens[n].ids for n in numbers], [tokens[n].types for n in numbers])
        for numbers in batches
    )
    for numbers, (logits, *places) in zip(batches, run_batches(session, inputs), strict=True):
        relevance[numbers] = logits
        # A classifier says nothing about places.
        for row, number in enumerate(numbers if places else ()):
            spans[number] = places[0][row, : len(tokens[number].ids)]
    return relevance, spans, tokens
