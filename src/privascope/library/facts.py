"""What the library knows of a version beside its text: traits, date, sector, popularity."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from sqlite3 import Row
from typing import Any

from privascope.library.store import Library
from privascope.traits.popularity import popularity
from privascope.traits.sector import find_sector
from privascope.traits.traits import Traits, unpack_many_traits, unpack_traits


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one version; the sector is the listed one where the company is known.

    `day` is the date that the policy states, or else the first on which it was fetched; `country`,
    `size` and `founded` are those of the company behind the site.
    """

    version_id: str
    policy_id: str
    service: str
    title: str
    url: str
    domain: str
    language: str
    words: int
    day: date | None
    probability: float
    popularity: float
    current: bool
    duplicate: bool
    traits: Traits
    stated: date | None = None
    fetched: date | None = None
    country: str = ""
    size: str = ""
    founded: int | None = None

    @property
    def year(self) -> float | None:
        """The day as a decimal year."""
        return decimal_year(self.day) if self.day else None


_FACTS = """
SELECT v.id, v.policy_id, v.url, v.probability, p.service, p.domain, p.current_version,
       p.duplicate_of, d.title, d.language, d.words, d.stated_date, c.industry, c.country, c.size,
       c.founded, r.pagerank,
       (SELECT min(fetched_at) FROM observation o WHERE o.version_id = v.id) AS first_seen,
       (SELECT max(fetched_at) FROM observation o WHERE o.version_id = v.id) AS last_seen
FROM version v
JOIN derived d ON d.version_id = v.id
JOIN policy p ON p.id = v.policy_id
LEFT JOIN company c ON c.domain = p.domain
LEFT JOIN popularity r ON r.domain = p.domain
"""
# Hundreds in a policy, and no list of policies shows them.
_LONG = "practices"
# The counts of a vagueness come before its long lists of places, which need not be read.
_SHORT_TRAITS = """
SELECT version_id, name,
       CASE WHEN name = 'vagueness' AND instr(substr(value, 1, 120), ',"words":')
            THEN substr(value, 1, instr(substr(value, 1, 120), ',"words":')) ||
                 '"words":[],"vague_sentences":[]}'
            ELSE value END AS value
FROM trait
"""
_MOST_AT_ONCE = 500


def read_facts(library: Library, version_id: str, smallest_pagerank: float) -> Facts | None:
    """The facts of a version, or None if the library has no such version."""
    row = library.row(f"{_FACTS} WHERE v.id = ?", version_id)
    if row is None:
        return None
    return _facts(row, read_traits(library, version_id), smallest_pagerank)


def read_many_facts(
    library: Library, version_ids: Sequence[str], smallest_pagerank: float
) -> dict[str, Facts]:
    """The facts of those versions that the library has, for lists of them.

    They come with one mention of each thing that is named, without the places of vague words and
    without practices.
    """
    found: dict[str, Facts] = {}
    for start in range(0, len(version_ids), _MOST_AT_ONCE):
        some = version_ids[start : start + _MOST_AT_ONCE]
        places = ",".join("?" * len(some))
        rows = list(
            library.rows(
                f"{_SHORT_TRAITS} WHERE version_id IN ({places}) AND name != ?", *some, _LONG
            )
        )
        traits: dict[str, dict[str, Any]] = {version_id: {} for version_id in some}
        values = unpack_many_traits([(name, value) for _, name, value in rows])
        for (version_id, _, _), (name, value) in zip(rows, values, strict=True):
            traits[version_id][name] = value
        for row in library.rows(f"{_FACTS} WHERE v.id IN ({places})", *some):
            found[row["id"]] = _facts(row, Traits(**traits[row["id"]]), smallest_pagerank)
    return found


def _facts(row: Row, traits: Traits, smallest_pagerank: float) -> Facts:
    if row["industry"]:
        listed = find_sector("", row["domain"], row["title"], row["industry"])
        if listed.source == "listed":
            traits = replace(traits, sector=listed)
    day = row["stated_date"] or (row["first_seen"] or "")[:10]
    return Facts(
        version_id=row["id"],
        policy_id=row["policy_id"],
        service=row["service"],
        title=row["title"],
        url=row["url"],
        domain=row["domain"],
        language=row["language"],
        words=row["words"],
        day=_day(day),
        probability=row["probability"],
        popularity=popularity(row["pagerank"], smallest_pagerank),
        current=row["current_version"] == row["id"],
        duplicate=row["duplicate_of"] is not None,
        traits=traits,
        stated=_day(row["stated_date"]),
        fetched=_day((row["last_seen"] or "")[:10]),
        country=row["country"] or "",
        size=row["size"] or "",
        founded=row["founded"],
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def read_traits(library: Library, version_id: str) -> Traits:
    """The traits computed so far."""
    rows = library.rows("SELECT name, value FROM trait WHERE version_id = ?", version_id)
    return unpack_traits({row["name"]: row["value"] for row in rows})


def smallest_pagerank(library: Library) -> float:
    """The smallest PageRank known, by which popularity is scaled."""
    row = library.row("SELECT value FROM meta WHERE name = 'smallest pagerank'")
    return float(row["value"]) if row else 1.0


def decimal_year(day: date) -> float:
    """A day as a number of years: 1 July 2024 is about 2024.5."""
    start = date(day.year, 1, 1).toordinal()
    length = date(day.year + 1, 1, 1).toordinal() - start if day.year < 9999 else 365
    return day.year + (day.toordinal() - start) / length
