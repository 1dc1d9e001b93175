"""Figures with bootstrap intervals: policies are resampled.

Questions on one policy succeed and fail together, so that policies and not questions are drawn.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

DRAWS = 1000
_SEED = 0
_MIDDLE = (0.025, 0.975)

# A figure of each row of sums; not a number where the sums do not give one.
Figure = Callable[[Floats], Floats]


class Sums:
    """Numbers of many rows, added up over all policies or over policies drawn anew."""

    def __init__(self, values: Floats, policies: Sequence[str]) -> None:
        """`values` has a row for each of `policies`, which may come more than once."""
        names, which = np.unique(np.array(policies, dtype=str), return_inverse=True)
        self._by_policy = np.zeros((len(names), values.shape[1]))
        np.add.at(self._by_policy, which, values)

    def figures(self, figures: Mapping[str, Figure]) -> dict[str, float | None]:
        """Each figure of the sums over all policies."""
        total = self._by_policy.sum(axis=0, keepdims=True)
        return {name: _known(float(figure(total)[0])) for name, figure in figures.items()}

    def intervals(self, figures: Mapping[str, Figure]) -> dict[str, list[float] | None]:
        """The middle 95 % of each figure over draws of as many policies."""
        policies = len(self._by_policy)
        if not policies:
            return dict.fromkeys(figures)
        chance = np.random.default_rng(_SEED)
        drawn = chance.multinomial(policies, np.full(policies, 1 / policies), size=DRAWS)
        totals = drawn @ self._by_policy
        return {name: _middle(figure(totals)) for name, figure in figures.items()}


def ratio(part: int, whole: int) -> Figure:
    """The figure that divides one column's sum by another's."""

    def figure(sums: Floats) -> Floats:
        return divided(sums[:, part], sums[:, whole])

    return figure


def divided(parts: Floats, wholes: Floats) -> Floats:
    """Parts of wholes; not a number where the whole is nothing."""
    missing = np.full(np.broadcast(parts, wholes).shape, np.nan)
    found: Floats = np.divide(parts, wholes, out=missing, where=wholes != 0)
    return found


def mean_of_known(values: Floats) -> Floats:
    """The mean along the last axis of what is a number; not a number where nothing is."""
    known = ~np.isnan(values)
    return divided(np.where(known, values, 0).sum(axis=-1), known.sum(axis=-1).astype(np.float64))


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value


def _middle(values: Floats) -> list[float] | None:
    known = values[~np.isnan(values)]
    return [float(bound) for bound in np.quantile(known, _MIDDLE)] if len(known) else None
