"""Translators for back-translated positives: a program, or a translation model of transformers."""

import shlex
import shutil
import subprocess
from functools import cached_property
from typing import Any

from privascope.answer.expand.translate import Translator, installed_translator
from privascope.errors import PrivascopeError

_SECONDS = 600
_LONGEST = 256


class Programs:
    """Two commands that read a text from standard input and write its translation."""

    def __init__(self, there: str, back: str) -> None:
        self.name = f"{there} | {back}"
        self._there, self._back = there, back

    def there(self, text: str) -> str:
        """The text in the other language."""
        return _run(self._there, text)

    def back(self, text: str) -> str:
        """A text of the other language in English."""
        return _run(self._back, text)


class Models:
    """Two translation models from a folder or the Hugging Face hub, such as opus-mt's."""

    def __init__(self, there: str, back: str) -> None:
        self.name = f"{there}, {back}"
        self._names = (there, back)

    def there(self, text: str) -> str:
        """The text in the other language, line by line."""
        return _by_line(self._loaded[0], text)

    def back(self, text: str) -> str:
        """A text of the other language in English, line by line."""
        return _by_line(self._loaded[1], text)

    @cached_property
    def _loaded(self) -> list[tuple[Any, Any]]:
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        try:
            return [
                (
                    AutoTokenizer.from_pretrained(name),
                    AutoModelForSeq2SeqLM.from_pretrained(name).eval(),
                )
                for name in self._names
            ]
        except Exception as error:
            first = (str(error).splitlines() or [repr(error)])[0]
            raise PrivascopeError(f"no translation model {self.name}: {first}") from error


def translator_of(recipe: tuple[str, str] | None) -> Translator | None:
    """The translator that a recipe names, else Apertium where it is installed."""
    if recipe is None:
        return installed_translator()
    there, back = recipe
    if shutil.which(shlex.split(there)[0]) and shutil.which(shlex.split(back)[0]):
        return Programs(there, back)
    return Models(there, back)


def _run(command: str, text: str) -> str:
    done = subprocess.run(
        shlex.split(command),
        input=text.encode(),
        capture_output=True,
        timeout=_SECONDS,
        check=True,
    )
    return done.stdout.decode()


def _by_line(loaded: tuple[Any, Any], text: str) -> str:
    import torch

    tokenizer, model = loaded
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if filled:
        inputs = tokenizer(
            [lines[number] for number in filled],
            return_tensors="pt",
            padding=True,
            truncation=True,
            max_length=_LONGEST,
        )
        inputs.pop("token_type_ids", None)
        with torch.inference_mode():
            made = model.generate(**inputs, max_new_tokens=_LONGEST)
        for number, own in zip(
            filled, tokenizer.batch_decode(made, skip_special_tokens=True), strict=True
        ):
            lines[number] = " ".join(own.split())
    return "\n".join(lines)
