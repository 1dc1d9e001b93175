"""The informativeness of a sentence: its best span by the shipped span model."""

from collections.abc import Sequence
from dataclasses import dataclass

from privascope.logistic import logistic


@dataclass(frozen=True, slots=True)
class Informed:
    """The probability that a text has an answer, and the place of the best one in it."""

    informativeness: float
    start: int
    end: int


def spans_are_there() -> bool:
    """Whether the span model's weights are installed."""
    from privascope.models import spans

    return (spans.FOLDER / "model.onnx").is_file()


def informed(question: str, texts: Sequence[str]) -> list[Informed | None]:
    """The best span of each text; None for all where the model is not installed."""
    if not texts or not spans_are_there():
        return [None] * len(texts)
    from privascope.models.spans import best_spans

    return [
        Informed(logistic(found.score - found.none), found.start, found.end)
        if found is not None
        else None
        for found in best_spans([question] * len(texts), list(texts))
    ]
