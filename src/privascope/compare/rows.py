"""The numbers of all policies in a library, as columns."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.library.columns import MENTIONS, first_seen_days, policy_columns, trait_columns
from privascope.library.store import Library
from privascope.traits.industries import sector_of_industry

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A column for each number, a place in it for each policy; NaN where it is not known.

    `sectors` holds None and `mentions` False where a trait has not been computed yet.
    """

    ids: tuple[str, ...]
    titles: tuple[str, ...]
    domains: tuple[str, ...]
    sectors: npt.NDArray[np.object_]
    years: Floats
    numbers: dict[str, Floats]
    mentions: dict[str, Mask]


def read_rows(library: Library) -> Rows:
    """The current versions of all policies, duplicates left out, by id."""
    policies = policy_columns(library)
    versions = policies["version"]
    seen = first_seen_days(library)
    traits = trait_columns(library)
    place = {version: at for at, version in enumerate(traits["version_id"])}
    places = [place.get(version) for version in versions]

    def of_policies(trait: str) -> list[Any]:
        column = traits[trait]
        return [None if at is None else column[at] for at in places]

    (sectors,) = _parsed(of_policies("sector"), ("name",), object)
    (grade,) = _parsed(of_policies("readability"), ("grade",), float)
    counts = ("sentences", "candidates", "vague")
    numbers = {"grade": grade}
    vagueness = _parsed(of_policies("vagueness"), counts, float)
    numbers |= dict(zip(counts, vagueness, strict=True))
    _note_listed(sectors, policies["industry"])
    numbers["vagueness"] = numbers["vague"] / np.maximum(numbers["sentences"], 1.0)
    numbers["words"] = np.array(policies["words"], dtype=float)
    numbers["probability"] = np.array(policies["probability"], dtype=float)
    stated = zip(policies["stated_date"], versions, strict=True)
    days = (day or seen.get(version) for day, version in stated)
    names = zip(policies["title"], policies["service"], policies["url"], strict=True)
    return Rows(
        ids=policies["id"],
        titles=tuple(title or service or url for title, service, url in names),
        domains=policies["domain"],
        sectors=sectors,
        years=np.array([float(day[:4]) if day else np.nan for day in days], dtype=float),
        numbers=numbers,
        mentions={
            name: np.array([bool(number) for number in of_policies(name)], dtype=bool)
            for name in MENTIONS
        },
    )


def _parsed(values: Sequence[str | None], names: Sequence[str], kind: type) -> list[Any]:
    """Some numbers of a trait for each row; all rows are parsed at once, which is much quicker."""
    found = json.loads(f"[{','.join(value or 'null' for value in values)}]")
    return [np.array([value and value[name] for value in found], dtype=kind) for name in names]


def _note_listed(sectors: npt.NDArray[np.object_], industries: Sequence[str | None]) -> None:
    """The sector of a listed company takes precedence over the one inferred from the text."""
    listed = {industry: sector_of_industry(industry) for industry in set(industries) if industry}
    for at, industry in enumerate(industries):
        if industry and listed[industry]:
            sectors[at] = listed[industry]
