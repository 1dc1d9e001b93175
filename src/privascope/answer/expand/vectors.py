"""Replaces nouns and verbs of a question by words that policies use in the same way."""

from privascope.answer.expand.expansion import Expanded
from privascope.answer.expand.word_classes import (
    WordClass,
    class_in,
    class_of,
)
from privascope.answer.words import FUNCTION_WORDS, placed_words, stem_of
from privascope.models import vectors
from privascope.models.vectors import PolicyVectors

NEAREST = 5
# More distant words mostly have another meaning.
_LEAST = 0.5
_LOOKED_AT = 20


def substituted(question: str) -> Expanded:
    """One paraphrase for each noun and verb and each of its five nearest of the same class."""
    table = vectors_or_none()
    if table is None:
        return Expanded((), "Substitution by word vectors was skipped: they are not installed.")
    found: dict[str, None] = {}
    words = list(placed_words(question))
    for place, word in enumerate(words):
        if word.word in FUNCTION_WORDS:
            continue
        kind = class_in([placed.word for placed in words], place)
        if kind is WordClass.OTHER:
            continue
        for near in near_words(table, word.word, kind):
            found[question[: word.start] + near + question[word.end :]] = None
    return Expanded(tuple(found))


def near_words(table: PolicyVectors, word: str, kind: WordClass) -> list[str]:
    """The nearest words of the same class that are no forms of the word itself."""
    own = stem_of(word)
    return [
        near
        for near, cosine in table.nearest(word, _LOOKED_AT)
        if cosine >= _LEAST
        and stem_of(near) != own
        and near.isalpha()
        and class_of(near) in (kind, WordClass.EITHER)
    ][:NEAREST]


def vectors_or_none() -> PolicyVectors | None:
    """The policy vectors, where they are installed."""
    return vectors.load_vectors() if vectors.SHIPPED.is_file() else None
