"""Concepts: the things for which everyday language and policies use different words."""

from collections.abc import Iterable
from functools import lru_cache

from privascope.answer.synonyms import (
    ACTS,
    CONCEPTS,
    EVERYWHERE,
    KINDS,
    WHOLE,
)
from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

# The weight of a statement about all data where a kind of data is asked for.
_OF_WHOLE = 0.75


def concepts_of(text: str) -> frozenset[str]:
    """The concepts of a text, by number, and the stems of words without a concept."""
    return _concepts(tuple(words_of(text.replace("’", "'"))))


def specific_concepts(question: str) -> tuple[frozenset[str], ...]:
    """For each content word of a question, all concepts that it may mean."""
    found: dict[frozenset[str], None] = {}
    for word in telling_words(question):
        found[frozenset(_all_names(word))] = None
    return tuple(found)


def telling_words(question: str) -> tuple[str, ...]:
    """The content words of a question, each once.

    Words that mean something together, such as an address book, are one with a hyphen.
    """
    return tuple(
        dict.fromkeys(
            word
            for word in _joined(words_of(question))
            if word not in FUNCTION_WORDS and word not in EVERYWHERE and not word.isdigit()
        )
    )


def _joined(words: list[str]) -> list[str]:
    found: list[str] = []
    place = 0
    while place < len(words):
        size = next(
            (n for n in (3, 2) if "-".join(words[place : place + n]) in _phrases()),
            1,
        )
        found.append("-".join(words[place : place + size]))
        place += size
    return found


@lru_cache(maxsize=1)
def _phrases() -> frozenset[str]:
    return frozenset(word for words in CONCEPTS for word in words.split() if "-" in word)


def other_words(word: str, most: int = 8) -> tuple[str, ...]:
    """Other words that policies may use for it, without other forms of the word."""
    numbers = {*_numbers().get(word, ()), *_numbers().get(f"{word}?", ())}
    own = stem_of(word)
    found: dict[str, str] = {}
    for name in sorted(numbers, key=lambda number: int(number[1:])):
        for other in CONCEPTS[int(name[1:])].split():
            # One form of each word is enough to show what is meant.
            if not other.endswith("?") and stem_of(other) != own:
                found.setdefault(stem_of(other), other.replace("-", " "))
    return tuple(found.values())[:most]


def share_covered(wanted: tuple[frozenset[str], ...], there: Iterable[str]) -> float:
    """The share of a question's content words that a text covers."""
    if not wanted:
        return 0.0
    known = frozenset(there)
    # "We do not sell personal information" covers photos, too.
    whole = _whole() in known and any(names & _acts() & known for names in wanted)
    return sum(
        1.0 if names & known else _OF_WHOLE if whole and names & _kinds() else 0.0
        for names in wanted
    ) / len(wanted)


@lru_cache(maxsize=1)
def _kinds() -> frozenset[str]:
    return frozenset(name for word in KINDS.split() for name in _named(word))


@lru_cache(maxsize=1)
def _acts() -> frozenset[str]:
    return frozenset(name for word in ACTS.split() for name in _named(word))


def _whole() -> str:
    return f"#{len(CONCEPTS)}"


@lru_cache(maxsize=20_000)
def _concepts(words: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    numbers, begins = _numbers(), _phrase_beginnings()
    for place, word in enumerate(words):
        if word not in FUNCTION_WORDS:
            found.update(_named(word))
        if word in begins:
            for length in (2, 3):
                found.update(numbers.get("-".join(words[place : place + length]), ()))
    return frozenset(found)


@lru_cache(maxsize=1)
def _phrase_beginnings() -> frozenset[str]:
    return frozenset(word.partition("-")[0] for word in _numbers() if "-" in word)


@lru_cache(maxsize=20_000)
def _named(word: str) -> tuple[str, ...]:
    return (*_numbers().get(word, ()), stem_of(word))


def _all_names(word: str) -> tuple[str, ...]:
    """The concepts that a word of a question may mean."""
    return (*_named(word), *_numbers().get(f"{word}?", ()))


@lru_cache(maxsize=1)
def _numbers() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for number, words in enumerate((*CONCEPTS, WHOLE)):
        for word in dict.fromkeys(words.split()):
            found[word] = (*found.get(word, ()), f"#{number}")
    return found
