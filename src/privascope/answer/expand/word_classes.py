"""Tells nouns from verbs, by a lexicon and by the surrounding words."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache


class WordClass(StrEnum):
    """The word classes that matter for replacing a word."""

    NOUN = "noun"
    VERB = "verb"
    EITHER = "either"
    OTHER = "other"


_BEFORE_VERBS = frozenset(
    "to you i we they he she it will would can could do does did don't doesn't may might must "
    "shall should not who never ever people".split()
)
_BEFORE_NOUNS = frozenset(
    "my your the a an our their his her its this that these those any some all no of for with from "
    "which what whose in on by about personal private".split()
)


@lru_cache(maxsize=20_000)
def class_of(word: str) -> WordClass:
    """The classes that a word can have, whatever the context."""
    from lemminflect import getAllLemmas

    kinds = set(getAllLemmas(word))
    if kinds & {"ADJ", "ADV"} and "NOUN" not in kinds and "VERB" not in kinds:
        return WordClass.OTHER
    if {"NOUN", "VERB"} <= kinds:
        return WordClass.EITHER
    if "NOUN" in kinds:
        return WordClass.NOUN
    return WordClass.VERB if "VERB" in kinds else WordClass.OTHER


def class_in(words: Sequence[str], place: int) -> WordClass:
    """The class of a word in its context; the word before decides where it is ambiguous."""
    kind = class_of(words[place])
    if kind is not WordClass.EITHER:
        return kind
    before = words[place - 1] if place else ""
    if before in _BEFORE_NOUNS:
        return WordClass.NOUN
    if before in _BEFORE_VERBS:
        return WordClass.VERB
    return WordClass.NOUN
