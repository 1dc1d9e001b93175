"""A practice model from its exported form, so that training can go on from what is shipped."""

import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from privascope.data.digests import file_digest
from privascope.errors import DataError
from privascope.learn.base import Base, device
from privascope.learn.onnx_base import onnx_weights
from privascope.learn.practice_model import LABELS, Known, PracticeModel
from privascope.models.onnx import MODEL, TOKENIZER

_ENCODER = "encoder."
# BERT's heads have this many dimensions each in the encoders that are shipped.
_OF_A_HEAD = 32


def practices_from_onnx(folder: Path) -> tuple[PracticeModel, Base, Known]:
    """The model of a folder that `export_practices` wrote, its rounded weights as they are."""
    try:
        labels = json.loads((folder / LABELS).read_text())
        known = Known(
            tuple((str(c), str(a), str(v)) for c, a, v in labels["values"]),
            tuple(labels["statements"]),
            tuple(labels["denials"]),
        )
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{folder} holds no exported practice model ({error})") from error
    weights = {
        name: torch.from_numpy(own.copy())
        for name, own in onnx_weights(folder / MODEL).items()
        if name.endswith((".weight", ".bias"))
    }
    encoder = _encoder(weights)
    base = Base(str(folder), file_digest(folder / MODEL), encoder, tokenizer)
    model = PracticeModel(base, known)
    heads = {
        name: own for name, own in weights.items() if name.startswith(("categories.", "statements"))
    }
    # What each value shares with others is in its own weights by now.
    heads["values.alone.weight"] = weights["values.weight"]
    heads["values.bias"] = weights["values.bias"]
    for shared in (model.values.of_category, model.values.of_pair):
        torch.nn.init.zeros_(shared.weight)
    missing = model.load_state_dict(heads, strict=False)
    if missing.unexpected_keys:
        raise DataError(f"{folder} has a head that is not known: {missing.unexpected_keys[0]}")
    return model, base, known


def _encoder(weights: dict[str, torch.Tensor]) -> Any:
    own = {
        name.removeprefix(_ENCODER): value
        for name, value in weights.items()
        if name.startswith(_ENCODER)
    }
    words = own["embeddings.word_embeddings.weight"]
    layers = {name.split(".")[2] for name in own if name.startswith("encoder.layer.")}
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=words.shape[1],
        num_hidden_layers=len(layers),
        num_attention_heads=words.shape[1] // _OF_A_HEAD,
        intermediate_size=len(own["encoder.layer.0.intermediate.dense.bias"]),
        max_position_embeddings=len(own["embeddings.position_embeddings.weight"]),
    )
    encoder = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    encoder.load_state_dict(own)
    encoder.embeddings.requires_grad_(False)
    encoder.to(device())  # type: ignore[arg-type]
    return encoder
