"""Back-translation: a question translated to another language and back."""

import os
import shutil
import subprocess
from functools import lru_cache
from typing import Protocol

from privascope.answer.expand.expansion import Expanded
from privascope.answer.words import words_of
from privascope.errors import PrivascopeError

# Two Marian models, there and back: folders or names on the model hub.
MODELS_VARIABLE = "PRIVASCOPE_TRANSLATION"
HOW_TO_GET_ONE = (
    "install Apertium (Debian: apertium-eng-spa), or name two Marian models, there and back, in "
    f"{MODELS_VARIABLE}, such as Helsinki-NLP/opus-mt-en-de,Helsinki-NLP/opus-mt-de-en"
)
_SECONDS = 10
_LONGEST = 500


class Translator(Protocol):
    """Translates a text into another language and back."""

    name: str

    def there(self, text: str) -> str:
        """The text in the other language."""
        ...

    def back(self, text: str) -> str:
        """A text of the other language in English."""
        ...


class Apertium:
    """English and Spanish by the Apertium engine, where its command and its pair are installed."""

    name = "apertium"

    def there(self, text: str) -> str:
        """The text in Spanish."""
        return _run("eng-spa", text)

    def back(self, text: str) -> str:
        """A Spanish text in English."""
        return _run("spa-eng", text)


def translated_back(question: str, translator: Translator | None = None) -> Expanded:
    """The question translated there and back; a note where there is no translator."""
    try:
        translator = translator or installed_translator()
        if translator is None:
            return Expanded((), f"Back-translation was skipped: {HOW_TO_GET_ONE}.")
        text = translator.back(translator.there(question[:_LONGEST]))
    except subprocess.TimeoutExpired:
        return Expanded((), f"Back-translation was skipped: it took over {_SECONDS} seconds.")
    except (OSError, ValueError, subprocess.SubprocessError, PrivascopeError) as error:
        return Expanded((), f"Back-translation failed: {error}")
    # Apertium marks the words that it does not know.
    text = " ".join(text.replace("*", "").replace("#", "").replace("@", "").split())
    same = not text or words_of(text) == words_of(question)
    return Expanded(() if same else (text,))


@lru_cache(maxsize=1)
def installed_translator() -> Translator | None:
    """The Marian models that a variable names, else Apertium with both its directions."""
    if names := os.environ.get(MODELS_VARIABLE):
        from privascope.answer.expand.marian import marian_called

        return marian_called(names)
    if shutil.which("apertium") is None:
        return None
    try:
        pairs = subprocess.run(
            ["apertium", "-l"], capture_output=True, timeout=_SECONDS, check=True
        ).stdout.decode()
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return Apertium() if {"eng-spa", "spa-eng"} <= set(pairs.split()) else None


@lru_cache(maxsize=2000)
def _run(pair: str, text: str) -> str:
    done = subprocess.run(
        ["apertium", "-u", pair],
        input=text.encode(),
        capture_output=True,
        timeout=_SECONDS,
        check=True,
    )
    return done.stdout.decode()
