"""Back-translation: a question translated to another language and back."""

import shutil
import subprocess
from functools import lru_cache
from typing import Protocol

from privascope.answer.expand.expansion import Expanded
from privascope.answer.words import words_of

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
    """The question after translation there and back; a note if there is no translator."""
    translator = translator or installed_translator()
    if translator is None:
        return Expanded(
            (), "Back-translation was skipped: install Apertium (Debian: apertium-eng-spa)."
        )
    try:
        text = translator.back(translator.there(question[:_LONGEST]))
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError) as error:
        return Expanded((), f"Back-translation failed: {error}")
    # Apertium marks the words that it does not know.
    text = " ".join(text.replace("*", "").replace("#", "").replace("@", "").split())
    same = not text or words_of(text) == words_of(question)
    return Expanded(() if same else (text,))


@lru_cache(maxsize=1)
def installed_translator() -> Translator | None:
    """Apertium, if its command and both directions are there."""
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
