"""Open question answering as the CMU report has it (CMU-ISR-17-114R): the best segment by BM25.

Segments are ranked by the question's words and those that policies use alike; the sentences of the
first one are ranked once more, and those below zero are dropped.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from privascope.answer.passages import Passages
from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

# The report gives neither; these are the customary ones.
K1, B = 1.5, 0.75

Floats = npt.NDArray[np.float64]


class PlainBM25:
    """BM25 as first published: a word that most texts have counts against a text."""

    def __init__(self, texts: Sequence[Mapping[str, int]]) -> None:
        self._texts = texts
        self._holding = Counter(stem for text in texts for stem in text)
        lengths = np.array([sum(text.values()) for text in texts], dtype=np.float64)
        self._norm = K1 * (1 - B + B * lengths / max(1.0, float(lengths.mean()) if texts else 1.0))

    def rarity(self, stem: str) -> float:
        """Negative for a word that more than half of the texts have."""
        holding = self._holding[stem]
        return float(np.log((len(self._texts) - holding + 0.5) / (holding + 0.5)))

    def scores(self, stems: Collection[str]) -> Floats:
        """The score of every text for a question's stems."""
        scores = np.zeros(len(self._texts))
        # In the same order each time, so that sums come out the same to the last digit.
        for stem in sorted(stems):
            if stem not in self._holding:
                continue
            often = np.array([text.get(stem, 0) for text in self._texts], dtype=np.float64)
            scores += self.rarity(stem) * often * (K1 + 1) / (often + self._norm)
        return scores


@dataclass(frozen=True, slots=True)
class RankedSegments:
    """The segments of a policy with their scores, and the sentences of the best one, best first."""

    segments: tuple[tuple[int, ...], ...]
    scores: Floats
    sentences: tuple[int, ...]
    sentence_scores: Floats


class Segments:
    """The segments of one policy as bags of stems; sentences without a segment are one each."""

    def __init__(self, passages: Passages) -> None:
        found: dict[int, list[int]] = {}
        for number, passage in enumerate(passages.all):
            found.setdefault(passage.segment if passage.segment >= 0 else -1 - number, []).append(
                number
            )
        self.numbers = tuple(tuple(own) for own in found.values())
        stems = [_stems(text) for text in passages.texts]
        # A word is as rare in the policy's sentences, not in those of one segment alone.
        self._sentences = PlainBM25(stems)
        self._segments = PlainBM25(
            [sum((stems[number] for number in own), Counter[str]()) for own in self.numbers]
        )

    def rank(self, stems: Collection[str]) -> RankedSegments:
        """The segments by a question's stems, and the best one's sentences at or above zero."""
        scores = self._segments.scores(stems)
        best = self.numbers[int(np.argmax(scores))] if self.numbers else ()
        own = self._sentences.scores(stems)[list(best)]
        order = np.argsort(-own, kind="stable")
        # Where every sentence is below zero, the best one is still the answer.
        kept = tuple(best[place] for place in order if own[place] >= 0) or tuple(
            best[place] for place in order[:1]
        )
        return RankedSegments(self.numbers, scores, kept, np.sort(own)[::-1][: len(kept)])


@lru_cache(maxsize=16)
def segments_of(passages: Passages) -> Segments:
    """The segments of a policy, counted once."""
    return Segments(passages)


def _stems(text: str) -> Counter[str]:
    return Counter(stem_of(word) for word in words_of(text) if word not in FUNCTION_WORDS)
