"""Brings the words of a question to the spelling that policies use."""

from collections.abc import Collection
from functools import lru_cache

import numpy as np

from privascope.answer.spelling_words import COMMON, SOUNDS_LIKE
from privascope.answer.words import FUNCTION_WORDS, stem_of

_SHORTEST = 4
# A word of this many letters may have two typing errors, a shorter one only one.
_TWO_SLIPS = 7
# The rarer of the words that policies use hold other people's slips.
_FREQUENT = 15_000


_COMMON_ONES = sorted(COMMON | FUNCTION_WORDS)


class Spelling:
    """Knows the words of one policy and the common ones of questions."""

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._policy = frozenset(word for word in vocabulary if word.isalpha() and len(word) > 2)
        self._stems = frozenset(stem_of(word) for word in self._policy | COMMON)
        self._choices = sorted(self._policy | COMMON | FUNCTION_WORDS)

    def corrected(self, word: str) -> str:
        """The word as it was probably meant; itself when it is known or nothing is near."""
        lower = word.lower()
        meant = SOUNDS_LIKE.get(lower, "")
        if lower not in self._policy and (meant in self._policy or meant in COMMON):
            return meant
        if len(lower) < _SHORTEST or not lower.isalpha() or not lower.isascii():
            return word
        if lower in FUNCTION_WORDS or lower in self._policy or lower in COMMON:
            return word
        stem = stem_of(lower)
        # A bare stem that is no word, such as "delet", is a slip; other forms of it are not.
        may_be_form = stem != lower and stem not in FUNCTION_WORDS
        if lower in general_words() or (may_be_form and self._has_stem(stem)):
            return word
        return self._nearest(lower) or word

    def knows(self, word: str) -> bool:
        """Whether a word is one of the policy's, of questions' or of policies at large."""
        lower = word.lower()
        if lower in FUNCTION_WORDS or lower in self._policy or lower in COMMON:
            return True
        return lower in general_words() or self._has_stem(stem_of(lower))

    def _has_stem(self, stem: str) -> bool:
        # Those of the general words take a while to make, and few questions need them.
        return stem in self._stems or stem in general_stems()

    def _nearest(self, word: str) -> str:
        from rapidfuzz.distance import OSA

        most = 2 if len(word) >= _TWO_SLIPS else 1
        best: tuple[tuple[int, bool, bool, bool, bool, str], str] | None = None
        # Many words are one letter away from a short one, so it is corrected only to common ones.
        for choice in self._choices if len(word) > _SHORTEST else _COMMON_ONES:
            if abs(len(choice) - len(word)) > most or len(choice) < 3:
                continue
            slips = OSA.distance(word, choice, score_cutoff=most)
            if slips > most or (slips == 2 and choice[0] != word[0]):
                continue
            # Near first, then words with a meaning, the same first letter, common words.
            key = (
                slips,
                choice in FUNCTION_WORDS,
                choice[0] != word[0],
                choice not in COMMON,
                sorted(choice) != sorted(word),
                choice,
            )
            if best is None or key < best[0]:
                best = (key, choice)
        return best[1] if best else ""


@lru_cache(maxsize=1)
def general_words() -> frozenset[str]:
    """Words at large: those that the installed models know."""
    from privascope.models import sentence_encoder, vectors
    from privascope.models.onnx import load_tokenizer

    found: set[str] = set()
    if (sentence_encoder.FOLDER / "tokenizer.json").is_file():
        found |= set(load_tokenizer(sentence_encoder.FOLDER).get_vocab())
    if vectors.SHIPPED.is_file():
        # The words alone: the table of their vectors is larger by far.
        with np.load(vectors.SHIPPED, allow_pickle=False) as file:
            found |= set(file["words"].tobytes().decode().split("\n")[:_FREQUENT])
    return frozenset(word for word in found if word.isalpha() and len(word) > 2)


@lru_cache(maxsize=1)
def general_stems() -> frozenset[str]:
    """The stems of the general words."""
    return frozenset(stem_of(word) for word in general_words())
