"""The files of a base encoder's folder, as transformers and sentence-transformers read them."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from privascope.errors import PrivascopeError
from privascope.learn.onnx_base import ONNX_FILE
from privascope.learn.storing import write_whole

CONFIG, TOKENIZER = "config.json", "tokenizer.json"
TOKENIZER_CONFIG, MODULES, CARD = "tokenizer_config.json", "modules.json", "README.md"
_SAFE, _PICKLED = "model.safetensors", "pytorch_model.bin"
_INDEX = ".index.json"
# What a tokenizer that has no tokenizer.json may be made from.
_SLOW = ("vocab.txt", "vocab.json", "spm.model", "sentencepiece.bpe.model", "spiece.model")
_MARKS = {
    "mask_token": ("[MASK]", "<mask>"),
    "pad_token": ("[PAD]", "<pad>"),
    "unk_token": ("[UNK]", "<unk>"),
}
_NO_LIMIT = 10**9


def weight_files(folder: Path) -> list[str]:
    """The files with the weights: whole or sharded, safetensors first, then torch's, then ONNX."""
    for name in (_SAFE, _PICKLED):
        if (folder / name).is_file():
            return [name]
        if (folder / f"{name}{_INDEX}").is_file():
            return [f"{name}{_INDEX}", *_shards(folder / f"{name}{_INDEX}")]
    return [ONNX_FILE] if (folder / ONNX_FILE).is_file() else [_SAFE]


def _shards(index: Path) -> list[str]:
    try:
        table = json.loads(index.read_bytes())["weight_map"]
        return sorted({str(name) for name in table.values()})
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise PrivascopeError(f"{index} is damaged ({error!r})") from error


def tokenizer_files(folder: Path) -> list[str]:
    """The files that the tokenizer is made from; tokenizer.json if there is no other."""
    if (folder / TOKENIZER).is_file():
        return [TOKENIZER]
    return [name for name in _SLOW if (folder / name).is_file()] or [TOKENIZER]


def check_folder(folder: Path) -> None:
    """PrivascopeError names the file that a folder lacks, or that cannot be read safely."""
    weights = weight_files(folder)
    for file in (*weights, CONFIG, *tokenizer_files(folder)):
        if not (folder / file).is_file():
            raise PrivascopeError(f"{folder} is no base encoder: it has no {file}")
    for file in weights:
        if file.endswith(".bin"):
            _check_pickle(folder / file)


def _check_pickle(path: Path) -> None:
    """torch's safe loader reads tensors and nothing else; a pickle may run any program."""
    import torch

    try:
        torch.load(path, map_location="cpu", weights_only=True, mmap=True)
    except Exception as error:
        first = (str(error).splitlines() or [repr(error)])[0]
        raise PrivascopeError(
            f"{path} is refused: torch's safe loader does not read it ({first}). "
            f"Weights as {_SAFE} are safe"
        ) from error


def folder_digest(folder: Path) -> str:
    """The name of exactly these weights with this tokenizer."""
    digest = hashlib.blake2b(digest_size=8)
    for file in (CONFIG, *tokenizer_files(folder), *weight_files(folder)):
        try:
            digest.update((folder / file).read_bytes())
        except OSError as error:
            raise PrivascopeError(f"{folder} is no base encoder: it has no {file}") from error
    return digest.hexdigest()


def folder_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a folder; one without tokenizer.json is converted from its vocabulary."""
    if (folder / TOKENIZER).is_file():
        return Tokenizer.from_file(str(folder / TOKENIZER))
    return published_tokenizer(str(folder), local_files_only=True)


def published_tokenizer(name: str, **more: Any) -> Tokenizer:
    """The tokenizer of a published model, in its fast form."""
    from transformers import AutoTokenizer

    found = AutoTokenizer.from_pretrained(name, use_fast=True, **more)
    fast: Tokenizer | None = getattr(found, "backend_tokenizer", None)
    if fast is None:
        raise PrivascopeError(f"the tokenizer of {name} has no fast form (tokenizer.json)")
    return fast


def special_tokens(tokenizer: Tokenizer) -> dict[str, str]:
    """The tokens that begin, separate, mask and fill, by the names that transformers gives them."""
    ids = tokenizer.encode("").ids
    found = {}
    if len(ids) >= 2:
        found = {
            "cls_token": str(tokenizer.id_to_token(ids[0])),
            "sep_token": str(tokenizer.id_to_token(ids[-1])),
        }
    for name, known in _MARKS.items():
        token = next((one for one in known if tokenizer.token_to_id(one) is not None), None)
        if token:
            found[name] = token
    return found


def write_tokenizer(folder: Path, tokenizer: Tokenizer, *, types: bool, positions: int) -> None:
    """Write a tokenizer so that ours and transformers' loaders read the same one."""
    plain = Tokenizer.from_str(tokenizer.to_str())
    plain.no_padding()
    plain.no_truncation()
    inputs = ["input_ids", *(["token_type_ids"] if types else []), "attention_mask"]
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": positions or _NO_LIMIT,
        "model_input_names": inputs,
        **special_tokens(plain),
    }
    write_whole(folder / TOKENIZER, plain.to_str().encode())
    write_whole(folder / TOKENIZER_CONFIG, json.dumps(settings, indent=2).encode())


def write_modules(folder: Path, modules: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Say which of sentence-transformers' modules follow the encoder, with their settings."""
    kinds = [("Transformer", {}), *modules]
    table = []
    for number, (kind, settings) in enumerate(kinds):
        path = f"{number}_{kind}" if number else ""
        table.append(
            {
                "idx": number,
                "name": str(number),
                "path": path,
                "type": f"sentence_transformers.models.{kind}",
            }
        )
        if path:
            write_whole(folder / path / CONFIG, json.dumps(settings, indent=2).encode())
    write_whole(folder / MODULES, json.dumps(table, indent=2).encode())


def write_card(folder: Path, title: str, lines: Sequence[str]) -> None:
    """Write the model card: what the model is, and how it is loaded without Privascope."""
    text = "\n".join(["---", "language: en", "---", f"# {title}", "", *lines, ""])
    write_whole(folder / CARD, text.encode())
