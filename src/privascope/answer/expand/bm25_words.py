"""Expands a question for BM25 by words that policies use in the same way."""

from functools import lru_cache

from privascope.answer.bm25 import question_weights
from privascope.answer.expand.vectors import vectors_or_none
from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

NEAREST = 10
# The weight of a similar word; that of the question's own words is 1.
_SHARE = 0.4


@lru_cache(maxsize=2000)
def _near_stems(word: str) -> tuple[tuple[str, float], ...]:
    vectors = vectors_or_none()
    if vectors is None:
        return ()
    own = stem_of(word)
    best: dict[str, float] = {}
    for near, cosine in vectors.nearest(word, NEAREST):
        stem = stem_of(near)
        if stem != own and near not in FUNCTION_WORDS:
            best[stem] = max(best.get(stem, 0.0), cosine)
    return tuple(best.items())


def expanded_weights(question: str) -> dict[str, float]:
    """The stems of a question and of the ten most similar words of each, with their weights."""
    weights = question_weights(question)
    for word in words_of(question):
        if word in FUNCTION_WORDS:
            continue
        for stem, cosine in _near_stems(word):
            weights[stem] = max(weights.get(stem, 0.0), _SHARE * max(0.0, cosine))
    return weights
