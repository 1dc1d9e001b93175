"""BERT's weights from an ONNX file, for base encoders that are published in no other form."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from privascope.errors import MissingExtraError, PrivascopeError

if TYPE_CHECKING:
    from transformers import BertModel

# Where exporters for browsers put it, below the folder with config.json and tokenizer.json.
ONNX_FILE = "onnx/model.onnx"
# An exporter names biases and norms, but a matrix only by the node that multiplies with it.
_PRODUCT = "/MatMul"


def bert_from_onnx(folder: Path) -> "BertModel":
    """The BERT of a folder with config.json and onnx/model.onnx, ready to be trained."""
    from transformers import BertConfig, BertModel

    config = BertConfig.from_pretrained(folder, local_files_only=True)
    encoder = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    weights = _weights(folder / ONNX_FILE)
    own = encoder.state_dict()
    wrong = [
        name
        for name, value in own.items()
        if name not in weights or weights[name].shape != value.shape
    ]
    if wrong:
        raise PrivascopeError(f"{ONNX_FILE} lacks {wrong[0]} and {len(wrong) - 1} more")
    encoder.load_state_dict({name: torch.from_numpy(weights[name].copy()) for name in own})
    return encoder


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
