"""Policies that lie far from the others of their sector."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from privascope.compare.rows import Floats, Mask, Rows
from privascope.traits.sector import UNKNOWN

# With fewer policies, quartiles say little of a sector.
FEWEST = 8
_REACH = 1.5
_LISTED = 3
# How finely each number's bounds are drawn, so that an address can hold them exactly.
_DIGITS = {"grade": 1, "vagueness": 3, "words": 0}


@dataclass(frozen=True, slots=True)
class Outlier:
    """A policy beyond the bounds of its sector."""

    policy_id: str
    title: str
    domain: str
    value: float


@dataclass(frozen=True, slots=True)
class Fences:
    """The bounds of a number in a sector: 1.5 times the middle half's width beyond it.

    A policy at or beyond `high` or `low` is an outlier; None where no policy could be. `furthest`
    names the most extreme, the furthest first.
    """

    range: str
    sector: str
    known: int
    low: float | None
    high: float | None
    below: int
    above: int
    furthest: tuple[Outlier, ...]


def find_outliers(rows: Rows, sectors: Mapping[str, Mask]) -> tuple[Fences, ...]:
    """Of each number and sector that has some, the bounds and the policies beyond them."""
    found = []
    for name, digits in _DIGITS.items():
        values = rows.numbers[name]
        for sector, mask in sectors.items():
            places = np.flatnonzero(mask & ~np.isnan(values))
            if sector != UNKNOWN and len(places) >= FEWEST:
                fences = _fences(name, sector, digits, places, rows)
                if fences.below or fences.above:
                    found.append(fences)
    return tuple(found)


def _fences(
    name: str,
    sector: str,
    digits: int,
    places: "np.ndarray[tuple[int], np.dtype[np.intp]]",
    rows: Rows,
) -> Fences:
    values: Floats = rows.numbers[name][places]
    first, third = (float(value) for value in np.percentile(values, (25, 75)))
    reach = _REACH * (third - first)
    low, high = _drawn(first - reach, digits, -1), _drawn(third + reach, digits, 1)
    below, above = values <= low, values >= high
    distance = np.where(above, values - high, np.where(below, low - values, -1.0))
    furthest = [n for n in np.argsort(-distance, kind="stable")[:_LISTED] if distance[n] >= 0]
    return Fences(
        range=name,
        sector=sector,
        known=len(places),
        low=low if low >= 0 else None,
        high=high,
        below=int(below.sum()),
        above=int(above.sum()),
        furthest=tuple(
            Outlier(
                rows.ids[places[n]],
                rows.titles[places[n]],
                rows.domains[places[n]],
                float(values[n]),
            )
            for n in furthest
        ),
    )


def _drawn(bound: float, digits: int, way: int) -> float:
    """The next number of so many digits beyond a bound."""
    scale = 10**digits
    step = math.floor(bound * scale) + 1 if way > 0 else math.ceil(bound * scale) - 1
    return float(round(step / scale, digits))
