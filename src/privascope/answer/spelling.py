"""Brings the words of a question to the spelling that policies use."""

from collections.abc import Collection
from functools import lru_cache

from privascope.answer.vocabulary import COMMON, SOUNDS_LIKE
from privascope.answer.words import FUNCTION_WORDS, stem_of

_SHORTEST = 4
# A word of so many letters may have two slips, a shorter one a single slip.
_TWO_SLIPS = 7


_COMMON_ONES = sorted(COMMON | FUNCTION_WORDS)


class Spelling:
    """Knows the words of one policy and the common ones of questions."""

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._policy = frozenset(word for word in vocabulary if word.isalpha() and len(word) > 2)
        self._stems = frozenset(stem_of(word) for word in self._policy | COMMON) | general_stems()
        self._choices = sorted(self._policy | COMMON | FUNCTION_WORDS)

    def corrected(self, word: str) -> str:
        """The word as it was probably meant; itself when it is known or nothing is near."""
        lower = word.lower()
        if lower in SOUNDS_LIKE and lower not in self._policy:
            return SOUNDS_LIKE[lower]
        if len(lower) < _SHORTEST or not lower.isalpha() or not lower.isascii():
            return word
        if lower in FUNCTION_WORDS or lower in self._policy or lower in COMMON:
            return word
        stem = stem_of(lower)
        # A bare stem that is no word, such as "delet", is a slip; other forms of it are not.
        known = stem in self._stems and stem != lower and stem not in FUNCTION_WORDS
        if lower in general_words() or known:
            return self._swapped(lower) or word
        return self._nearest(lower) or word

    def knows(self, word: str) -> bool:
        """Whether a word is one of the policy's, of questions' or of policies at large."""
        lower = word.lower()
        return lower in FUNCTION_WORDS or stem_of(lower) in self._stems

    def _nearest(self, word: str) -> str:
        from rapidfuzz.distance import OSA

        most = 2 if len(word) >= _TWO_SLIPS else 1
        best: tuple[tuple[int, bool, bool, int, str], str] | None = None
        # Many words are one slip away from a short one, so it is brought to common ones only.
        for choice in self._choices if len(word) > _SHORTEST else _COMMON_ONES:
            if abs(len(choice) - len(word)) > most or len(choice) < 3:
                continue
            slips = OSA.distance(word, choice, score_cutoff=most)
            if slips > most or (slips == 2 and choice[0] != word[0]):
                continue
            # Near first, then the same first letter, then words that people ask with.
            key = (
                slips,
                choice[0] != word[0],
                choice not in COMMON,
                sorted(choice) != sorted(word),
                choice,
            )
            if best is None or key < best[0]:
                best = (key, choice)
        return best[1] if best else ""

    def _swapped(self, word: str) -> str:
        """A word of the policy with two neighbouring letters the other way round, if only one."""
        if len(word) < 5:
            return ""
        swaps = {
            word[:place] + word[place + 1] + word[place] + word[place + 2 :]
            for place in range(len(word) - 1)
        } - {word}
        found = sorted(swap for swap in swaps if swap in self._policy)
        return found[0] if len(found) == 1 else ""


@lru_cache(maxsize=1)
def general_words() -> frozenset[str]:
    """Words of English at large: the whole words that the sentence encoder knows."""
    from privascope.models import sentence_encoder
    from privascope.models.onnx import load_tokenizer

    if not (sentence_encoder.FOLDER / "tokenizer.json").is_file():
        return frozenset()
    vocabulary = load_tokenizer(sentence_encoder.FOLDER).get_vocab()
    return frozenset(word for word in vocabulary if word.isalpha() and len(word) > 2)


@lru_cache(maxsize=1)
def general_stems() -> frozenset[str]:
    """The stems of the general words."""
    return frozenset(stem_of(word) for word in general_words())
