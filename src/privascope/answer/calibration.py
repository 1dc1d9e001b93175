"""Weights that turn scores into probabilities, one set a method; fitted, see docs/methods."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from privascope.answer.relevance import cross_is_there, dense_is_there


@dataclass(frozen=True, slots=True)
class Calibration:
    """The logistic of a sentence's score, of the evidence, and of the kind of question.

    `sentence` is a factor and a bias. `answer` holds one weight for each of the evidence's
    features and a bias; with two numbers the best score alone decides.
    """

    sentence: tuple[float, float]
    answer: tuple[float, ...]

    def strength(self, score: float) -> float:
        """The probability that a sentence of this score answers."""
        return logistic(self.sentence[0] * score + self.sentence[1])

    def answerable(self, features: Sequence[float]) -> float:
        """The probability that the policy answers."""
        *weights, bias = self.answer
        return logistic(bias + _sum(features[: len(weights)], weights))

    def privacy(self, features: Sequence[float]) -> float:
        """The probability that the question is one for a policy."""
        *weights, bias = _KIND if dense_is_there() else _KIND_BY_WORDS
        return logistic(bias + _sum(features, weights))


def logistic(value: float) -> float:
    """The number between 0 and 1 for log-odds."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _sum(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


_KIND = (4.343, 8.433, 11.805, -3.215)
# Without the sentence encoder nothing but a few words tells, so the doubt is given.
_KIND_BY_WORDS = (0.0, 0.0, 10.0, 1.0)

_WORDS = Calibration((0.5, -4.0), (0.35, -2.5))
_DENSE = Calibration((12.0, -7.0), (12.0, -6.0))
_WORDS_AND_DENSE = Calibration(
    (9.014, -6.544), (0.675, 0.913, 2.673, 0.421, 1.768, 0.369, 0.038, 0.155, 1.474, -4.445)
)
# To be fitted again with the shipped cross-encoder: its logits' scale is not known before.
_CROSS = Calibration((6.0, -1.0), (6.0, 0.0))
_ALL = Calibration((6.0, -5.0), (6.0, -4.5))

_BY_METHOD: Mapping[str, Calibration] = {
    "bm25": _WORDS,
    "bm25-expanded": _WORDS,
    "dense": _DENSE,
    "words+dense": _WORDS_AND_DENSE,
    "cross-encoder": _CROSS,
    "cross-encoder+dense": _ALL,
}


def calibration_of(method: str) -> Calibration:
    """The weights of a method; those of the default hang on which models are installed."""
    if method in _BY_METHOD:
        return _BY_METHOD[method]
    if cross_is_there():
        return _ALL
    return _WORDS_AND_DENSE if dense_is_there() else _WORDS
