"""Reads BERT's weights from an ONNX file, for base encoders published in no other form."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from privascope.errors import MissingExtraError, PrivascopeError

if TYPE_CHECKING:
    from transformers import BertModel

# Where exporters for browsers put it, below the folder with config.json and tokenizer.json.
ONNX_FILE = "onnx/model.onnx"
# An exporter names biases and norms, but a matrix only by the node that multiplies with it.
_PRODUCT = "/MatMul"
# A quantised matrix, and after how many nodes at most its bias is added.
_QUANTISED = "_quantized"
_STEPS_TO_BIAS = 4

_Weights: TypeAlias = "dict[str, np.ndarray[Any, np.dtype[np.float32]]]"


def bert_from_onnx(folder: Path) -> "BertModel":
    """The BERT of a folder with config.json and onnx/model.onnx, ready to be trained."""
    from transformers import BertConfig, BertModel

    config = BertConfig.from_pretrained(folder, local_files_only=True)
    encoder = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    weights = onnx_weights(folder / ONNX_FILE)
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


def onnx_weights(path: Path) -> "_Weights":
    """The weights of an ONNX file by the names that they have in PyTorch."""
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
    named |= _whole_numbers(graph, stored)
    return {name.removeprefix("bert."): value for name, value in named.items()}


def _whole_numbers(graph: Any, stored: "Mapping[str, np.ndarray[Any, Any]]") -> "_Weights":
    """The weights that are kept as whole numbers with a scale, as quantised models do."""
    found = {
        name.removesuffix(_QUANTISED): _scaled(stored, name)
        for name in stored
        if name.endswith(f"embeddings.weight{_QUANTISED}")
    }
    users: dict[str, list[Any]] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in stored:
            bias = _bias_added_to(node, users, stored)
            if bias:
                weight = f"{bias.removesuffix('bias')}weight"
                found[weight] = _scaled(stored, node.input[1]).T
    return found


def _scaled(
    stored: "Mapping[str, np.ndarray[Any, Any]]", name: str
) -> "np.ndarray[Any, np.dtype[np.float32]]":
    plain = name.removesuffix(_QUANTISED)
    centre, scale = stored[f"{plain}_zero_point"], stored[f"{plain}_scale"]
    return np.asarray((stored[name].astype(np.float32) - centre) * scale, dtype=np.float32)


def _bias_added_to(
    node: Any, users: "Mapping[str, list[Any]]", stored: "Mapping[str, np.ndarray[Any, Any]]"
) -> str:
    """The name of the bias that is added to a product, a few scalings later."""
    output = node.output[0]
    for _ in range(_STEPS_TO_BIAS):
        following = users.get(output, [])
        if not following:
            return ""
        if following[0].op_type == "Add":
            names = [name for name in following[0].input if name in stored]
            return next((name for name in names if name.endswith("bias")), "")
        output = following[0].output[0]
    return ""
