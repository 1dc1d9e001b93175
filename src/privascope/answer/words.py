"""The words of questions and policies: as written, by stem, and which of them carry meaning."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from privascope.library.engines.word_forms import stem

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")

# Words that say nothing of what a question is about.
FUNCTION_WORDS = frozenset(
    "a about after all also am an and any anybody anyone anything anyway app are aren't as at be "
    "because been before being both but by can can't cannot company could did didn't do does "
    "doesn't doing don't done each either else ever every for from get gets getting give gives go "
    "goes going gonna got gotta had happen happens has hasn't have haven't having he he's hello "
    "her here hers hey hi him his how i i'd i'll i'm i've if in into is isn't it it's its just "
    "know let like lol made make makes making many may me mean means might mine more most much "
    "must my myself no nor not now of off ok okay on one or other our ours out over own please "
    "policy put really s same say says service shall she should site so some somebody someone "
    "something still stuff such t take takes tell than thanks that that's the their them then "
    "there these they thing things this those to too under up us use used using very want wants "
    "was wasn't we we're website were what what's when where which while who who's whom whose why "
    "will with without won't would you you're your yours yourself".split()
)


# Plurals that mean something else than their singular, which is mostly a verb: people whom one
# knows, and getting in touch.
_OWN_STEMS = frozenset({"contacts"})


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word in lower case and its place in the text."""

    word: str
    start: int
    end: int


def placed_words(text: str) -> Iterator[PlacedWord]:
    """The words of a text in order."""
    for match in _WORD.finditer(text):
        yield PlacedWord(match[0].lower().replace("’", "'"), match.start(), match.end())


def words_of(text: str) -> list[str]:
    """The words of a text in small letters."""
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def stem_of(word: str) -> str:
    """The stem of a word, without a possessive ending."""
    word = word.removesuffix("'s")
    return word if word in _OWN_STEMS else stem(word)


def stems_of(text: str) -> list[str]:
    """The stem of every word of a text."""
    return [stem_of(word) for word in words_of(text)]


def content_stems(text: str) -> list[str]:
    """The stems of the words that carry meaning, each once, in order."""
    return list(
        dict.fromkeys(stem_of(word) for word in words_of(text) if word not in FUNCTION_WORDS)
    )
