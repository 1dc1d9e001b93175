"""Encodes a retriever's sentences by int8 ONNX, which is faster than torch on a CPU."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.learn.base import Base, device
from privascope.learn.bi_encoder import BiEncoder
from privascope.learn.export import export
from privascope.learn.retriever import LONGEST, Retriever
from privascope.models.onnx import MODEL, TOKENIZER
from privascope.models.sentence_encoder import encode

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
    return "int8", lambda texts: encode(texts, place, size, LONGEST)
