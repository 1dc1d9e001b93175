"""Scores every sentence of a policy for a question; each method by its name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from privascope.answer.concepts import share_covered, specific_concepts
from privascope.answer.expected import Wanted, has_wanted, wanted_of
from privascope.answer.informativeness import informed
from privascope.answer.passages import Passages
from privascope.answer.practice_relevance import practice_relevance, practices_are_there
from privascope.answer.relevance import (
    CANDIDATES,
    cross_is_there,
    cross_relevance,
    dense_is_there,
    dense_relevance,
)
from privascope.answer.retrieve import candidates, question_weights, word_index
from privascope.errors import PrivascopeError
from privascope.logistic import logistic

Floats = npt.NDArray[np.float64]

# Sentences that the sentence encoder reads; more are first thinned out by their words.
MOST_ENCODED = 400
# What a sentence's cosine, the cosine of the heading above it, its BM25 score, the share of the
# question that it covers, the form of answer that it has (a time, a place), its practices and its
# logit are worth; chosen on the sample library's questions for tuning and on PrivacyQA's folds 0
# and 1.
SHARES: Mapping[str, float] = {
    "dense": 1.0,
    "headings": 0.2,
    "words": 0.01,
    "covered": 0.35,
    "wanted": 0.1,
    "practices": 0.3,
    "cross": 0.06,
}
# What the sentences one and two places away are worth beside a sentence's own score: those that
# answer stand together.
NEIGHBOURS = (0.12, 0.08)
# Without headings, what a sentence states and more of what stands around it tell what it is about.
SHARES_WITHOUT_HEADINGS: Mapping[str, float] = {**SHARES, "covered": 0.25, "practices": 0.4}
NEIGHBOURS_WITHOUT_HEADINGS = (0.15, 0.1, 0.08)
# How many times as many sentences are read for their practices as by the cross-encoder.
_MORE_PRACTICES = 2
# What a sentence has that the cross-encoder did not read; lower logits mean as little.
LEAST_LOGIT = -5.0


@dataclass(frozen=True, slots=True)
class Scores:
    """A score for every sentence, higher is better; `parts` are what it was made of."""

    values: Floats
    parts: Mapping[str, Floats]


class Method(Protocol):
    """One way to score sentences."""

    def __call__(self, question: str, passages: Passages) -> Scores:
        """The scores of all sentences of a policy."""
        ...


def by_words(question: str, passages: Passages) -> Scores:
    """BM25 over stems, with a share of the segment's best sentence."""
    index = word_index(passages)
    words = index.with_segments(index.scores(question_weights(question)))
    return Scores(words * _weights(passages), {"words": words})


def by_more_words(question: str, passages: Passages) -> Scores:
    """BM25 with the question's nearest policy words; of a long sentence the best clause counts."""
    from privascope.answer.expand.bm25_words import expanded_weights
    from privascope.answer.reduce import clauses

    index = word_index(passages)
    weights = expanded_weights(question)
    words = index.scores(weights)
    shares = np.array(
        [
            max(
                (sum(weights.get(stem, 0.0) for stem in clause) for clause in clauses(text)),
                default=0.0,
            )
            for text in passages.texts
        ]
    )
    words = words * (0.5 + 0.5 * shares / max(1e-9, float(shares.max(initial=0.0))))
    return Scores(words * _weights(passages), {"words": words})


def by_meaning(question: str, passages: Passages) -> Scores:
    """The cosine of the sentence encoder."""
    cosines = dense_relevance().scores(question, passages, range(len(passages)))
    return Scores(cosines * _weights(passages), {"dense": cosines})


def by_words_and_meaning(
    question: str, passages: Passages, shares: Mapping[str, float] = SHARES
) -> Scores:
    """Words and meaning together: what stands in for the cross-encoder where it is missing."""
    index = word_index(passages)
    words = index.with_segments(index.scores(question_weights(question)))
    numbers = _worth_encoding(words, passages)
    dense = np.zeros(len(passages))
    dense[numbers] = dense_relevance().scores(question, passages, numbers)
    parts = {
        "dense": dense,
        "words": words,
        "headings": _heading_scores(question, passages),
        "covered": _covered(question, passages),
        "wanted": _wanted(question, passages),
    }
    values = sum((shares[name] * part for name, part in parts.items()), np.zeros(len(passages)))
    return Scores(values * _weights(passages), parts)


def by_reading(question: str, passages: Passages) -> Scores:
    """The cross-encoder alone, over the candidates that words and meaning bring."""
    first, logits = _read(question, passages)
    return Scores(_raised(logits) * _weights(passages), {**first.parts, "cross": logits})


def by_reading_and_spans(question: str, passages: Passages) -> Scores:
    """The published answerability of the candidates: relevance and the best span's information."""
    first, logits = _read(question, passages)
    numbers = np.flatnonzero(logits > LEAST_LOGIT).tolist()
    spans = informed(question, [passages.texts[number] for number in numbers])
    values = np.zeros(len(passages))
    values[numbers] = [
        logistic(logits[number]) + (span.informativeness if span else 0.0)
        for number, span in zip(numbers, spans, strict=True)
    ]
    return Scores(values * _weights(passages), {**first.parts, "cross": logits})


def by_attention(question: str, passages: Passages) -> Scores:
    """The attention BiLSTM, which learned from headings and what stands under them."""
    from privascope.models.bilstm import score_texts

    cosines = score_texts(question, passages.texts).astype(np.float64)
    return Scores(cosines * _weights(passages), {"bilstm": cosines})


def by_all(
    question: str,
    passages: Passages,
    shares: Mapping[str, float] | None = None,
    neighbours: Sequence[float] | None = None,
) -> Scores:
    """The cross-encoder over the candidates, joined with words, meaning and practices.

    What the parts and the neighbours are worth hangs on whether the policy has headings.
    """
    own_shares, own_neighbours = _shares_and_neighbours(passages)
    shares = own_shares if shares is None else shares
    neighbours = own_neighbours if neighbours is None else neighbours
    first, logits = _read(question, passages, shares)
    values = first.values + shares["cross"] * _raised(logits) * _weights(passages)
    return Scores(with_neighbours(values, passages, neighbours), {**first.parts, "cross": logits})


def by_practices(question: str, passages: Passages) -> Scores:
    """The practices that the question maps onto, in the order of their sentences' meaning."""
    from privascope.answer.from_practices import practice_scores
    from privascope.answer.mapping.map_question import map_question

    practices = passages.practices.all() if passages.practices else ()
    told = practice_scores(map_question(question), practices, passages)
    numbers = np.flatnonzero(told).tolist()
    dense = np.zeros(len(passages))
    dense[numbers] = dense_relevance().scores(question, passages, numbers)
    parts = {"practices": told, "dense": dense}
    return Scores(np.sqrt(told) * np.maximum(dense, 0.0) * _weights(passages), parts)


def default(question: str, passages: Passages) -> Scores:
    """The best that the installed models allow."""
    if cross_is_there():
        return by_all(question, passages)
    if dense_is_there():
        return by_words_and_meaning(question, passages)
    return by_words(question, passages)


def with_paraphrases(method: Method, question: str, passages: Passages) -> Scores:
    """The best score that the question or one of its paraphrases gives each sentence."""
    from privascope.answer.expand.expansion import paraphrases

    found = [method(text, passages) for text in (question, *paraphrases(question))]
    values = np.max([scores.values for scores in found], axis=0)
    return Scores(values, found[0].parts)


def _read(
    question: str, passages: Passages, shares: Mapping[str, float] = SHARES
) -> tuple[Scores, Floats]:
    """The scores of all but the cross-encoder, and its logits of the best by them."""
    reader = cross_relevance()
    first = _first(question, passages, shares, reader.most)
    numbers = _order(first)[: reader.most]
    logits = np.full(len(passages), LEAST_LOGIT)
    logits[numbers] = np.maximum(reader.scores(question, passages, numbers), LEAST_LOGIT)
    return first, logits


def reading_order(question: str, passages: Passages) -> list[int]:
    """The sentences in the order in which they are worth reading; the first are candidates."""
    shares, _ = _shares_and_neighbours(passages)
    return _order(_first(question, passages, shares, CANDIDATES))


def _first(question: str, passages: Passages, shares: Mapping[str, float], most: int) -> Scores:
    """The scores by which `most` candidates are chosen."""
    if not dense_is_there():
        return by_words(question, passages)
    first = by_words_and_meaning(question, passages, shares)
    if not (shares["practices"] and practices_are_there()):
        return first
    numbers = _order(first)[: _MORE_PRACTICES * most]
    read = practice_relevance().scores(question, passages, numbers)
    # What was not read has no more than the worst that was.
    told = np.full(len(passages), min(0.0, float(read.min(initial=0.0))))
    told[numbers] = read
    values = first.values + shares["practices"] * told * _weights(passages)
    return Scores(values, {**first.parts, "practices": told})


def _order(first: Scores) -> list[int]:
    # The sum of the scores finds more of what reading all would find than reciprocal ranks do.
    return candidates(first.values, len(first.values))


def _shares_and_neighbours(
    passages: Passages,
) -> tuple[Mapping[str, float], Sequence[float]]:
    """What the parts and the neighbours are worth; a lone heading is the policy's title."""
    if len(passages.headings) > 1:
        return SHARES, NEIGHBOURS
    return SHARES_WITHOUT_HEADINGS, NEIGHBOURS_WITHOUT_HEADINGS


def with_neighbours(values: Floats, passages: Passages, shares: Sequence[float]) -> Floats:
    """Each score with a share of those that stand near it under the same heading."""
    sections = np.array([passage.section for passage in passages.all])
    total, weight = values.copy(), np.ones(len(values))
    for distance, share in enumerate(shares, 1):
        worth = share * (sections[distance:] == sections[:-distance])
        total[distance:] += worth * values[:-distance]
        total[:-distance] += worth * values[distance:]
        weight[distance:] += worth
        weight[:-distance] += worth
    averaged: Floats = total / weight
    return averaged


def _raised(logits: Floats) -> Floats:
    """Logits from 0 up, so that what was not read has nothing."""
    return logits - LEAST_LOGIT


METHODS: Mapping[str, Method] = {
    "default": default,
    "bm25": by_words,
    "bm25-expanded": by_more_words,
    "dense": by_meaning,
    "words+dense": by_words_and_meaning,
    "bilstm": by_attention,
    "cross-encoder": by_reading,
    "cross-encoder+span": by_reading_and_spans,
    "cross-encoder+dense": by_all,
    "practices": by_practices,
    "expansion": lambda question, passages: with_paraphrases(default, question, passages),
}


def method_called(name: str) -> Method:
    """The method of a name; an error lists the names there are."""
    if name not in METHODS:
        raise PrivascopeError(f"there is no method {name[:40]!r}: use {', '.join(METHODS)}")
    return METHODS[name]


def _worth_encoding(words: Floats, passages: Passages) -> list[int]:
    if len(passages) <= MOST_ENCODED:
        return list(range(len(passages)))
    # Stable for equal scores, so the beginning of the policy comes along with the matches.
    return candidates(words * _weights(passages), MOST_ENCODED)


def _heading_scores(question: str, passages: Passages) -> Floats:
    """For each sentence the cosine of the heading above it."""
    if not passages.headings:
        return np.zeros(len(passages))
    cosines = np.append(dense_relevance().headings(question, passages), 0.0)
    found: Floats = cosines[[passage.section for passage in passages.all]]
    return found


def _covered(question: str, passages: Passages) -> Floats:
    """For each sentence the share of the question's telling words that it speaks of."""
    wanted = specific_concepts(question)
    return np.array([share_covered(wanted, own) for own in passages.concepts], dtype=np.float64)


def _wanted(question: str, passages: Passages) -> Floats:
    """1 for each sentence that has what the question wants: a time, a place, a way to write."""
    wanted = wanted_of(question)
    if wanted in (Wanted.ANY, Wanted.NAMES):
        return np.zeros(len(passages))
    return np.array([has_wanted(wanted, text) for text in passages.texts], float)


def _weights(passages: Passages) -> Floats:
    return np.array([passage.weight for passage in passages.all])
