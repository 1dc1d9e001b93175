"""What is known of all current versions, column by column; row by row takes longer."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from privascope.library.facets import IN_TEXT
from privascope.library.store import Library

Columns = Mapping[str, tuple[Any, ...]]

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
# The counts of a vagueness come before its long lists of places, which need not be read. Past
# versions come too: to leave them out takes longer.
# The traits that list what a text mentions.
MENTIONS = tuple(facet.trait for facet in IN_TEXT.values())
_COUNTED = ", ".join(f"sum(name = '{name}') AS {name}" for name in MENTIONS)
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


def policy_columns(library: Library) -> Columns:
    """Every policy that is not a duplicate, with its current version, by id."""
    return _columns(library, _POLICIES)


def trait_columns(library: Library) -> Columns:
    """The traits of every version: JSON of the numbers, and which lists are computed."""
    return _columns(library, _TRAITS)


def first_seen_days(library: Library) -> dict[str, str]:
    """When each version was seen for the first time."""
    return dict(zip(*_columns(library, _FIRST_SEEN).values(), strict=True))


def _columns(library: Library, sql: str) -> Columns:
    rows = list(library.rows(sql))
    if not rows:
        return defaultdict(tuple)
    return dict(zip(rows[0].keys(), zip(*rows, strict=True), strict=True))
