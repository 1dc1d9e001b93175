"""A small logistic regression, for figures that should not need scikit-learn."""

import numpy as np
import numpy.typing as npt

from privascope.logistic import logistic

Floats = npt.NDArray[np.float64]

_ROUNDS = 50


def logistic_weights(rows: Floats, right: npt.NDArray[np.bool_], hold: float) -> Floats:
    """Weights and, last, the bias of a logistic regression, by Newton's method."""
    middle, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    table = np.hstack([(rows - middle) / spread, np.ones((len(rows), 1))])
    penalty = np.append(np.full(rows.shape[1], hold), 1e-6)
    weights = np.zeros(table.shape[1])
    for _ in range(_ROUNDS):
        odds = logistic(table @ weights)
        slope = table.T @ (odds - right) + penalty * weights
        bend = (table * (odds * (1 - odds))[:, None]).T @ table + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - float(plain @ middle))
