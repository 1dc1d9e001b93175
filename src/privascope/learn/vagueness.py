"""Learns which words are vague from sentences that people marked: python -m … DATA."""

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from privascope.errors import DataError, MissingExtraError
from privascope.policy.policy import Span
from privascope.traits.vague_words import (
    PAIRS,
    WEIGHTS,
    Flags,
    Floats,
    Ints,
    Model,
    Tokens,
    Vocabulary,
    ending,
    features,
    joined_numbers,
    numbered,
    tokenise,
    word_numbers,
)
from privascope.unpack import open_unpacked

# A word is vague if so many of up to five annotators marked a phrase that holds it.
ANNOTATORS = 2
FOLDS = 5
_SEED = 20180
_RAREST = 3
_STRENGTH = 0.2
_THRESHOLDS = np.arange(0.1, 0.6, 0.01)

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
            raise DataError(f"document {number + 1}: not labelled as it should be ({error!r})") from error
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


def build_vocabulary(tokens: Tokens) -> Vocabulary:
    """The words, endings and pairs that are not rare in candidate sentences."""
    asked = tokens.candidate[tokens.sentence]
    texts = [token for token, one in zip(tokens.texts, asked, strict=True) if one]
    words = _frequent(texts)
    endings = _frequent(ending(token) for token in texts)
    bare = Vocabulary(numbered(words), numbered(endings), ())
    numbers = word_numbers(bare, tokens)
    pairs = []
    for places in PAIRS:
        joined, counts = np.unique(joined_numbers(bare, numbers, places)[asked], return_counts=True)
        first, second = np.divmod(joined, len(words) + 1)
        pairs.append(joined[(counts >= _RAREST) & (first > 0) & (second > 0)])
    return Vocabulary(bare.words, bare.endings, tuple(pairs))


def _frequent(texts: Iterable[str]) -> list[str]:
    return sorted(text for text, count in Counter(texts).items() if count >= _RAREST)


def fit_weights(columns: Ints, size: int, wanted: Floats) -> Floats:
    """The weights of a logistic regression on features that are all there or not."""
    try:
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    rows, kinds = columns.shape
    begins = np.arange(0, rows * kinds + 1, kinds)
    table = csr_matrix((np.ones(rows * kinds), columns.ravel(), begins), shape=(rows, size))
    model = LogisticRegression(C=_STRENGTH, solver="liblinear", random_state=0)
    model.fit(table, wanted)
    # Each token has exactly one feature of the first kind, so the constant can live there.
    weights: Floats = model.coef_[0].copy()
    return weights
