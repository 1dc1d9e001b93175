"""A base encoder from an ONNX file: BERT's weights as a folder that `load_base` reads."""

from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from privascope.errors import MissingExtraError, PrivascopeError
from privascope.learn.base import save_base

# An exporter names biases and norms, but a matrix only by the node that multiplies with it.
_PRODUCT = "/MatMul"


def base_from_onnx(source: Path, folder: Path) -> None:
    """Write the BERT of `source` (config.json, tokenizer.json, onnx/model.onnx) to `folder`."""
    from transformers import BertConfig, BertModel

    try:
        config = BertConfig.from_pretrained(source, local_files_only=True)
        tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    except Exception as error:
        raise PrivascopeError(f"{source}: no BERT with its tokenizer ({error})") from error
    encoder = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    weights = _weights(source / "onnx" / "model.onnx")
    own = encoder.state_dict()
    wrong = [
        name
        for name, value in own.items()
        if name not in weights or weights[name].shape != value.shape
    ]
    if wrong:
        raise PrivascopeError(f"{source}: the ONNX file lacks {wrong[0]} and {len(wrong) - 1} more")
    encoder.load_state_dict({name: torch.from_numpy(weights[name].copy()) for name in own})
    save_base(folder, encoder, tokenizer)


def _weights(path: Path) -> "dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]":
    try:
        import onnx
        from onnx import numpy_helper
    except ImportError as error:
        raise MissingExtraError("Reading ONNX weights", "train") from error
    try:
        graph = onnx.load(str(path)).graph
    except Exception as error:
        raise PrivascopeError(f"{path} cannot be read as ONNX ({error})") from error
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    named = {name: value for name, value in stored.items() if value.dtype == np.float32}
    for node in graph.node:
        if node.op_type == "MatMul" and node.name.endswith(_PRODUCT) and node.input[1] in stored:
            name = node.name.removesuffix(_PRODUCT).strip("/").replace("/", ".")
            named[f"{name}.weight"] = stored[node.input[1]].T
    return named
