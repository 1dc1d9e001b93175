"""A labelled question as `ask` understands it, and its sentences as passages."""

from collections.abc import Sequence
from functools import lru_cache

from privascope.answer.passages import Passages, passages_of_sentences
from privascope.answer.question import understand
from privascope.answer.spelling import Spelling


def asked_of(question: str, sentences: Sequence[str]) -> tuple[list[str], Passages]:
    """The parts of a question as they are understood, and the sentences that it is put to."""
    passages, spelling = _prepared(tuple(sentences))
    return [part.whole for part in understand(question, spelling).parts], passages


@lru_cache(maxsize=8)
def _prepared(sentences: tuple[str, ...]) -> tuple[Passages, Spelling]:
    passages = passages_of_sentences(sentences)
    return passages, Spelling(passages.vocabulary)
