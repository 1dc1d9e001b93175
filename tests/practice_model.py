"""A tiny practice model of our own that goes by single words, in the form of the shipped one."""

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

from privascope.models.sentence_encoder import FOLDER as ENCODER
from privascope.traits.practices.taxonomy import segment_labels

FIRST, THIRD, KEPT = (
    "First Party Collection/Use",
    "Third Party Sharing/Collection",
    "Data Retention",
)
# The words that say a category, and those that say a value.
CATEGORIES = {
    "collect": FIRST,
    "use": FIRST,
    "share": THIRD,
    "keep": KEPT,
    "ask": "User Access, Edit and Deletion",
    "traffic": "Data Security",
    "children": "International and Specific Audiences",
    "officer": "Privacy contact information",
}
VALUES = {
    "location": [(FIRST, "Personal Information Type", "Location")],
    "name": [(FIRST, "Personal Information Type", "Contact")],
    "phone": [(FIRST, "Personal Information Type", "Contact")],
    "carriers": [(THIRD, "Third Party Entity", "Unnamed third party")],
    "years": [(KEPT, "Retention Period", "Stated Period")],
    "tax": [(KEPT, "Retention Period", "Unspecified")],
    "##book": [(FIRST, "Personal Information Type", "Contact")],
    "##s": [(FIRST, "Personal Information Type", "Contact")],
    "secret": [(FIRST, "Personal Information Type", "Health")],
}
NEVER_SAID = (FIRST, "Personal Information Type", "Health")
_YES, _NO = 4.0, -12.0


def make_model(folder: Path) -> Path:
    """Writes the model into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ENCODER / "tokenizer.json", folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    labels = list(segment_labels())
    values = sorted({triple for triples in VALUES.values() for triple in triples})
    categories = np.full((tokenizer.get_vocab_size(), len(labels)), _NO, dtype=np.float32)
    tokens = np.full((tokenizer.get_vocab_size(), len(values)), _NO, dtype=np.float32)
    assert all(tokenizer.token_to_id(word) for word in (*CATEGORIES, *VALUES))
    for word, label in CATEGORIES.items():
        categories[tokenizer.token_to_id(word), labels.index(label)] = _YES
    for word, triples in VALUES.items():
        for triple in triples:
            tokens[tokenizer.token_to_id(word), values.index(triple)] = _YES
    onnx.save(_graph(categories, tokens), str(folder / "model.onnx"))
    (folder / "labels.json").write_text(
        json.dumps(
            {
                "categories": labels,
                "values": values,
                "category_thresholds": [0.5] * len(labels),
                "value_thresholds": [None if v == NEVER_SAID else 0.5 for v in values],
            }
        )
    )
    return folder


def _graph(categories: np.ndarray, tokens: np.ndarray) -> onnx.ModelProto:
    rows = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    nodes = [
        helper.make_node("Gather", ["token_table", "input_ids"], ["values"]),
        helper.make_node("Gather", ["category_table", "input_ids"], ["said"]),
        helper.make_node("ReduceMax", ["said"], ["categories"], axes=[1], keepdims=0),
    ]
    outputs = [
        helper.make_tensor_value_info("categories", TensorProto.FLOAT, ["batch", None]),
        helper.make_tensor_value_info("values", TensorProto.FLOAT, ["batch", "length", None]),
    ]
    tables = [
        numpy_helper.from_array(categories, "category_table"),
        numpy_helper.from_array(tokens, "token_table"),
    ]
    graph = helper.make_graph(nodes, "words", rows, outputs, tables)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
