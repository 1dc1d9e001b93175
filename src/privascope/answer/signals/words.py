"""BM25 over stems, with a share of the segment's best sentence."""

from privascope.answer.bm25 import question_weights, word_index
from privascope.answer.passages import Passages
from privascope.answer.signals.signal import Floats


class Words:
    """How many of the question's words a sentence and its segment have."""

    name = "words"

    def is_available(self) -> bool:
        """Always: it needs no model."""
        return True

    def score(self, question: str, passages: Passages) -> Floats:
        """The BM25 score of every sentence."""
        index = word_index(passages)
        return index.with_segments(index.scores(question_weights(question)))
