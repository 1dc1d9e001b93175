"""Ranking and classification metrics for the scored sentences of questions."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

DEPTH = 10


def hits(scores: Sequence[Floats], relevant: Sequence[Flags]) -> list[Flags]:
    """For each question, which places of its ranking are relevant; ties keep reading order."""
    return [
        own[np.argsort(-score, kind="stable")] for score, own in zip(scores, relevant, strict=True)
    ]


def ranking_figures(ranked: Sequence[Flags]) -> dict[str, float]:
    """Shares of questions with a hit, precision, reciprocal rank and recall at the first places.

    Over all questions, those without a relevant sentence counting 0, except recall and the keys
    in `_answerable`, which are over the questions that have one.
    """
    total, answerable = len(ranked), sum(bool(own.any()) for own in ranked)
    top = np.zeros((total, DEPTH))
    first = np.zeros(total)
    count = np.zeros(total)
    for number, own in enumerate(ranked):
        top[number, : min(DEPTH, len(own))] = own[:DEPTH]
        count[number] = own.sum()
        if count[number]:
            first[number] = 1 / (1 + int(np.argmax(own)))
    found = np.cumsum(top, axis=1)
    figures = {}
    for k in (5, 10):
        figures[f"f_at_{k}"] = _share(float((found[:, k - 1] > 0).sum()), total)
    for k in (5, 10):
        figures[f"f_at_{k}_answerable"] = _share(float((found[:, k - 1] > 0).sum()), answerable)
    for k in (5, 10):
        figures[f"p_at_{k}"] = _share(float(found[:, k - 1].sum()) / k, total)
    figures["mrr"] = _share(float(first.sum()), total)
    figures["mrr_answerable"] = _share(float(first.sum()), answerable)
    for k in range(1, DEPTH + 1):
        recalls = found[count > 0, k - 1] / count[count > 0]
        figures[f"recall_at_{k}"] = _share(float(recalls.sum()), answerable)
    return figures


def class_figures(predicted: Flags, relevant: Flags) -> dict[str, float]:
    """Precision, recall and F1 of the relevant class, and the mean of both classes' F1."""
    right, found, wanted = (int(n.sum()) for n in (predicted & relevant, predicted, relevant))
    wrong = len(relevant) - found - wanted + right
    others = 2 * wrong + (found - right) + (wanted - right)
    f1 = _share(2 * right, found + wanted)
    return {
        "precision": _share(right, found),
        "recall": _share(right, wanted),
        "f1": f1,
        "macro_f1": (f1 + _share(2 * wrong, others)) / 2,
    }


def best_threshold(scores: Floats, relevant: Flags) -> tuple[float, float]:
    """The highest F1 of the relevant class, and the score from which on pairs count as relevant."""
    right, found, cuts = _counts(scores, relevant)
    f1 = 2 * right / np.maximum(1, found + relevant.sum())
    best = int(np.argmax(f1))
    return float(f1[best]), float(cuts[best])


def best_balanced_accuracy(scores: Floats, relevant: Flags) -> float:
    """The highest mean of both classes' accuracies at any threshold."""
    right, found, _ = _counts(scores, relevant)
    wanted, others = int(relevant.sum()), int((~relevant).sum())
    if not wanted or not others:
        return 0.0
    return float(np.max(right / wanted + 1 - (found - right) / others) / 2)


def _counts(scores: Floats, relevant: Flags) -> tuple[Ints, Ints, Floats]:
    """Relevant pairs and all pairs at or above each distinct score, highest first."""
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    last = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
    right = np.cumsum(relevant[order], dtype=np.int64)[last]
    return right, (last + 1).astype(np.int64), ordered[last]


def area_under_curve(scores: Floats, positive: Flags) -> float:
    """The area under the ROC curve, ties counting half; 0 without both classes."""
    ones, others = int(positive.sum()), int((~positive).sum())
    if not ones or not others:
        return 0.0
    _, which, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[which]
    return float((ranks[positive].sum() - ones * (ones + 1) / 2) / (ones * others))


def interval(
    scores: Floats, positive: Flags, groups: Sequence[str], draws: int = 1000
) -> list[float]:
    """The middle 95 % of the area under the curve when groups (policies) are resampled."""
    names, which = np.unique(np.array(groups), return_inverse=True)
    members = [np.flatnonzero(which == number) for number in range(len(names))]
    chance = np.random.default_rng(0)
    areas = []
    for _ in range(draws):
        chosen = chance.integers(len(members), size=len(members))
        drawn = np.concatenate([members[number] for number in chosen])
        if positive[drawn].any() and not positive[drawn].all():
            areas.append(area_under_curve(scores[drawn], positive[drawn]))
    if not areas:
        return [0.0, 1.0]
    return [float(bound) for bound in np.quantile(areas, (0.025, 0.975))]


def risk_coverage(confidence: Floats, right: Flags) -> list[dict[str, float]]:
    """The share of wrong first sentences when only so many of the surest questions are answered."""
    order = np.argsort(-confidence, kind="stable")
    wrong = np.cumsum(~right[order])
    curve = []
    for tenth in range(1, 11):
        answered = max(1, round(len(order) * tenth / 10))
        curve.append(
            {
                "coverage": answered / len(order),
                "risk": float(wrong[answered - 1] / answered),
                "threshold": float(confidence[order[answered - 1]]),
            }
        )
    return curve


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
