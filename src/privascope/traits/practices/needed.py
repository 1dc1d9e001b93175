"""Words without which a practice that a model found is taken for another."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from privascope.traits.practices.practice import Practice
from privascope.traits.practices.sentence import sentence_around

_FILE = Path(__file__).with_name("needed.toml")


@dataclass(frozen=True, slots=True)
class Needed:
    """Words that a practice's sentence must hold; what is empty fits every practice."""

    category: str
    attribute: str
    value: str
    words: re.Pattern[str]

    def concerns(self, practice: Practice) -> bool:
        """Whether the practice needs them."""
        return (
            self.category in ("", practice.category)
            and self.attribute in ("", practice.attribute)
            and self.value in ("", practice.value)
        )


@cache
def needed_words() -> tuple[Needed, ...]:
    """All of them, as the file has them."""
    return tuple(
        Needed(
            entry.get("category", ""),
            entry.get("attribute", ""),
            entry.get("value", ""),
            re.compile(entry["words"], re.IGNORECASE),
        )
        for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["needed"]
    )


def is_backed(practice: Practice, text: str) -> bool:
    """Whether the words that a practice needs stand in its sentence."""
    needed = [one for one in needed_words() if one.concerns(practice)]
    if not needed:
        return True
    start, end = sentence_around(text, practice.start, practice.end)
    return all(one.words.search(text[start:end]) for one in needed)
