"""The linear model that maps questions: words, pieces of words and meaning to the taxonomy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.grams import gram_rows
from privascope.answer.mapping.label import category_names, value_labels
from privascope.errors import PrivascopeError

Floats = npt.NDArray[np.float32]
# The temperatures of categories and of labels, under their name in model files.
TEMPERATURES = "warmth"


@dataclass(frozen=True, slots=True)
class Head:
    """Weights for one set of classes; `grams` is None where only the meaning counts."""

    grams: Floats | None
    vectors: Floats
    constants: Floats

    def logits(self, grams: Floats, vectors: Floats) -> Floats:
        """One row of logits for each question."""
        found: Floats = vectors @ self.vectors + self.constants
        return found if self.grams is None else found + grams @ self.grams


HEADS = ("category", "attribute", "value")


class LinearMap:
    """Three heads over the same features: for categories, for attributes and for values.

    Two temperatures calibrate the probabilities. A label's score is the sum of its three logits,
    so that what is learned of a value in one category serves all others.
    """

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self._idf: Floats = arrays["idf"].astype(np.float32)
        self._centre: Floats = arrays["centre"].astype(np.float32)
        self._heads = {
            name: Head(
                arrays[f"{name}_grams"].astype(np.float32) if f"{name}_grams" in arrays else None,
                arrays[f"{name}_vectors"].astype(np.float32),
                arrays[f"{name}_constants"].astype(np.float32),
            )
            for name in HEADS
        }
        self._temperature, self._label_temperature = (float(one) for one in arrays[TEMPERATURES])

    def logits(self, questions: Sequence[str], vectors: Floats) -> dict[str, Floats]:
        """The logits of each head; `vectors` are of the sentence encoder."""
        grams = gram_rows(questions, self._idf)
        centred = vectors - self._centre
        return {name: head.logits(grams, centred) for name, head in self._heads.items()}

    def categories(self, logits: Mapping[str, Floats]) -> Floats:
        """The probabilities of `category_names()`."""
        return softmax(logits["category"] / self._temperature)

    def labels(self, logits: Mapping[str, Floats]) -> Floats:
        """The probabilities of `value_labels()`."""
        return softmax(label_scores(logits) / self._label_temperature)


class Places:
    """Where the classes of each head stand, and which of them each label joins."""

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """The distinct names of attributes."""
        return tuple(dict.fromkeys(label.attribute for label in value_labels()))

    @cached_property
    def values(self) -> tuple[tuple[str, str], ...]:
        """The distinct pairs of an attribute's name and a value's."""
        return tuple(dict.fromkeys((label.attribute, label.value) for label in value_labels()))

    @cached_property
    def of_labels(self) -> npt.NDArray[np.int64]:
        """For each label its category's, its attribute's and its value's place."""
        return np.array(
            [
                (
                    category_names().index(label.category),
                    self.attributes.index(label.attribute),
                    self.values.index((label.attribute, label.value)),
                )
                for label in value_labels()
            ]
        )


PLACES = Places()


def label_scores(logits: Mapping[str, Floats]) -> Floats:
    """The sum of each label's three log-probabilities."""
    places = PLACES.of_labels
    found: Floats = sum(
        (log_softmax(logits[name])[:, places[:, at]] for at, name in enumerate(HEADS)),
        start=np.zeros(1, dtype=np.float32),
    )
    return found


def softmax(scores: Floats) -> Floats:
    """Each row as probabilities."""
    found: Floats = np.exp(log_softmax(scores))
    return found


def log_softmax(scores: Floats) -> Floats:
    """Each row as logarithms of probabilities."""
    lowered = scores - scores.max(axis=1, keepdims=True)
    found: Floats = lowered - np.log(np.exp(lowered).sum(axis=1, keepdims=True))
    return found


def load_map(path: Path) -> LinearMap:
    """The model of a file."""
    return map_of(read_arrays(path), path)


def map_of(arrays: Mapping[str, npt.NDArray[Any]], path: Path) -> LinearMap:
    """The model of arrays that were read from a file."""
    try:
        return LinearMap(arrays)
    except (KeyError, TypeError, ValueError) as error:
        raise PrivascopeError(f"the model file {path} is damaged: {error}") from error


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a model file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except FileNotFoundError as error:
        raise PrivascopeError(f"the model file {path} is missing; install privascope again") from (
            error
        )
    except Exception as error:
        raise PrivascopeError(f"the model file {path} is damaged: {error}") from error
