"""A labelled question as `ask` understands it, and its sentences as passages."""

from collections.abc import Sequence
from functools import lru_cache

from privascope.answer.passages import Passages, passages_of_sentences
from privascope.answer.question import Question, understand
from privascope.answer.spelling import Spelling


def asked_of(question: str, sentences: Sequence[str]) -> tuple[Question, Passages]:
    """A question as it is understood, and the sentences that it is put to."""
    passages, spelling = _prepared(tuple(sentences))
    return understand(question, spelling), passages


@lru_cache(maxsize=8)
def _prepared(sentences: tuple[str, ...]) -> tuple[Passages, Spelling]:
    passages = passages_of_sentences(sentences)
    return passages, Spelling(passages.vocabulary)
