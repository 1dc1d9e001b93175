"""Sentences in which annotators marked vague words: Lebanoff and Liu's corpus."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privascope.errors import DataError
from privascope.policy.policy import Span
from privascope.traits.vague_words import Flags, Ints, Tokens, tokenise

# A word is vague if so many of up to five annotators marked a phrase that holds it.
ANNOTATORS = 2

# Marks that the data's tokeniser took apart or rewrote.
_CONTRACTION = re.compile(r"\s+(n't|'(?:s|re|ve|ll|d|m))\b", re.IGNORECASE)
_QUOTE = re.compile(r"``|''")


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence, how many annotators marked each of its phrases, and their scores."""

    document: int
    text: str
    phrases: Mapping[str, int]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LabelledTokens:
    """The tokens of labelled sentences, and how many annotators marked each."""

    tokens: Tokens
    marks: Ints

    @property
    def vague(self) -> Flags:
        """Which tokens count as vague."""
        return (self.marks >= ANNOTATORS) & ~self.tokens.never


def labelled_sentences(rows: Iterable[Mapping[str, Any]]) -> list[LabelledSentence]:
    """The sentences of documents in the form of Lebanoff and Liu's corpus."""
    found = []
    for number, row in enumerate(rows):
        try:
            for sentence in row["vague_sentences"]:
                text = _QUOTE.sub('"', _CONTRACTION.sub(r"\1", str(sentence["sentence_str"])))
                phrases = {str(phrase): int(n) for phrase, n in sentence["vague_phrases"].items()}
                scores = tuple(int(score) for score in sentence["scores"])
                found.append(LabelledSentence(number, text, phrases, scores))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise DataError(
                f"document {number + 1}: not labelled as it should be ({error!r})"
            ) from error
    if not found:
        raise DataError("no labelled sentences")
    return found


def labelled_tokens(sentences: Sequence[LabelledSentence]) -> LabelledTokens:
    """The tokens of all sentences in one row with their marks."""
    spans, position = [], 0
    for sentence in sentences:
        spans.append(Span(position, position + len(sentence.text)))
        position += len(sentence.text) + 1
    tokens = tokenise("\n".join(sentence.text for sentence in sentences), spans)
    marks = np.zeros(len(tokens.texts), dtype=np.int64)
    bounds = np.searchsorted(tokens.sentence, np.arange(len(sentences) + 1))
    for number, sentence in enumerate(sentences):
        start, end = bounds[number], bounds[number + 1]
        for phrase, annotators in sentence.phrases.items():
            for at in _places(tokens.texts[start:end], _words(phrase)):
                marks[start + at[0] : start + at[1]] += annotators
    return LabelledTokens(tokens, marks)


def _words(phrase: str) -> list[str]:
    tokens = tokenise(phrase, [Span(0, len(phrase))])
    return [token for token in tokens.texts if token]


def _places(texts: Sequence[str], words: list[str]) -> list[tuple[int, int]]:
    size = len(words)
    ends = range(size, len(texts) + 1) if words else ()
    return [(end - size, end) for end in ends if texts[end - size : end] == words]


def sentence_digest(text: str) -> int:
    """A number by which a sentence of the training data is known again."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
