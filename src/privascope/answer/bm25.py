"""BM25 over the sentences of a policy: its parameters, the weights of words, the scores."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from privascope.answer.passages import Passages
from privascope.answer.words import FUNCTION_WORDS, content_stems, stem_of, words_of

Floats = npt.NDArray[np.float64]

_K1, _B = 1.2, 0.75
# The weight of a function word; that of any other word is 1.
_FUNCTION_WEIGHT = 0.1
# The share of its segment's best score that is added to a sentence's own.
_SEGMENT_SHARE = 0.25


class WordIndex:
    """BM25 over the stems of a policy's sentences."""

    def __init__(self, passages: Passages) -> None:
        self._postings: dict[str, tuple[npt.NDArray[np.int64], Floats]] = {}
        counts = passages.stems
        self._size = len(counts)
        lengths = np.array([count.total() for count in counts], dtype=np.float64)
        self._norm = _K1 * (1 - _B + _B * lengths / max(1.0, float(lengths.mean() or 1)))
        places: dict[str, list[tuple[int, int]]] = {}
        for number, count in enumerate(counts):
            for stem, often in count.items():
                places.setdefault(stem, []).append((number, often))
        for stem, found in places.items():
            self._postings[stem] = (
                np.array([number for number, _ in found]),
                np.array([often for _, often in found], dtype=np.float64),
            )
        self._segments = np.array([passage.segment for passage in passages.all], dtype=np.int64)

    def rarity(self, stem: str) -> float:
        """A stem's inverse document frequency: high when few sentences have it."""
        own = len(self._postings[stem][0]) if stem in self._postings else 0
        return float(np.log(1 + (self._size - own + 0.5) / (own + 0.5)))

    def scores(self, weights: Mapping[str, float]) -> Floats:
        """The BM25 score of every sentence for weighted stems."""
        scores = np.zeros(self._size)
        for stem, weight in weights.items():
            if stem not in self._postings:
                continue
            numbers, often = self._postings[stem]
            gain = often * (_K1 + 1) / (often + self._norm[numbers])
            scores[numbers] += weight * self.rarity(stem) * gain
        return scores

    def with_segments(self, scores: Floats) -> Floats:
        """The scores, each raised by a share of the best one in its segment."""
        if not len(scores) or self._segments.min(initial=0) < 0:
            return scores
        best = np.zeros(int(self._segments.max()) + 1)
        np.maximum.at(best, self._segments, scores)
        return scores + _SEGMENT_SHARE * best[self._segments]


@lru_cache(maxsize=16)
def word_index(passages: Passages) -> WordIndex:
    """The index of a policy's words, built once."""
    return WordIndex(passages)


def question_weights(question: str) -> dict[str, float]:
    """The stems of a question with their weights."""
    weights = dict.fromkeys(content_stems(question), 1.0)
    for word in words_of(question):
        if word in FUNCTION_WORDS:
            weights.setdefault(stem_of(word), _FUNCTION_WEIGHT)
    return weights


def candidates(scores: Floats, most: int) -> list[int]:
    """The numbers of the best sentences, best first, equal ones in reading order."""
    order = np.argsort(-scores, kind="stable")[:most]
    return [int(number) for number in order]
