"""The numbers of every policy in a library, as columns."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

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
# The counts of a vagueness stand before its long lists of places, which need not be read.
_TRAITS = """
SELECT version_id,
       max(CASE name WHEN 'readability' THEN value END) AS readability,
       max(CASE name WHEN 'sector' THEN value END) AS sector,
       max(CASE name WHEN 'vagueness'
           THEN CASE instr(substr(value, 1, 120), ',"words":') WHEN 0 THEN value
                ELSE substr(value, 1, instr(substr(value, 1, 120), ',"words":') - 1) || '}' END
           END) AS vagueness,
       sum(name = 'trackers') AS trackers, sum(name = 'bodies') AS bodies,
       sum(name = 'laws') AS laws
FROM trait
WHERE version_id IN (SELECT current_version FROM policy WHERE duplicate_of IS NULL)
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
    rows = list(library.rows(_POLICIES))
    seen = {row["version_id"]: row["day"] for row in library.rows(_FIRST_SEEN)}
    traits = {row["version_id"]: row for row in library.rows(_TRAITS)}
    found = [traits.get(row["version"]) for row in rows]
    (sectors,) = _columns(found, "sector", ("name",), object)
    (grade,) = _columns(found, "readability", ("grade",), float)
    counts = ("sentences", "candidates", "vague")
    numbers = {"grade": grade}
    numbers |= dict(zip(counts, _columns(found, "vagueness", counts, float), strict=True))
    _note_listed(sectors, [row["industry"] for row in rows])
    numbers["vagueness"] = numbers["vague"] / np.maximum(numbers["sentences"], 1.0)
    numbers["words"] = np.array([row["words"] for row in rows], dtype=float)
    numbers["probability"] = np.array([row["probability"] for row in rows], dtype=float)
    days = (row["stated_date"] or seen.get(row["version"]) for row in rows)
    return Rows(
        ids=tuple(row["id"] for row in rows),
        titles=tuple(row["title"] or row["service"] or row["url"] for row in rows),
        domains=tuple(row["domain"] for row in rows),
        sectors=sectors,
        years=np.array([float(day[:4]) if day else np.nan for day in days], dtype=float),
        numbers=numbers,
        mentions={
            name: np.array([bool(row and row[name]) for row in found], dtype=bool)
            for name in ("trackers", "bodies", "laws")
        },
    )


def _columns(
    found: Sequence[sqlite3.Row | None], trait: str, names: Sequence[str], kind: type
) -> list[Any]:
    """Some numbers of a trait for each row; all rows are parsed at once, which is much quicker."""
    values = json.loads(f"[{','.join((row and row[trait]) or 'null' for row in found)}]")
    return [np.array([value and value[name] for value in values], dtype=kind) for name in names]


def _note_listed(sectors: npt.NDArray[np.object_], industries: list[str | None]) -> None:
    """The sector of a company that is listed stands before the one read from the text."""
    listed = {industry: sector_of_industry(industry) for industry in set(industries) if industry}
    for at, industry in enumerate(industries):
        if industry and listed[industry]:
            sectors[at] = listed[industry]
