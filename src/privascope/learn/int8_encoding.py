"""A retriever's sentences as vectors by int8 ONNX: on a processor quicker than torch."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.learn.base import Base, device
from privascope.learn.bi_encoder import BiEncoder
from privascope.learn.export import export
from privascope.learn.retriever import LONGEST, Retriever
from privascope.models.batching import length_batches, padded
from privascope.models.onnx import MODEL, TOKENIZER, load_session, load_tokenizer, run

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def sentence_encoding(retriever: Retriever, folder: Path) -> tuple[str, Encode]:
    """How sentences are encoded best here, and a function that does it.

    The int8 model is kept in `folder`. On a graphics card, and for encoders that are not built as
    BERT is, torch does it.
    """
    encoder = retriever.towers.sentences
    if device().type != "cpu" or encoder.config.model_type != "bert":
        return "torch", retriever.encode_sentences
    place = folder / f"int8-{retriever.digest}"
    if not all((place / name).exists() for name in (MODEL, TOKENIZER)):
        model = BiEncoder(Base("", retriever.digest, encoder, retriever.tokenizer))
        export(model, retriever.tokenizer, ("vector",), place)
    size = int(encoder.config.hidden_size)
    return "int8", lambda texts: _encode(place, texts, size)


def _encode(place: Path, texts: Sequence[str], size: int) -> NDArray[np.float32]:
    session, tokenizer = load_session(place), load_tokenizer(place)
    start, end = (tokenizer.token_to_id(mark) or 0 for mark in ("[CLS]", "[SEP]"))
    rows = [
        [start, *encoding.ids[: LONGEST - 2], end]
        for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)
    ]
    vectors = np.zeros((len(texts), size), dtype=np.float32)
    for numbers in length_batches([len(row) for row in rows]):
        ids = padded([rows[number] for number in numbers])
        mask = padded([[1] * len(rows[number]) for number in numbers])
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        vectors[numbers] = run(session, inputs)[0]
    return vectors
