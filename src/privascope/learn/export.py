"""Exports trained models as int8 ONNX files that run without torch, with a reduced vocabulary."""

import json
import tempfile
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import nn

from privascope.data.rows import read_rows
from privascope.errors import PrivascopeError
from privascope.learn.base import load_base, write_whole
from privascope.learn.bi_encoder import BiEncoder
from privascope.learn.classifier import is_classifier, load_classifier
from privascope.learn.heads import HEADS
from privascope.learn.reader import TRAINED_ON, is_reader, load_reader
from privascope.learn.selector import load_selector
from privascope.models.onnx import MODEL, TOKENIZER
from privascope.models.reader import OUTPUTS

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_CONTINUED = "##"
# The fields of rows that contain text, and how much of it is read.
_TEXT_FIELDS = ("text", "markdown", "Query", "question")
_LONGEST_TEXT = 60_000


def export(
    model: nn.Module,
    tokenizer: Tokenizer,
    outputs: Sequence[str],
    folder: Path,
    *,
    kept: Collection[int] | None = None,
    int8: bool = True,
) -> None:
    """Write `model.onnx` and `tokenizer.json`; only the `kept` words of the vocabulary, if given.

    The model takes token numbers, mask and types, each batch x length, and has an `encoder` with
    BERT's embeddings.
    """
    model = model.cpu().eval()
    encoder: Any = model.encoder
    whole: nn.Embedding = encoder.get_input_embeddings()
    numbers = None
    if kept is not None and encoder.config.model_type != "bert":
        kind = encoder.config.model_type
        raise PrivascopeError(f"the vocabulary of an encoder of the kind {kind} cannot be cut")
    if kept is not None:
        # A tokenizer may know more words than the encoder has vectors.
        numbers = sorted(number for number in kept if number < whole.num_embeddings)
    try:
        if numbers is not None:
            encoder.set_input_embeddings(_rows(whole, numbers))
        with tempfile.TemporaryDirectory() as place:
            exact, small = Path(place) / "exact.onnx", Path(place) / "small.onnx"
            _write_onnx(model, outputs, exact)
            if int8:
                _quantise(exact, small)
            write_whole(folder / MODEL, (small if int8 else exact).read_bytes())
    finally:
        encoder.set_input_embeddings(whole)
    text = tokenizer.to_str() if numbers is None else pruned_tokenizer(tokenizer, numbers)
    write_whole(folder / TOKENIZER, text.encode())


def export_trained(
    trained: str,
    folder: Path,
    texts: Sequence[Path] = (),
    rarest: int = 20,
    words: Path | None = None,
) -> dict[str, int]:
    """Export what a stage wrote: a pair model if it has heads, else a sentence encoder.

    Of its vocabulary stay the words that `texts` use so often, or those of the exported model
    `words`; without either all of them.
    """
    heads = (Path(trained) / HEADS).is_file()
    model: nn.Module
    outputs: Sequence[str] = ("relevance", "span")
    if heads and is_reader(trained):
        model, base = load_reader(trained)
        outputs = OUTPUTS
    elif heads:
        model, base = load_selector(trained)
    elif is_classifier(trained):
        (model, base), outputs = load_classifier(trained), ("relevance",)
    else:
        base = load_base(trained)
        model, outputs = BiEncoder(base), ("vector",)
    kept = None
    if words is not None:
        kept = kept_words(base.tokenizer, words)
    elif texts:
        kept = used_words(base.tokenizer, _texts(texts), rarest)
    export(model, base.tokenizer, outputs, folder, kept=kept)
    if (listed := Path(trained) / TRAINED_ON).is_file():
        # Measuring looks there for what the model must not be judged on.
        write_whole(folder / TRAINED_ON, listed.read_bytes())
    return {
        "words": len(kept) if kept is not None else base.tokenizer.get_vocab_size(),
        "bytes": sum((folder / name).stat().st_size for name in (MODEL, TOKENIZER)),
    }


def _texts(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for row in read_rows(path):
            found = next((row[name] for name in _TEXT_FIELDS if row.get(name)), "")
            yield str(found)[:_LONGEST_TEXT]


def kept_words(tokenizer: Tokenizer, other: Path) -> set[int]:
    """The vocabulary's numbers of the words that another exported model kept."""
    if not (other / TOKENIZER).is_file():
        raise PrivascopeError(f"{other} holds no exported model: it has no {TOKENIZER}")
    words = Tokenizer.from_file(str(other / TOKENIZER)).get_vocab()
    return {number for word, number in tokenizer.get_vocab().items() if word in words}


def used_words(tokenizer: Tokenizer, texts: Iterable[str], rarest: int = 1) -> set[int]:
    """The vocabulary's numbers that texts use so often, with all pieces that words can be cut into.

    A whole word that is left out falls apart into pieces, so nothing becomes unknown.
    """
    counts: Counter[int] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == 1000:
            counts.update(_numbers(tokenizer, batch))
            batch = []
    counts.update(_numbers(tokenizer, batch))
    vocabulary = tokenizer.get_vocab()
    pieces = {
        number
        for word, number in vocabulary.items()
        if word in _SPECIAL or len(word.removeprefix(_CONTINUED)) == 1
    }
    return pieces | {number for number, count in counts.items() if count >= rarest}


def _numbers(tokenizer: Tokenizer, texts: list[str]) -> list[int]:
    encodings = tokenizer.encode_batch(texts, add_special_tokens=False)
    return [number for encoding in encodings for number in encoding.ids]


def pruned_tokenizer(tokenizer: Tokenizer, numbers: Sequence[int]) -> str:
    """The tokenizer with these words alone, numbered anew in their order."""
    content: dict[str, Any] = json.loads(tokenizer.to_str())
    words = {number: word for word, number in content["model"]["vocab"].items()}
    missing = [word for word in _SPECIAL if content["model"]["vocab"][word] not in set(numbers)]
    if missing:
        raise PrivascopeError(f"the vocabulary needs {', '.join(missing)}")
    place = {number: new for new, number in enumerate(numbers)}
    content["model"]["vocab"] = {words[number]: new for number, new in place.items()}
    for token in content["added_tokens"]:
        token["id"] = place[token["id"]]
    special = (content.get("post_processor") or {}).get("special_tokens", {})
    for entry in special.values():
        entry["ids"] = [place[number] for number in entry["ids"]]
    content["padding"] = content["truncation"] = None
    return json.dumps(content, ensure_ascii=False)


def _rows(embeddings: nn.Embedding, numbers: list[int]) -> nn.Embedding:
    weights = embeddings.weight.detach()[torch.tensor(numbers)]
    return nn.Embedding(len(numbers), weights.shape[1], _weight=weights)


def _write_onnx(model: nn.Module, outputs: Sequence[str], path: Path) -> None:
    example = torch.ones(2, 8, dtype=torch.int64)
    by_token = ("span", "tokens", *_INPUTS)
    axes = {
        name: {0: "batch", 1: "length"} if name in by_token else {0: "batch"}
        for name in (*_INPUTS, *outputs)
    }
    with warnings.catch_warnings():
        # The tracing exporter is called old, and warns of branches that BERT does not take.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (example, example, torch.zeros_like(example)),
            str(path),
            input_names=list(_INPUTS),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )


def _quantise(exact: Path, small: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    ready = exact.with_name("ready.onnx")
    quant_pre_process(str(exact), str(ready), skip_symbolic_shape=True)
    # A reduced range keeps the sums of processors without VNNI from overflowing.
    quantize_dynamic(
        str(ready), str(small), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8
    )
