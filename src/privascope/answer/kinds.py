"""Tells questions for a privacy policy from others, by examples of both kinds."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from privascope.answer.common_questions import OTHER_QUESTIONS, privacy_questions
from privascope.answer.example_vectors import example_vectors
from privascope.answer.relevance import dense_is_there, dense_relevance
from privascope.answer.words import words_of

_NEIGHBOURS = 4
# Words with which a question is one of privacy, whatever it is like otherwise.
_PRIVACY_WORDS = frozenset(
    "privacy private personal data information cookie cookies track tracked tracking tracker "
    "trackers consent gdpr ccpa hipaa coppa delete deletion erase encrypt encrypted encryption "
    "breach leak leaked hacked share sharing sell selling sold disclose third-party advertisers "
    "profiling anonymous surveillance spy spying unsubscribe subpoena warrant".split()
)


@dataclass(frozen=True, slots=True)
class Kind:
    """How near a question is to those for a policy, and how much nearer than to others."""

    privacy: float
    margin: float


def kind_of(question: str) -> Kind:
    """The kind of a question; without a sentence encoder its words alone tell."""
    named = 0.1 if _PRIVACY_WORDS & set(words_of(question)) else 0.0
    if not dense_is_there():
        return Kind(named, named)
    own, other = _examples()
    vector = dense_relevance().vector(question)
    privacy = _nearness(own @ vector)
    return Kind(privacy, privacy - _nearness(other @ vector) + named)


def _nearness(cosines: npt.NDArray[np.float32]) -> float:
    nearest = np.sort(cosines)[-_NEIGHBOURS:]
    return float(0.5 * nearest[-1] + 0.5 * nearest.mean())


@lru_cache(maxsize=1)
def _examples() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    return question_vectors(privacy_questions()), question_vectors(OTHER_QUESTIONS)


@lru_cache(maxsize=4)
def question_vectors(questions: tuple[str, ...]) -> npt.NDArray[np.float32]:
    """The vectors of some of the example questions."""
    known = example_vectors()
    return np.stack([known[question] for question in questions])
