"""Questions of small words alone, such as "what do you know about me?", in telling words."""

import numpy as np

from privascope.answer.common_questions import COMMON_QUESTIONS
from privascope.answer.concepts import telling_words
from privascope.answer.kinds import question_vectors
from privascope.answer.relevance import dense_is_there, dense_relevance

_NEAR = 0.7


def in_telling_words(question: str) -> str:
    """The common question that a bare one means; the question itself where it tells by itself."""
    if telling_words(question) or not dense_is_there():
        return question
    topics = [topic for name, topic in COMMON_QUESTIONS.items() if name != "general"]
    leading = [topic[0] for topic in topics for _ in topic]
    every = tuple(other for topic in topics for other in topic)
    cosines = question_vectors(every) @ dense_relevance().vector(question)
    best = int(np.argmax(cosines))
    return leading[best] if cosines[best] >= _NEAR else question
