"""The cosine of a question with each sentence, and with the heading above it."""

import numpy as np

from privascope.answer.bm25 import candidates
from privascope.answer.passages import Passages
from privascope.answer.relevance import dense_is_there, dense_relevance
from privascope.answer.signals.signal import Floats
from privascope.answer.signals.words import Words

# The most sentences to encode; of longer policies, those with the question's words.
MOST_ENCODED = 400


class Meaning:
    """The similarity of the question to each sentence, read after its lead-in."""

    name = "meaning"

    def is_available(self) -> bool:
        """Whether the sentence encoder is installed."""
        return dense_is_there()

    def score(self, question: str, passages: Passages) -> Floats:
        """The cosine of every sentence that was encoded, 0 for the others."""
        numbers = _encoded(question, passages)
        cosines = np.zeros(len(passages))
        cosines[numbers] = dense_relevance().scores(question, passages, numbers)
        return cosines


class Headings:
    """The similarity of the question to the heading above each sentence."""

    name = "headings"

    def is_available(self) -> bool:
        """Whether the sentence encoder is installed."""
        return dense_is_there()

    def score(self, question: str, passages: Passages) -> Floats:
        """The cosine of every sentence's heading, 0 without one."""
        if not passages.headings:
            return np.zeros(len(passages))
        cosines = np.append(dense_relevance().headings(question, passages), 0.0)
        found: Floats = cosines[[passage.section for passage in passages.all]]
        return found


def _encoded(question: str, passages: Passages) -> list[int]:
    if len(passages) <= MOST_ENCODED:
        return list(range(len(passages)))
    # Stable for equal scores, so the beginning of the policy comes along with the matches.
    return candidates(Words().score(question, passages), MOST_ENCODED)
