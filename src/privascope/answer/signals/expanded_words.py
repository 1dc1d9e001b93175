"""BM25 with words similar to the question's; of a long sentence, the best clause counts."""

import numpy as np

from privascope.answer.bm25 import word_index
from privascope.answer.passages import Passages
from privascope.answer.signals.signal import Floats


class ExpandedWords:
    """How many of the question's words, and of words similar to them, a sentence has."""

    name = "expanded words"

    def is_available(self) -> bool:
        """Always: without word vectors the question's own words count."""
        return True

    def score(self, question: str, passages: Passages) -> Floats:
        """The BM25 score of every sentence, raised where one clause has most of the words."""
        from privascope.answer.expand.bm25_words import expanded_weights
        from privascope.answer.reduce import clauses

        weights = expanded_weights(question)
        words = word_index(passages).scores(weights)
        shares = np.array(
            [
                max(
                    (sum(weights.get(stem, 0.0) for stem in clause) for clause in clauses(text)),
                    default=0.0,
                )
                for text in passages.texts
            ]
        )
        raised: Floats = words * (0.5 + 0.5 * shares / max(1e-9, float(shares.max(initial=0.0))))
        return raised
