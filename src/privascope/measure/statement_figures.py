"""Figures of the statements that policies are shown to make, beside those that they make."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privascope.data.statement_slugs import ALL, FIRST, LATER
from privascope.measure.resampling import Figure, Floats, Sums, divided, ratio

# What is counted of each pair of policy and statement.
_MADE, _SHOWN, _RIGHT, _QUOTED, _QUOTED_FIRST, _CONTRARY, _POLICIES = range(7)
_WIDTH = 7


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement that was looked for in a policy.

    `made` and `denied` are what readers marked, the statement and its opposite; `shown` is what
    the product says. `marked_quotes` tells for each of its quotes whether it is a marked sentence.
    """

    policy: str
    statement: str
    made: bool
    shown: bool
    denied: bool
    marked_quotes: tuple[bool, ...]

    @property
    def is_contrary(self) -> bool:
        """Whether the policy says the opposite of what is shown, and that alone."""
        return self.shown and self.denied and not self.made


def statement_figures(judged: Sequence[JudgedStatement]) -> dict[str, object]:
    """Figures over all pairs of policy and statement, of each statement, and their intervals."""
    sums = _sums(judged)
    known = {one.statement for one in judged}
    return {
        **_short(judged),
        "intervals": sums.intervals(_FIGURES),
        "first": _short([one for one in judged if one.statement in FIRST]),
        "later": _short([one for one in judged if one.statement in LATER]),
        "by_statement": {
            slug: _short([one for one in judged if one.statement == slug])
            for slug in ALL
            if slug in known
        },
    }


def _short(judged: Sequence[JudgedStatement]) -> dict[str, object]:
    return {
        **_sums(judged).figures(_FIGURES),
        "contrary": sum(one.is_contrary for one in judged),
        "made": sum(one.made for one in judged),
        "shown": sum(one.shown for one in judged),
        "right": sum(one.shown and one.made for one in judged),
    }


def _sums(judged: Sequence[JudgedStatement]) -> Sums:
    """The counts of each pair; the first pair of each policy counts the policy too."""
    rows = np.zeros((len(judged), _WIDTH))
    seen: set[str] = set()
    for row, one in zip(rows, judged, strict=True):
        right = one.made and one.shown
        row[_MADE], row[_SHOWN], row[_RIGHT] = one.made, one.shown, right
        row[_QUOTED] = right and any(one.marked_quotes)
        row[_QUOTED_FIRST] = right and any(one.marked_quotes[:1])
        row[_CONTRARY] = one.is_contrary
        row[_POLICIES] = one.policy not in seen
        seen.add(one.policy)
    return Sums(rows, [one.policy for one in judged])


def _f1(sums: Floats) -> Floats:
    return divided(2 * sums[:, _RIGHT], sums[:, _SHOWN] + sums[:, _MADE])


_FIGURES: dict[str, Figure] = {
    "precision": ratio(_RIGHT, _SHOWN),
    "recall": ratio(_RIGHT, _MADE),
    "f1": _f1,
    "evidence": ratio(_QUOTED, _RIGHT),
    "evidence_first": ratio(_QUOTED_FIRST, _RIGHT),
    "contrary_per_policy": ratio(_CONTRARY, _POLICIES),
}
