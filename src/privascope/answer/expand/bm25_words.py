"""The words of a question with those that policies use like them, as the CMU report expands it."""

from functools import lru_cache

from privascope.answer.expand.vectors import vectors_or_none
from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

NEAREST = 10


@lru_cache(maxsize=2000)
def _near_stems(word: str) -> tuple[str, ...]:
    vectors = vectors_or_none()
    near = vectors.nearest(word, NEAREST) if vectors else []
    return tuple(stem_of(other) for other, _ in near if other not in FUNCTION_WORDS)


def question_stems(question: str, *, expanded: bool = True) -> frozenset[str]:
    """The stems of a question's words without stop words, and of the ten nearest words of each."""
    stems: set[str] = set()
    for word in words_of(question):
        if word not in FUNCTION_WORDS:
            stems.add(stem_of(word))
            if expanded:
                stems.update(_near_stems(word))
    return frozenset(stems)
