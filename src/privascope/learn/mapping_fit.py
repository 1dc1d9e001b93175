"""Fits the linear model that maps questions, by itself and in folds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.grams import gram_rows, rarity
from privascope.answer.mapping.label import category_names
from privascope.answer.mapping.linear import (
    HEADS,
    PLACES,
    TEMPERATURES,
    Floats,
    label_scores,
    log_softmax,
)
from privascope.data.mapping_levels import right_categories, right_labels
from privascope.data.mapping_questions import AboutQuestion
from privascope.errors import MissingExtraError

Doubles = npt.NDArray[np.float64]
Arrays = dict[str, npt.NDArray[Any]]

# Chosen by cross-validation over policies, see docs/methods/mapping.md.
STRENGTH = 1.0
LABEL_STRENGTH = 100.0
_STEPS = 100
_TEMPERATURES = np.exp(np.linspace(np.log(0.4), np.log(4.0), 47))


@dataclass(frozen=True, slots=True)
class Examples:
    """Questions with their vectors of the sentence encoder."""

    questions: tuple[AboutQuestion, ...]
    vectors: Floats

    def part(self, kept: npt.NDArray[np.bool_]) -> "Examples":
        """Some of them."""
        some = tuple(one for one, keep in zip(self.questions, kept, strict=True) if keep)
        return Examples(some, self.vectors[kept])


def fit_map(examples: Examples) -> Arrays:
    """The arrays of a LinearMap; its probabilities are not calibrated yet."""
    texts = [one.text for one in examples.questions]
    idf = rarity(texts)
    grams = gram_rows(texts, idf)
    centre = examples.vectors.mean(axis=0)
    arrays: Arrays = {"idf": idf, "centre": centre, TEMPERATURES: np.ones(2)}
    for name in HEADS:
        targets = head_targets(name, examples.questions)
        told = targets.any(axis=1)
        category = name == "category"
        fitted = fit_softmax(
            # Four questions a label are too few to learn from their words.
            grams[told] if category else None,
            (examples.vectors - centre)[told],
            targets[told],
            STRENGTH if category else LABEL_STRENGTH,
        )
        arrays |= {f"{name}_{key}": value for key, value in fitted.items()}
    return {name: value.astype(np.float16) for name, value in arrays.items()}


def head_targets(name: str, questions: Sequence[AboutQuestion]) -> Doubles:
    """For each question the share of each class of a head; zero where it is unknown."""
    classes: dict[Any, int]
    told: Callable[[AboutQuestion], set[Any]]
    if name == "category":
        classes = {one: at for at, one in enumerate(category_names())}
        told = lambda question: set(question.categories)  # noqa: E731
    elif name == "attribute":
        classes = {one: at for at, one in enumerate(PLACES.attributes)}
        told = lambda question: {label.attribute for label in question.labels}  # noqa: E731
    else:
        classes = {one: at for at, one in enumerate(PLACES.values)}
        told = lambda question: {(one.attribute, one.value) for one in question.labels}  # noqa: E731
    targets = np.zeros((len(questions), len(classes)))
    for row, question in zip(targets, questions, strict=True):
        found = told(question)
        for one in found:
            row[classes[one]] = 1 / len(found)
    return targets


def fit_softmax(
    grams: Floats | None, vectors: Floats, targets: Doubles, strength: float
) -> dict[str, Floats]:
    """Weights of a softmax over sparse and dense features, held small by their squares."""
    try:
        from scipy.optimize import minimize
        from scipy.sparse import csr_matrix
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    if grams is None:
        grams = np.zeros((len(vectors), 0), dtype=np.float32)
    used = np.flatnonzero(grams.any(axis=0))
    sparse = csr_matrix(grams[:, used].astype(np.float64))
    turned = sparse.T.tocsr()
    dense = vectors.astype(np.float64)
    classes, size = targets.shape[1], len(used)

    def loss(flat: Doubles) -> tuple[float, Doubles]:
        table = flat.reshape(-1, classes)
        scores = sparse @ table[:size] + dense @ table[size:-1] + table[-1]
        logs = log_softmax(scores)
        wrong = strength * (np.exp(logs) - targets)
        held = table.copy()
        held[-1] = 0
        gradient = np.vstack((turned @ wrong, dense.T @ wrong, wrong.sum(axis=0))) + held
        lost = 0.5 * (held**2).sum() - strength * (targets * logs).sum()
        return float(lost), gradient.ravel()

    start = np.zeros((size + dense.shape[1] + 1) * classes)
    limits = {"maxiter": _STEPS, "ftol": 1e-7}
    table = minimize(loss, start, jac=True, method="L-BFGS-B", options=limits).x
    table = table.reshape(-1, classes)
    whole = np.zeros((grams.shape[1], classes), dtype=np.float32)
    whole[used] = table[:size]
    found = {"vectors": table[size:-1], "constants": table[-1]}
    return found | {"grams": whole} if len(whole) else found


def find_temperatures(questions: Sequence[AboutQuestion], logits: Mapping[str, Floats]) -> Doubles:
    """The two temperatures with which unseen questions have honest probabilities.

    `logits` are of models that did not see the questions, one row each. Where people asked, only
    their questions tell how sure a category is.
    """
    asked = [at for at, one in enumerate(questions) if not one.labels]
    labelled = [at for at, one in enumerate(questions) if one.labels]
    told = [questions[at] for at in labelled]
    joined = label_scores({name: table[labelled] for name, table in logits.items()})
    return np.array(
        [
            _best_temperature(
                logits["category"][asked], right_categories([questions[at] for at in asked])
            ),
            _best_temperature(joined, right_labels(told)) if labelled else 1.0,
        ]
    )


def _best_temperature(scores: Floats, right: npt.NDArray[np.bool_]) -> float:
    """The temperature under which the best label's probability tells how often it is right."""
    hits = right[np.arange(len(right)), scores.argmax(axis=1)]
    losses = []
    for temperature in _TEMPERATURES:
        sure = np.exp(log_softmax(scores / np.float32(temperature)).max(axis=1))
        sure = np.clip(sure, 1e-6, 1 - 1e-6)
        losses.append(-float(np.where(hits, np.log(sure), np.log(1 - sure)).mean()))
    return float(_TEMPERATURES[int(np.argmin(losses))])
