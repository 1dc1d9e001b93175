"""Fits from which probability a policy makes a statement, on policies that were not learned."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.data.digests import digest, file_digest
from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.learn.statement_best import Best, Read, best_of, fit_calibration, read_all
from privascope.learn.statement_data import read_policies
from privascope.learn.statement_singles import alone_thresholds, denial_thresholds, read_singles
from privascope.learn.storing import write_whole
from privascope.logistic import logistic
from privascope.models.practices import load_labels
from privascope.models.statement_thresholds import THRESHOLDS
from privascope.traits.practices.practice import SURE
from privascope.traits.practices.statements import by_slug

# What is likelier than this, and below its threshold, is shown as likely.
_LIKELY = 0.4
# A statement that is right less often than this where it is shown gets a higher threshold: a wrong
# one that has an opposite says the contrary of the policy.
_LEAST_RIGHT, _LEAST_RIGHT_OF_OPPOSITES, _ENOUGH_SHOWN = 0.85, 0.95, 5
_HIGHEST = 0.995
# Log-odds that a rule may add, and by how much the likelihood has to grow for a statement's own.
_RULES, _WORTHWHILE = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0), 1.0

Floats = npt.NDArray[np.float64]
Fitted = dict[str, float]
# Scale, bias and what a rule adds.
Calibration = tuple[float, float, float]


def fit_thresholds(
    folder: Path, statements: Path, sentences: Path, policies: Path, aim: float
) -> dict[str, object]:
    """Write the thresholds next to an exported model; returns what they come to.

    `policies` lists ids of policies that the model has not learned; single `sentences` of sites
    that were held out fit what counts of a sentence by itself, and the denials.
    """
    labels = load_labels(folder)
    ids = read_ids(policies)
    read = read_all(list(read_policies(statements, ids)), folder)
    if not read or not labels.statements:
        raise DataError("no policies to fit on, or a model that finds no statements")
    fitted = fit_statements(read, labels.statements, aim)
    singles = read_singles(sentences, folder, labels)
    says, denies, score = alone_thresholds(singles)
    content = {
        "aim": aim,
        "data": "-".join((file_digest(statements), file_digest(sentences), digest(sorted(ids)))),
        "policies": len(read),
        "statements": {
            slug: own | {"alone": denies if slug.startswith("does-not-") else says}
            for slug, own in fitted.items()
        },
        "denials": denial_thresholds(singles, labels, denies),
    }
    write_whole(folder / THRESHOLDS, json.dumps(content, indent=1).encode())
    return {"single_macro_f1": score, **figures(read, labels.statements, aim)}


def fit_statements(read: Sequence[Read], slugs: Sequence[str], aim: float) -> dict[str, Fitted]:
    """For each statement its calibration and thresholds."""
    found = _calibrations(read, slugs)
    best = {slug: best_of(read, slugs, slug, found[slug][2]) for slug in slugs}
    whole = fit_calibration([one for one in best.values() if one.truths.any()], None)
    outside = {slug: _out_of_fold(one, whole) for slug, one in best.items()}
    shown = _common(best, outside, aim)
    return {
        slug: {
            "scale": round(found[slug][0], 4),
            "bias": round(found[slug][1], 4),
            "rule": found[slug][2],
            "shown": _own_threshold(best[slug], outside[slug], shown, _least_right(slug)),
            "likely": _LIKELY,
        }
        for slug in slugs
    }


def figures(read: Sequence[Read], slugs: Sequence[str], aim: float) -> dict[str, object]:
    """Precision and recall on these policies, each part by what was fitted on the others."""
    rows = {slug: np.zeros(3, dtype=np.int64) for slug in slugs}
    for fold in sorted({one.fold for one in read}):
        others = [one for one in read if one.fold != fold]
        if not others:
            continue
        fitted = fit_statements(others, slugs, aim)
        for slug, own in fitted.items():
            best = best_of([one for one in read if one.fold == fold], slugs, slug, own["rule"])
            shown = logistic(own["scale"] * best.logits + own["bias"]) >= own["shown"]
            rows[slug] += (shown & best.truths).sum(), shown.sum(), best.truths.sum()
    right, said, true = (int(one) for one in sum(rows.values()))  # type: ignore[union-attr]
    return {
        "precision": right / max(1, said),
        "recall": right / max(1, true),
        "statements": {
            slug: dict(zip(("right", "shown", "made"), map(int, row), strict=True))
            for slug, row in rows.items()
        },
    }


def _calibrations(read: Sequence[Read], slugs: Sequence[str]) -> dict[str, Calibration]:
    """For each statement scale, bias and what a rule adds to a sentence that it finds."""
    best = {rule: {slug: best_of(read, slugs, slug, rule) for slug in slugs} for rule in _RULES}
    whole = {
        rule: fit_calibration([one for one in own.values() if one.truths.any()], None)
        for rule, own in best.items()
    }
    fits = {
        slug: {rule: fit_calibration([best[rule][slug]], whole[rule]) for rule in _RULES}
        for slug in slugs
    }
    losses = {
        slug: {rule: _loss(best[rule][slug], fits[slug][rule]) for rule in _RULES} for slug in slugs
    }
    common = min(_RULES, key=lambda rule: sum(own[rule] for own in losses.values()))
    found = {}
    for slug, own in losses.items():
        rule = min(_RULES, key=own.__getitem__)
        rule = rule if own[rule] < own[common] - _WORTHWHILE else common
        rule = rule if own[rule] < own[0.0] - _WORTHWHILE else 0.0
        found[slug] = (*fits[slug][rule], rule)
    return found


def _loss(best: Best, fit: tuple[float, float]) -> float:
    chances = np.clip(logistic(fit[0] * best.logits + fit[1]), 1e-6, 1 - 1e-6)
    return float(-np.log(np.where(best.truths, chances, 1 - chances)).sum())


def _out_of_fold(best: Best, whole: tuple[float, float]) -> Floats:
    """The probability of each policy by a calibration that has not seen it."""
    found = np.zeros(len(best.logits))
    for fold in set(best.folds.tolist()):
        out = best.folds == fold
        rest = Best(best.logits[~out], best.truths[~out], best.folds[~out])
        scale, bias = fit_calibration([rest], whole)
        found[out] = logistic(scale * best.logits[out] + bias)
    return found


def _common(best: Mapping[str, Best], outside: Mapping[str, Floats], aim: float) -> float:
    """The lowest probability from which all that is shown is right as often as is aimed at."""
    chances = np.concatenate([outside[slug] for slug in best])
    truths = np.concatenate([one.truths for one in best.values()])
    order = np.argsort(-chances)
    right = np.cumsum(truths[order]) / np.arange(1, len(order) + 1)
    reached = np.flatnonzero((right >= aim) & (chances[order] >= SURE))
    return round(float(chances[order][reached[-1]]), 3) if len(reached) else _HIGHEST


def _least_right(slug: str) -> float:
    return _LEAST_RIGHT_OF_OPPOSITES if by_slug()[slug].opposite else _LEAST_RIGHT


def _own_threshold(best: Best, chances: Floats, common: float, least: float) -> float:
    """The common threshold, or a higher one where the statement would be wrong too often."""
    for cut in sorted({common, *(float(one) for one in chances if one > common)}):
        shown = chances >= cut
        if shown.sum() < _ENOUGH_SHOWN or best.truths[shown].mean() >= least:
            return round(min(cut, _HIGHEST), 4)
    return _HIGHEST
