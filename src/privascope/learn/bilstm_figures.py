"""Figures of scoring methods: how well they find the section that answers a heading's question."""

import random
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from privascope.answer.methods import method_called
from privascope.answer.passages import passages_of_sentences
from privascope.learn.section_pairs import SectionedPolicy
from privascope.models.vectors import PolicyVectors, vector_words

# A row of scores for each question, with one score a text; higher is better.
TextScores = Callable[[Sequence[str], Sequence[str]], NDArray[np.floating]]


def section_figures(
    score: TextScores, policies: Sequence[SectionedPolicy], seed: int = 0
) -> dict[str, dict[str, float]]:
    """Top-1 precision and MRR of what is right, by two protocols.

    `one_wrong`: each paragraph against one drawn from the policy's other sections.
    `all_sections`: each section against all of its policy; its best paragraph counts.
    """
    chance = random.Random(seed)
    against_one, against_all = [], []
    for policy in policies:
        counts = [len(one.paragraphs) for one in policy.sections]
        texts = [text for one in policy.sections for text in one.paragraphs]
        starts = np.cumsum([0, *counts])[:-1]
        table = np.asarray(score([one.question for one in policy.sections], texts))
        for number, (start, count) in enumerate(zip(starts, counts, strict=True)):
            row = table[number]
            others = [*range(start), *range(start + count, len(texts))]
            against_one += [
                _places(own, row[[chance.choice(others)]]) for own in row[start : start + count]
            ]
            best = np.maximum.reduceat(row, starts)
            against_all.append(_places(best[number], np.delete(best, number)))
    return {"one_wrong": _figures(against_one), "all_sections": _figures(against_all)}


def mean_scores(table: PolicyVectors) -> TextScores:
    """The cosine of the mean word vectors: the baseline of the BiLSTM."""

    def mean(text: str) -> NDArray[np.float32]:
        found = [
            vector for word in vector_words(text) if (vector := table.vector(word)) is not None
        ]
        whole = np.sum(found, axis=0) if found else np.zeros(table.table.shape[1], np.float32)
        length = max(float(np.linalg.norm(whole)), 1e-9)
        return np.asarray(whole / length, dtype=np.float32)

    def score(questions: Sequence[str], texts: Sequence[str]) -> NDArray[np.floating]:
        scores: NDArray[np.float32] = (
            np.stack(list(map(mean, questions))) @ np.stack(list(map(mean, texts))).T
        )
        return scores

    return score


def method_scores(name: str) -> TextScores:
    """A method of answering as a rival."""
    method = method_called(name)

    def score(questions: Sequence[str], texts: Sequence[str]) -> NDArray[np.floating]:
        passages = passages_of_sentences(texts)
        return np.stack([method(question, passages).values for question in questions])

    return score


def _places(own: float, others: NDArray[np.floating]) -> tuple[int, int]:
    """The first and the last place that a score may have among others, as ties fall."""
    first = 1 + int((others > own).sum())
    return first, first + int((others == own).sum())


def _figures(places: Sequence[tuple[int, int]]) -> dict[str, float]:
    """Means over how ties may fall."""
    tops = [1 / (1 + last - first) if first == 1 else 0.0 for first, last in places]
    inverse = [np.mean(1 / np.arange(first, last + 1)) for first, last in places]
    return {
        "precision_at_1": float(np.mean(tops)),
        "mrr": float(np.mean(inverse)),
        "questions": len(places),
    }
