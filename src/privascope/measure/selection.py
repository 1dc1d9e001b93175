"""How well the sentences that answer a question are selected, in PrivacyQA's protocols."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.pairs import Question, left_out, read_questions
from privascope.data.ranking import (
    Floats,
)
from privascope.data.selection_figures import figures, figures_in_short
from privascope.errors import DataError
from privascope.measure.answer_selectors import ablations, everything_read
from privascope.measure.risk_picture import draw_risk
from privascope.measure.selectors import SELECTORS, Score, methods_to_compare

# Goes through questions and shows how far it is.
Follow = Callable[[Sequence[Question]], Iterable[Question]]


def measure(
    data: Path,
    method: str = "default",
    *,
    model: Path | None = None,
    fold: int | None = None,
    ablation: bool = False,
    picture: Path | None = None,
    follow: Follow = iter,
) -> dict[str, object]:
    """All figures of a method on a file in PrivacyQA's columns.

    Every sentence of a policy is read, not the candidates alone. `model` is the folder of another
    reader than the shipped one; `fold` keeps the third of the policies that training may
    have left out. With `ablation` all other methods, and the default one with a part less, stand
    beside it. `picture` is a file for the curve of risk and coverage.
    """
    if method not in SELECTORS:
        raise DataError(f"no method {method}; there are {', '.join(SELECTORS)}")
    if model is not None and not (model / "model.onnx").is_file():
        raise DataError(f"{model} holds no model.onnx")
    questions = questions_to_measure(data, fold)
    chosen = {method: SELECTORS[method]()}
    if ablation:
        chosen |= {name: make() for name, make in {**methods_to_compare(), **ablations()}.items()}
    with everything_read(model):
        scores = score_all(questions, {name: one.score for name, one in chosen.items()}, follow)
    report: dict[str, Any] = {
        "method": method,
        **figures(questions, scores[method], chosen[method].threshold),
    }
    if ablation:
        report["ablation"] = {name: figures_in_short(questions, scores[name]) for name in chosen}
    if picture is not None:
        draw_risk(picture, report["risk_coverage"])
    return report


def questions_to_measure(data: Path, fold: int | None) -> list[Question]:
    """The questions of a file, or those about the policies of one of its three folds."""
    questions = read_questions(data)
    kept = left_out(questions, fold)
    return [question for question in questions if fold is None or question.policy in kept]


def score_all(
    questions: Sequence[Question], methods: Mapping[str, Score], follow: Follow = iter
) -> dict[str, list[Floats]]:
    """The score of every sentence of every question's policy, by each method."""
    scores: dict[str, list[Floats]] = {name: [] for name in methods}
    # Question by question, so that methods share what one of them has read.
    for question in follow(questions):
        for name, score in methods.items():
            own = np.asarray(score(question.text, question.sentences), dtype=np.float64)
            if own.shape != question.relevant.shape or not np.isfinite(own).all():
                raise DataError(f"question {question.id}: {name} gave no score to some sentences")
            scores[name].append(own)
    return scores
