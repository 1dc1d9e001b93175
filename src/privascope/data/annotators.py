"""Agreement with the nearest of several annotators, as PrivacyQA's authors measure it."""

from collections.abc import Sequence

import numpy as np

from privascope.data.ranking import Flags, Floats

_THRESHOLDS = 200


def max_annotator(
    scores: Sequence[Floats], annotators: Sequence[Flags], threshold: float
) -> dict[str, float]:
    """Each question against the annotator it suits best, at a threshold and at the best one."""
    pooled = np.concatenate(list(scores))
    cuts = np.unique(np.quantile(pooled, np.linspace(0, 1, _THRESHOLDS), method="nearest"))
    # Above the highest score nothing is predicted.
    cuts = np.append(cuts, np.nextafter(pooled.max(), np.inf))
    at_cuts = _averages(scores, annotators, cuts)
    own = _averages(scores, annotators, np.array([threshold]))
    return {
        **{name: float(values[0]) for name, values in own.items()},
        "best_f1": float(at_cuts["f1"].max()),
        "best_mean_f1": float(at_cuts["mean_f1"].max()),
    }


def human_agreement(annotators: Sequence[Flags]) -> dict[str, float]:
    """Each annotator against the nearest of the others, the mean over annotators of a question."""
    rows = []
    for marks in annotators:
        if len(marks) < 2:
            continue
        each = []
        for number in range(len(marks)):
            others = np.delete(marks, number, axis=0)
            figures = _best_figures(marks[number].astype(float), others, np.array([0.5]))
            each.append([values[0] for values in figures])
        rows.append(np.mean(each, axis=0))
    if not rows:
        return {}
    return {name: float(values) for name, values in _summary(np.mean(rows, axis=0)).items()}


def _averages(
    scores: Sequence[Floats], annotators: Sequence[Flags], cuts: Floats
) -> dict[str, Floats]:
    each = [
        _best_figures(score, marks, cuts)
        for score, marks in zip(scores, annotators, strict=True)
        if len(marks)
    ]
    return _summary(np.mean(each, axis=0))


def _best_figures(scores: Floats, marks: Flags, cuts: Floats) -> Floats:
    """The best precision, recall and F1 over annotators (rows), for each threshold (columns)."""
    order = np.argsort(-scores, kind="stable")
    found = np.searchsorted(-scores[order], -cuts, side="right")
    hits = np.concatenate((np.zeros((len(marks), 1)), np.cumsum(marks[:, order], axis=1)), axis=1)
    right = hits[:, found]
    wanted = marks.sum(axis=1, keepdims=True)
    both_empty = (found == 0) & (wanted == 0)
    precision = np.where(both_empty, 1.0, right / np.maximum(1, found))
    recall = np.where(both_empty, 1.0, right / np.maximum(1, wanted))
    f1 = np.where(both_empty, 1.0, 2 * right / np.maximum(1, found + wanted))
    best: Floats = np.stack([values.max(axis=0) for values in (precision, recall, f1)])
    return best


def _summary(averages: Floats) -> dict[str, Floats]:
    precision, recall, f1 = averages
    harmonic = 2 * precision * recall / np.maximum(1e-12, precision + recall)
    return {"precision": precision, "recall": recall, "f1": harmonic, "mean_f1": f1}
