"""The accuracy of the best labels, on each level of the taxonomy."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.label import category_names, value_labels
from privascope.answer.mapping.linear import Floats
from privascope.data.mapping_questions import COLUMNS, OTHER, AboutQuestion

Flags = npt.NDArray[np.bool_]
_BINS = 10


def level_figures(
    questions: Sequence[AboutQuestion], categories: Floats, labels: Floats
) -> dict[str, Any]:
    """Figures of the category level, and of the other two where the questions have labels.

    `categories` and `labels` score `category_names()` and `value_labels()`, one row a question.
    Questions without labels are PrivacyQA's and scored in its seven columns.
    """
    if not any(question.labels for question in questions):
        return {"category": hits(in_columns(categories, np.sum), right_columns(questions))}
    meant = right_labels(questions)
    groups = attribute_places()
    return {
        "category": hits(categories, right_categories(questions)),
        "attribute": hits(labels @ groups, meant @ groups > 0),
        "value": hits(labels, meant),
    }


def hits(scores: Floats, right: Flags) -> dict[str, float]:
    """The accuracy of the best and of the best two labels, and the calibration of the scores."""
    rows = np.arange(len(scores))
    order = np.argsort(-scores, axis=1, kind="stable")
    first, second = right[rows, order[:, 0]], right[rows, order[:, 1]]
    return {
        "top_1": float(first.mean()),
        "top_2": float((first | second).mean()),
        "calibration_error": calibration_error(scores[rows, order[:, 0]], first),
    }


def calibration_error(sure: Floats, right: Flags) -> float:
    """The mean gap between confidence and accuracy, over tenths of confidence."""
    bins = np.minimum((sure * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(float(sure[bins == one].mean()) - float(right[bins == one].mean()))
        * float((bins == one).mean())
        for one in range(_BINS)
        if (bins == one).any()
    ]
    return sum(gaps)


def in_columns(categories: Floats, joined: Callable[..., Floats]) -> Floats:
    """The scores of PrivacyQA's columns: what has no column of its own is joined to "other"."""
    names = category_names()
    named = [names.index(one) for one in COLUMNS.values() if one != OTHER]
    rest = [at for at in range(len(names)) if at not in named]
    return np.column_stack([categories[:, named], joined(categories[:, rest], axis=1)])


def right_columns(questions: Sequence[AboutQuestion]) -> Flags:
    """Which of PrivacyQA's columns are right for each question."""
    return np.array([[name in one.categories for name in COLUMNS.values()] for one in questions])


def right_categories(questions: Sequence[AboutQuestion]) -> Flags:
    """Which of the ten categories are right for each question."""
    return np.array([[name in one.categories for name in category_names()] for one in questions])


def right_labels(questions: Sequence[AboutQuestion]) -> Flags:
    """Which of all labels are right for each question."""
    return np.array([[label in one.labels for label in value_labels()] for one in questions])


def attribute_places() -> Floats:
    """The table that sums labels to attributes of a category."""
    attributes = list(dict.fromkeys(label.of_attribute for label in value_labels()))
    table = np.zeros((len(value_labels()), len(attributes)), dtype=np.float32)
    for row, label in zip(table, value_labels(), strict=True):
        row[attributes.index(label.of_attribute)] = 1
    return table
