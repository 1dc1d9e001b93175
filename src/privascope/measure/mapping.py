"""How well questions are mapped onto the taxonomy, beside simpler ways."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.answer.mapping.bags import BAGS
from privascope.answer.mapping.keywords import keyword_scores
from privascope.answer.mapping.label import category_names, value_labels
from privascope.answer.mapping.linear import Floats
from privascope.data.mapping_folds import models_for
from privascope.data.mapping_levels import (
    attribute_places,
    hits,
    in_columns,
    level_figures,
    right_categories,
    right_columns,
    right_labels,
)
from privascope.data.mapping_questions import AboutQuestion, read_about

# The two categories that people ask about most.
_COMMONEST = ("First Party Collection/Use", "Third Party Sharing/Collection")


def measure(data: Path) -> dict[str, object]:
    """How often the best and the best two are right, for the default method and its rivals.

    A question that the shipped weights were trained on is judged by weights that were trained
    without its policy (PrivacyQA) or its words (PolicyQA).
    """
    return figures_of(read_about(data))


def figures_of(questions: Sequence[AboutQuestion]) -> dict[str, Any]:
    """The figures of some questions."""
    categories, labels, trained_on = _mapped(questions)
    own = level_figures(questions, categories, labels)
    typed = len(own) > 1
    return {
        "questions": len(questions),
        "questions_of_the_training_data": trained_on,
        "measured": _what_was_measured(trained_on, len(questions)),
        **own["category"],
        **({"levels": own} if typed else {}),
        "commonest_category": _category(questions, _commonest(len(questions))),
        "keyword_lists": _category(questions, _by_keywords(questions)),
        **{name: _bag_figures(name, questions) for name in BAGS},
    }


def _mapped(questions: Sequence[AboutQuestion]) -> tuple[Floats, Floats, int]:
    """The probabilities of categories and labels, by models that have not seen the questions."""
    from privascope.models.sentence_encoder import encode

    models, which = models_for(questions)
    texts = [question.text for question in questions]
    vectors = encode(texts)
    categories = np.zeros((len(questions), len(category_names())), dtype=np.float32)
    labels = np.zeros((len(questions), len(value_labels())), dtype=np.float32)
    for number, model in enumerate(models):
        rows = np.flatnonzero(which == number)
        if len(rows):
            logits = model.logits([texts[row] for row in rows], vectors[rows])
            categories[rows], labels[rows] = model.categories(logits), model.labels(logits)
    return categories, labels, int((which > 0).sum())


def _what_was_measured(trained_on: int, questions: int) -> str:
    if not trained_on:
        return "the shipped weights, on questions they were not trained on"
    folds = (
        "five-fold cross-validation by policy, or by words for PolicyQA, for these questions are "
        "the training data"
    )
    if trained_on == questions:
        return folds
    return f"{folds} ({trained_on} of {questions}); the shipped weights on the others"


def _category(questions: Sequence[AboutQuestion], scores: Floats) -> dict[str, Any]:
    """The category level of a method whose scores are no probabilities."""
    if any(question.labels for question in questions):
        figures = hits(scores, right_categories(questions))
    else:
        figures = hits(in_columns(scores, np.max), right_columns(questions))
    return {name: figures[name] for name in ("top_1", "top_2")}


def _commonest(count: int) -> Floats:
    scores = np.zeros((count, len(category_names())), dtype=np.float32)
    for place, name in enumerate(_COMMONEST):
        scores[:, category_names().index(name)] = 2 - place
    return scores


def _by_keywords(questions: Sequence[AboutQuestion]) -> Floats:
    return np.array([keyword_scores(one.text) for one in questions], dtype=np.float32)


def _bag_figures(name: str, questions: Sequence[AboutQuestion]) -> dict[str, Any]:
    """The figures of one of the two published methods, on as many levels as there are labels."""
    bag = BAGS[name]()
    scores = [bag.scores(one.text) for one in questions]
    categories = np.array([one.categories for one in scores], dtype=np.float32)
    labels = np.array([one.values for one in scores], dtype=np.float32)
    figures: dict[str, Any] = _category(questions, categories)
    if any(one.labels for one in questions):
        attributes = np.array([one.attributes for one in scores], dtype=np.float32)
        meant = right_labels(questions)
        levels = {
            "attribute": hits(attributes, meant @ attribute_places() > 0),
            "value": hits(labels, meant),
        }
        for level, found in levels.items():
            figures[level] = {key: found[key] for key in ("top_1", "top_2")}
    return figures
