"""The numbers of every policy in a library, as columns."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.library.facets import IN_TEXT
from privascope.library.store import Library
from privascope.traits.industries import sector_of_industry

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_POLICIES = """
SELECT p.id, p.current_version AS version, p.service, p.url, p.domain, d.title, d.words,
       d.stated_date, v.probability, c.industry
FROM policy p
JOIN version v ON v.id = p.current_version
JOIN derived d ON d.version_id = p.current_version
LEFT JOIN company c ON c.domain = p.domain
WHERE p.duplicate_of IS NULL
ORDER BY p.id
"""
_FIRST_SEEN = "SELECT version_id, min(fetched_at) AS day FROM observation GROUP BY version_id"
# The counts of a vagueness stand before its long lists of places, which need not be read. Past
# versions come too: to leave them out takes longer.
_MENTIONS = tuple(facet.trait for facet in IN_TEXT.values())
_COUNTED = ", ".join(f"sum(name = '{name}') AS {name}" for name in _MENTIONS)
_TRAITS = f"""
SELECT version_id,
       max(CASE name WHEN 'readability' THEN value END) AS readability,
       max(CASE name WHEN 'sector' THEN value END) AS sector,
       max(CASE name WHEN 'vagueness'
           THEN CASE instr(substr(value, 1, 120), ',"words":') WHEN 0 THEN value
                ELSE substr(value, 1, instr(substr(value, 1, 120), ',"words":') - 1) || '}}' END
           END) AS vagueness,
       {_COUNTED}
FROM trait
GROUP BY version_id
"""


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
    policies = _columns(library, _POLICIES)
    versions = policies["version"]
    seen = dict(zip(*_columns(library, _FIRST_SEEN).values(), strict=True))
    traits = _columns(library, _TRAITS)
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
            for name in _MENTIONS
        },
    )


def _columns(library: Library, sql: str) -> Mapping[str, tuple[Any, ...]]:
    """What a query gives, column by column; to look at each row by itself takes longer."""
    rows = list(library.rows(sql))
    if not rows:
        return defaultdict(tuple)
    return dict(zip(rows[0].keys(), zip(*rows, strict=True), strict=True))


def _parsed(values: Sequence[str | None], names: Sequence[str], kind: type) -> list[Any]:
    """Some numbers of a trait for each row; all rows are parsed at once, which is much quicker."""
    found = json.loads(f"[{','.join(value or 'null' for value in values)}]")
    return [np.array([value and value[name] for value in found], dtype=kind) for name in names]


def _note_listed(sectors: npt.NDArray[np.object_], industries: Sequence[str | None]) -> None:
    """The sector of a company that is listed stands before the one read from the text."""
    listed = {industry: sector_of_industry(industry) for industry in set(industries) if industry}
    for at, industry in enumerate(industries):
        if industry and listed[industry]:
            sectors[at] = listed[industry]
