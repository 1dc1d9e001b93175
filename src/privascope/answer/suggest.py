"""Questions to go on with, from what a policy covers."""

import numpy as np

from privascope.answer.bm25 import question_weights, word_index
from privascope.answer.common_questions import COMMON_QUESTIONS
from privascope.answer.example_vectors import question_vectors
from privascope.answer.passages import Passages
from privascope.answer.relevance import dense_is_there, dense_relevance
from privascope.answer.signals.meaning import MOST_ENCODED

MOST = 4
# From this cosine, a sentence is about what a common question asks.
_COVERED = 0.5
# Questions so near to the asked one ask the same.
_SAME_TOPIC = 0.6
_WORDS_COVERED = 6.0


def suggestions(passages: Passages, asked: str) -> tuple[str, ...]:
    """Common questions of other topics that this policy answers well, the best covered first."""
    if not len(passages):
        return ()
    leading = tuple(topic[0] for name, topic in COMMON_QUESTIONS.items() if name != "general")
    # Of a long policy only what earlier questions touched has vectors, and an answer must not
    # hang on what was asked before.
    if not dense_is_there() or len(passages) > MOST_ENCODED:
        return _by_words(passages, leading, asked)
    dense = dense_relevance()
    vectors = question_vectors(leading)
    numbers, rows = dense.known_rows(passages)
    if not numbers:
        return _by_words(passages, leading, asked)
    weights = np.array([passages[number].weight for number in numbers], dtype=np.float32)
    best = (vectors @ rows.T * weights).max(axis=1)
    same = vectors @ dense.vector(asked) if asked else np.zeros(len(leading))
    order = np.argsort(-best, kind="stable").tolist()
    return tuple(leading[n] for n in order if best[n] >= _COVERED and same[n] < _SAME_TOPIC)[:MOST]


def _by_words(passages: Passages, leading: tuple[str, ...], asked: str) -> tuple[str, ...]:
    index = word_index(passages)
    scores = {
        question: float(index.scores(question_weights(question)).max()) for question in leading
    }
    mine = set(question_weights(asked))
    other = [
        question
        for question in leading
        if scores[question] >= _WORDS_COVERED
        and not {s for s, w in question_weights(question).items() if w == 1.0} & mine
    ]
    return tuple(sorted(other, key=lambda question: -scores[question]))[:MOST]
