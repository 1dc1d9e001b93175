"""Which policies are near-duplicates of others, and which of them is shown."""

from collections.abc import Iterator
from dataclasses import dataclass

from privascope.library.store import Library

_MOST_NEARBY = 200


@dataclass(frozen=True, slots=True)
class Copy:
    """A policy that repeats another one, how alike they are, and what it can be called by."""

    policy_id: str
    original: str
    similarity: float
    domain: str
    service: str


_COPIES = """
SELECT id AS policy_id, duplicate_of AS original, duplicate_similarity AS similarity,
       domain, service
FROM policy
"""


def shown_policy(library: Library, policy_id: str) -> str:
    """The policy that is shown in place of this one: itself, unless it repeats another."""
    row = library.row(
        "SELECT coalesce(duplicate_of, id) AS head FROM policy WHERE id = ?", policy_id
    )
    return str(row["head"]) if row else policy_id


def all_copies(library: Library) -> list[Copy]:
    """Every policy that is linked to another one."""
    return [Copy(**dict(row)) for row in library.rows(f"{_COPIES} WHERE duplicate_of IS NOT NULL")]


def copies_of(library: Library, policy_id: str, most: int) -> list[Copy]:
    """The policies that repeat one, by domain."""
    rows = library.rows(
        f"{_COPIES} WHERE duplicate_of = ? ORDER BY domain LIMIT ?", policy_id, most
    )
    return [Copy(**dict(row)) for row in rows]


def exact_twin(library: Library, policy_id: str) -> str | None:
    """Another policy whose current text is the same, one that is shown if there is one."""
    row = library.row(
        "SELECT other.id FROM policy me JOIN derived d ON d.version_id = me.current_version "
        "JOIN derived e ON e.text_hash = d.text_hash "
        "JOIN policy other ON other.current_version = e.version_id "
        "WHERE me.id = ?1 AND other.id != ?1 "
        "ORDER BY other.duplicate_of IS NOT NULL, other.id LIMIT 1",
        policy_id,
    )
    return str(row["id"]) if row else None


def signature_of(library: Library, policy_id: str) -> bytes | None:
    """The signature of a policy's current text."""
    row = library.row("SELECT data FROM signature WHERE policy_id = ?", policy_id)
    return row["data"] if row else None


def signatures_nearby(library: Library, policy_id: str, method: str) -> Iterator[tuple[str, bytes]]:
    """Other policies that share a band with one, with their signatures."""
    for row in library.rows(
        "SELECT DISTINCT s.policy_id, s.data FROM band mine "
        "JOIN band other ON other.value = mine.value AND other.policy_id != mine.policy_id "
        "JOIN signature s ON s.policy_id = other.policy_id "
        "WHERE mine.policy_id = ? AND s.method = ? LIMIT ?",
        policy_id,
        method,
        _MOST_NEARBY,
    ):
        yield row["policy_id"], row["data"]


def precedence(library: Library, policy_id: str) -> tuple[float, str]:
    """What makes a copy the one to show: PageRank, then the stated date, else the last fetch."""
    row = library.row(
        "SELECT coalesce(r.pagerank, 0.0) AS pagerank, "
        "coalesce(d.stated_date, (SELECT substr(max(o.fetched_at), 1, 10) "
        "FROM observation o WHERE o.policy_id = p.id)) AS day "
        "FROM policy p JOIN derived d ON d.version_id = p.current_version "
        "LEFT JOIN popularity r ON r.domain = p.domain WHERE p.id = ?",
        policy_id,
    )
    return (float(row["pagerank"]), str(row["day"])) if row else (0.0, "")
