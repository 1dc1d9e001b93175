"""Runs the shipped span model: which words of a text answer a question."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from privascope.models.pair_model import Floats, read_pairs
from privascope.models.pair_tokens import LONGEST_PARAGRAPH, PairTokens

FOLDER = Path(__file__).parent / "spans"
LONGEST_ANSWER = 80


@dataclass(frozen=True, slots=True)
class FoundSpan:
    """The best span of a text, its score, and the score of "no span"."""

    start: int
    end: int
    score: float
    none: float


def best_spans(
    questions: Sequence[str], texts: Sequence[str], folder: Path | None = None
) -> list[FoundSpan | None]:
    """The best span of each text, with its score as a sum of logits; None for an empty text."""
    _, logits, tokens = read_pairs(folder or FOLDER, questions, texts, longest=LONGEST_PARAGRAPH)
    return [best_span(own, pair) for own, pair in zip(logits, tokens, strict=True)]


def find_spans(
    questions: Sequence[str], texts: Sequence[str], folder: Path | None = None
) -> list[str]:
    """The words of each text that answer its question."""
    found = best_spans(questions, texts, folder)
    return [
        text[best.start : best.end] if best else "" for best, text in zip(found, texts, strict=True)
    ]


def best_span(logits: Floats, tokens: PairTokens) -> FoundSpan | None:
    """The span with the highest sum of its start's and its end's logit."""
    if not tokens.offsets:
        return None
    inside = logits[tokens.first : tokens.first + len(tokens.offsets)]
    sums = inside[:, 0][:, None] + inside[:, 1][None, :]
    allowed = np.triu(np.ones_like(sums, dtype=bool)) & ~np.triu(
        np.ones_like(sums, dtype=bool), LONGEST_ANSWER
    )
    sums = np.where(allowed, sums, -np.inf)
    start, end = np.unravel_index(int(np.argmax(sums)), sums.shape)
    return FoundSpan(
        start=tokens.offsets[int(start)][0],
        end=tokens.offsets[int(end)][1],
        score=float(sums[start, end]),
        none=float(logits[0].sum()),
    )
