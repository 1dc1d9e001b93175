"""The two published ways to map a question: by its words or their clusters and a label's text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.label import category_names, value_labels
from privascope.answer.mapping.map_question import WEIGHTS
from privascope.answer.words import FUNCTION_WORDS
from privascope.errors import PrivascopeError
from privascope.models.vectors import load_vectors, vector_words

FILE = WEIGHTS.with_name("profiles.npz")
CLUSTERS = 300
POLICY, GENERIC, WORDS = "policy", "generic", "words"

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BagScores:
    """The cosine with every label's text, on each level."""

    categories: Floats
    attributes: Floats
    values: Floats


class Bag:
    """Labels as rows of weighed terms; a term is a word, or a cluster of words used alike."""

    def __init__(self, terms: Mapping[str, int], idf: Floats, profiles: Floats) -> None:
        self._terms = terms
        self._idf = idf
        self._profiles = unit_rows(profiles)

    def scores(self, question: str) -> BagScores:
        """The cosines of one question."""
        counts = term_counts(question, self._terms, len(self._idf))
        cosines = self._profiles @ unit_rows((counts * self._idf)[np.newaxis])[0]
        first = len(category_names())
        last = len(cosines) - len(value_labels())
        return BagScores(cosines[:first], cosines[first:last], cosines[last:])


def term_counts(text: str, terms: Mapping[str, int], size: int) -> Floats:
    """How often a text has each term; words that carry no meaning are left out."""
    found = [
        terms[word] for word in vector_words(text) if word in terms and word not in FUNCTION_WORDS
    ]
    return np.bincount(found, minlength=size).astype(np.float32)


def unit_rows(rows: Floats) -> Floats:
    """Each row at length 1; an empty one stays empty."""
    found: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return found


@cache
def load_bag(kind: str) -> Bag:
    """The bag of words, or of the clusters of policy vectors or of generic ones."""
    arrays = _arrays()
    words = load_vectors().words
    places = arrays[f"{kind}_terms"].tolist()
    size = len(arrays[f"{kind}_idf"])
    # The number after the last term stands for a word that has none.
    terms = {word: place for word, place in zip(words, places, strict=True) if place < size}
    profiles = arrays[f"{kind}_profiles"].astype(np.float32)
    return Bag(terms, arrays[f"{kind}_idf"].astype(np.float32), profiles)


@cache
def _arrays() -> dict[str, npt.NDArray[Any]]:
    try:
        with np.load(FILE, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except Exception as error:
        raise PrivascopeError(f"the model file {FILE} cannot be read: {error}") from error


BAGS: Mapping[str, Callable[[], Bag]] = {
    "bag_of_words": partial(load_bag, WORDS),
    "word_clusters": partial(load_bag, POLICY),
    "generic_word_clusters": partial(load_bag, GENERIC),
}
