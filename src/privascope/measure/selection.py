"""How well the sentences that answer a question are selected, in PrivacyQA's protocols."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.answer.mapping.linear import LinearMap
from privascope.answer.mapping.map_question import mapping_is_there
from privascope.errors import DataError
from privascope.learn.pairs import Question, left_out, read_questions
from privascope.measure.annotators import human_agreement, max_annotator
from privascope.measure.answer_selectors import ablations, everything_read, mapped_by
from privascope.measure.mapping_folds import model_for_policies
from privascope.measure.ranking import (
    Flags,
    Floats,
    area_under_curve,
    best_balanced_accuracy,
    best_threshold,
    class_figures,
    hits,
    interval,
    ranking_figures,
    risk_coverage,
)
from privascope.measure.risk_picture import draw_risk
from privascope.measure.selectors import SELECTORS, Score, methods_to_compare

# Goes through questions and shows how far it is.
Follow = Callable[[Sequence[Question]], Iterable[Question]]

_SHORT = (
    "f_at_5",
    "f_at_10",
    "f_at_5_answerable",
    "f_at_10_answerable",
    "p_at_5",
    "p_at_10",
    "mrr",
    "best_f1",
    "balanced_accuracy",
    "answerability_auc",
)


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
    cross-encoder than the shipped one; `fold` keeps the third of the policies that training may
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
    maps = unseen_maps(questions)
    # Question by question, so that methods share what one of them has read.
    for question in follow(questions):
        for name, score in methods.items():
            with mapped_by(maps.get(question.policy.strip())):
                own = np.asarray(score(question.text, question.sentences), dtype=np.float64)
            if own.shape != question.relevant.shape or not np.isfinite(own).all():
                raise DataError(f"question {question.id}: {name} gave no score to some sentences")
            scores[name].append(own)
    return scores


def unseen_maps(questions: Sequence[Question]) -> dict[str, LinearMap]:
    """For each policy, weights that map questions and have not seen those on it."""
    if not mapping_is_there():
        return {}
    return model_for_policies((question.policy, question.text) for question in questions)


def figures(
    questions: Sequence[Question], scores: Sequence[Floats], threshold: float
) -> dict[str, object]:
    """All figures of scores: of the classes, of the rankings and of answerability."""
    relevant = [question.relevant for question in questions]
    report = {
        "policies": len({question.policy for question in questions}),
        "questions": len(questions),
        "answerable": sum(question.answerable for question in questions),
        **_pair_figures(scores, relevant, threshold),
        **_answerability(questions, scores),
    }
    annotators = [question.annotators for question in questions]
    if any(len(marks) for marks in annotators):
        report["max_annotator"] = {
            **max_annotator(scores, annotators, threshold),
            "human": human_agreement(annotators),
        }
    verbatim = [question.verbatim for question in questions]
    if not all(own.all() for own in verbatim):
        kept = [number for number, own in enumerate(verbatim) if own.any()]
        report["verbatim"] = _pair_figures(
            [scores[number][verbatim[number]] for number in kept],
            [relevant[number][verbatim[number]] for number in kept],
            threshold,
        )
    return report


def figures_in_short(questions: Sequence[Question], scores: Sequence[Floats]) -> dict[str, object]:
    """The figures that hang on no threshold chosen before, for tables of several methods."""
    report = figures(questions, scores, 0.0)
    return {name: report[name] for name in _SHORT}


def _pair_figures(
    scores: Sequence[Floats], relevant: Sequence[Flags], threshold: float
) -> dict[str, object]:
    pooled, labels = np.concatenate(list(scores)), np.concatenate(list(relevant))
    best_f1, best = best_threshold(pooled, labels)
    return {
        "pairs": len(labels),
        "relevant": int(labels.sum()),
        **class_figures(pooled >= threshold, labels),
        "threshold": threshold,
        "best_f1": best_f1,
        "at_best_threshold": {"threshold": best, **class_figures(pooled >= best, labels)},
        "balanced_accuracy": best_balanced_accuracy(pooled, labels),
        **ranking_figures(hits(scores, relevant)),
    }


def _answerability(questions: Sequence[Question], scores: Sequence[Floats]) -> dict[str, object]:
    best = np.array([own.max() for own in scores])
    answerable = np.array([question.answerable for question in questions])
    first = np.array(
        [q.relevant[np.argmax(own)] for q, own in zip(questions, scores, strict=True)], dtype=bool
    )
    curve = risk_coverage(best, first)
    return {
        "answerability_auc": area_under_curve(best, answerable),
        "answerability_auc_interval": interval(best, answerable, [q.policy for q in questions]),
        "risk_coverage": curve,
        "risk_coverage_area": float(np.mean([point["risk"] for point in curve])),
    }
