"""The fits of a calibration: weights, the limits of each level of risk, and what they reach."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.models.reader import STANCES, VERDICTS

Floats = npt.NDArray[np.float64]

FOLDS = 10
SILENT = VERDICTS.index("silent")
# What is wanted at each level of risk: the share of answers that are wrong to give up to
# ("could not tell"), and how often a stance and a headline must be right.
UNSURE: Mapping[str, float] = {"low": 0.25, "medium": 0.02, "high": 0.0}
_STANCE_RIGHT = 0.93
_HEADLINE_RIGHT = 0.96
# How far weights are held back from what fits best.
_REGULARIZATION = 0.3


def left_out(
    rows: Floats,
    labels: npt.NDArray[Any],
    groups: Sequence[str],
    kinds: int,
    usable: npt.NDArray[np.bool_] | None = None,
) -> Floats:
    """The probability of each kind, by weights fitted without the row's policy.

    Only `usable` rows are learned from, where that is given.
    """
    learned = np.ones(len(rows), dtype=np.bool_) if usable is None else usable
    names = sorted(set(groups))
    fold = {name: place % FOLDS for place, name in enumerate(names)}
    place = np.array([fold[group] for group in groups])
    shares = np.zeros((len(rows), kinds))
    for number in range(FOLDS):
        own = place == number
        if own.any():
            rest = learned & ~own
            shares[own] = _softmax(rows[own], kind_weights(rows[rest], labels[rest], kinds))
    return shares


def line(rows: Floats, right: npt.NDArray[np.bool_]) -> tuple[list[float], float]:
    """The weights and the bias of the log-odds that a row is right."""
    from sklearn.linear_model import LogisticRegression

    # Signals differ in size by a hundred; the fit is the same for all when they are even.
    spread = np.maximum(rows.std(0), 1e-6)
    model = LogisticRegression(C=10.0, max_iter=2000).fit(rows / spread, right)
    weights = [round(float(weight), 5) for weight in model.coef_[0] / spread]
    return weights, round(float(model.intercept_[0]), 5)


def kind_weights(rows: Floats, labels: npt.NDArray[Any], kinds: int) -> Floats:
    """A row of weights and a bias for each kind."""
    from sklearn.linear_model import LogisticRegression

    weights = np.zeros((kinds, rows.shape[1] + 1))
    # A kind that no row has is never likely.
    weights[:, -1] = -30.0
    there = np.unique(labels)
    if len(there) == 1:
        weights[there[0], -1] = 0.0
        return weights
    model = LogisticRegression(C=_REGULARIZATION, max_iter=2000).fit(rows, labels)
    factors, biases = model.coef_, model.intercept_
    if len(there) == 2:
        # Of two kinds there is one row, which is for the second and against the first.
        factors = np.vstack((-factors, factors)) / 2
        biases = np.concatenate((-biases, biases)) / 2
    for place, kind in enumerate(there):
        weights[kind, :-1], weights[kind, -1] = factors[place], biases[place]
    return np.asarray(np.round(weights, 4), dtype=np.float64)


def _softmax(rows: Floats, weights: Floats) -> Floats:
    logits = rows @ weights[:, :-1].T + weights[:, -1]
    powers = np.exp(logits - logits.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


def risk_limits(
    shares: Floats, verdicts: npt.NDArray[Any], stances: Floats, gold: npt.NDArray[Any]
) -> dict[str, dict[str, float]]:
    """The limits of each level of risk, from what held on policies left out."""
    answers = shares[:, 0] + shares[:, 1]
    answered = _even_error(answers, verdicts)
    sure = np.where(answers >= answered, answers, 1 - answers)
    given, right = _given(stances, gold)
    told = answers >= answered
    wanted = told & (gold < len(STANCES) - 1)
    whole = told & (shares[:, 0] >= shares[:, 1])
    return {
        name: {
            "answered": round(answered, 3),
            "sure": round(float(np.quantile(sure, unsure)), 3) if unsure else 0.0,
            "stance": _least(given[wanted], right[wanted], _STANCE_RIGHT),
            "headline": _least((given * answers)[whole], right[whole], _HEADLINE_RIGHT),
        }
        for name, unsure in UNSURE.items()
    }


def _given(stances: Floats, gold: npt.NDArray[Any]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """The probability of yes, no or "it depends", 0 for none of them; which are right."""
    best = stances.argmax(1)
    return np.where(best < len(STANCES) - 1, stances.max(1), 0.0), best == gold


def _even_error(answers: Floats, verdicts: npt.NDArray[Any]) -> float:
    """The limit at which false answers are as frequent as false silence."""
    steps = np.arange(0.05, 0.96, 0.005)
    silent, speaks = verdicts == SILENT, verdicts < 2
    gaps = [
        abs(float((answers[silent] >= step).mean()) - float((answers[speaks] < step).mean()))
        for step in steps
    ]
    return float(steps[int(np.argmin(gaps))])


def _least(given: Floats, right: npt.NDArray[np.bool_], wanted: float) -> float:
    """The least probability from which on so many are right; 1.01 where none is."""
    for step in np.arange(0.3, 1.0, 0.01):
        own = given >= step
        if own.sum() >= 10 and float(right[own].mean()) >= wanted:
            return round(float(step), 2)
    return 1.01


def verdict_figures(
    risk: Mapping[str, Mapping[str, float]], shares: Floats, verdicts: npt.NDArray[Any]
) -> dict[str, float]:
    answers = shares[:, 0] + shares[:, 1]
    told = answers >= risk["medium"]["answered"]
    verdict = np.where(told, shares[:, :2].argmax(1), 2 + shares[:, 2:].argmax(1))
    silent, speaks = verdicts == SILENT, verdicts < 2
    return {
        "verdict_accuracy": float((verdict == verdicts).mean()),
        "false_answers": float(told[silent].mean()),
        "false_silence": float((~told[speaks]).mean()),
    }


def stance_figures(
    limits: Mapping[str, float],
    shares: Floats,
    verdicts: npt.NDArray[Any],
    stances: Floats,
    gold: npt.NDArray[Any],
) -> dict[str, float]:
    answers = shares[:, 0] + shares[:, 1]
    told = answers >= limits["answered"]
    given, right = _given(stances, gold)
    wanted = (verdicts < SILENT) & (gold < len(STANCES) - 1)
    with_stance = told & wanted & (given >= limits["stance"])
    headline = told & (shares[:, 0] >= shares[:, 1]) & (given * answers >= limits["headline"])
    return {
        "stance_accuracy": float(right[with_stance].mean()) if with_stance.any() else 0.0,
        "stance_given": float(with_stance.sum() / max(1, wanted.sum())),
        "headline_precision": float(right[headline].mean()) if headline.any() else 0.0,
        "headlines": float(headline.sum()),
    }
