"""The heads of a trained model: stored in a file of their own beside its encoder."""

from pathlib import Path

from tokenizers import Tokenizer
from torch import nn
from transformers import PreTrainedModel

from privascope.errors import PrivascopeError
from privascope.learn.base import Base, load_base, save_base, write_whole

HEADS = "heads.safetensors"


def load_pair_base(folder: str, kind: str) -> Base:
    """The base of a model that tells a question from a sentence, which BERT's token types do."""
    base = load_base(folder)
    if getattr(base.encoder.config, "type_vocab_size", 0) < 2:
        raise PrivascopeError(
            f"{folder} is of the kind {base.encoder.config.model_type}, which cannot tell a "
            f"question from a sentence: a {kind} needs an encoder with two token types, such as "
            "BERT's"
        )
    return base


def load_heads(folder: str, model: nn.Module, kind: str) -> bool:
    """Puts the heads of a folder into a model; false for a base encoder, which has none."""
    from safetensors.torch import load

    heads = Path(folder) / HEADS
    if not heads.is_file():
        return False
    missing, unknown = model.load_state_dict(load(heads.read_bytes()), strict=False)
    if unknown or any(not name.startswith("encoder.") for name in missing):
        raise PrivascopeError(f"{folder} holds another kind of model than a {kind}")
    return True


def save_with_heads(
    folder: Path, model: nn.Module, encoder: PreTrainedModel, tokenizer: Tokenizer
) -> None:
    """Writes the heads of a model, then its encoder with the tokenizer."""
    from safetensors.torch import save

    tensors = {
        key: value.detach().cpu().contiguous()
        for key, value in model.state_dict().items()
        if not key.startswith("encoder.")
    }
    write_whole(folder / HEADS, save(tensors))
    save_base(folder, encoder, tokenizer)
