"""Maps a question onto the taxonomy: what it is about, and how sure that is."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from privascope import models
from privascope.answer.mapping.label import (
    Label,
    Mapped,
    best_first,
    category_names,
    value_labels,
)
from privascope.answer.mapping.linear import Floats, LinearMap, load_map
from privascope.answer.relevance import dense_is_there, dense_relevance

WEIGHTS = Path(models.__path__[0]) / "mapping" / "weights.npz"
# Less likely labels are dropped.
_LEAST = 0.005


@dataclass(frozen=True, slots=True)
class QuestionMap:
    """What a question is about on each level, the likeliest first."""

    categories: tuple[Mapped, ...]
    attributes: tuple[Mapped, ...]
    values: tuple[Mapped, ...]


def map_question(question: str, model: LinearMap | None = None) -> QuestionMap:
    """The labels of one question, by the shipped model unless another one is given."""
    model = model or shipped_map()
    logits = _logits(question, model)
    return QuestionMap(
        best_first(
            Mapped(Label(name), float(share))
            for name, share in zip(category_names(), model.categories(logits)[0], strict=True)
        ),
        *levels_of(model.labels(logits)[0]),
    )


def _logits(question: str, model: LinearMap) -> dict[str, Floats]:
    return model.logits([question], dense_relevance().vector(question)[np.newaxis])


def levels_of(shares: Floats) -> tuple[tuple[Mapped, ...], tuple[Mapped, ...]]:
    """The likely attributes and values, from the probabilities of all values."""
    attributes: dict[Label, float] = {}
    for label, share in zip(value_labels(), shares.tolist(), strict=True):
        attributes[label.of_attribute] = attributes.get(label.of_attribute, 0.0) + share
    values = zip(value_labels(), shares.tolist(), strict=True)
    return (
        best_first(Mapped(label, share) for label, share in attributes.items() if share >= _LEAST),
        best_first(Mapped(label, share) for label, share in values if share >= _LEAST),
    )


def mapping_is_there() -> bool:
    """Whether the weights and the sentence encoder are installed."""
    return WEIGHTS.is_file() and dense_is_there()


@lru_cache(maxsize=1)
def shipped_map() -> LinearMap:
    """The shipped model, loaded once."""
    return load_map(WEIGHTS)
