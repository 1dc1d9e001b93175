"""Translation by a pair of Marian models, such as English to German and back, as in the paper."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from privascope.errors import MissingExtraError, PrivascopeError

_LONGEST = 200
_SECONDS = 10.0


@dataclass(slots=True)
class Marian:
    """English into another language and back, by a model each."""

    name: str
    to: str
    fro: str

    def there(self, text: str) -> str:
        """The text in the other language."""
        return _translated(self.to, text)

    def back(self, text: str) -> str:
        """A text of the other language in English."""
        return _translated(self.fro, text)


def marian_called(names: str) -> Marian:
    """The translator of two models with a comma between them, there and back."""
    models = [name.strip() for name in names.split(",") if name.strip()]
    if len(models) != 2:
        raise PrivascopeError(
            "two translation models are needed, there and back, with a comma between them, not "
            f"{names!r}"
        )
    return Marian(f"Marian ({' and '.join(Path(model).name for model in models)})", *models)


@lru_cache(maxsize=2)
def _loaded(model: str) -> tuple[Any, Any]:
    try:
        import sentencepiece  # noqa: F401
        import torch  # noqa: F401
        from transformers import MarianMTModel, MarianTokenizer
    except ImportError as error:
        raise MissingExtraError("Translating with Marian models", "translation") from error
    try:
        return MarianTokenizer.from_pretrained(model), MarianMTModel.from_pretrained(model)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).strip().split("\n")[0]
        raise PrivascopeError(
            f"the translation model {model} cannot be loaded ({reason})"
        ) from error


@lru_cache(maxsize=2000)
def _translated(model: str, text: str) -> str:
    if not text.strip():
        return ""
    import torch

    tokenizer, network = _loaded(model)
    with torch.inference_mode():
        made = network.generate(
            **tokenizer([text], return_tensors="pt", truncation=True, max_length=_LONGEST),
            max_new_tokens=_LONGEST,
            max_time=_SECONDS,
        )
    return str(tokenizer.decode(made[0], skip_special_tokens=True))
