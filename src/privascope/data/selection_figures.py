"""The figures of scored sentences, in PrivacyQA's protocols."""

from collections.abc import Sequence

import numpy as np

from privascope.data.annotators import human_agreement, max_annotator
from privascope.data.pairs import Question
from privascope.data.ranking import (
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
