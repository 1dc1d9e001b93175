"""Finds the policy that a user means: by its id or the beginning of it, address, domain or name."""

from collections.abc import Iterator
from dataclasses import dataclass

from privascope.errors import AmbiguousError, NotFoundError
from privascope.library.store import Library
from privascope.policy.canonical import canonical_url

_SHOWN = 6


@dataclass(frozen=True, slots=True)
class PolicyNames:
    """A policy with all the names by which people may ask for it."""

    id: str
    service: str
    domain: str
    url: str
    title: str
    company: str


def policy_names(library: Library) -> Iterator[PolicyNames]:
    """The names of every policy that is not a duplicate, by domain and id."""
    for row in library.rows(
        "SELECT p.id, p.service, p.domain, p.url, d.title, coalesce(c.name, '') AS company "
        "FROM policy p JOIN derived d ON d.version_id = p.current_version "
        "LEFT JOIN company c ON c.domain = p.domain "
        "WHERE p.duplicate_of IS NULL ORDER BY p.domain, p.id"
    ):
        yield PolicyNames(**dict(row))


def find_policy_id(library: Library, target: str) -> str:
    """The id of the one policy that `target` names; an error lists what else it could be."""
    found = find_policy_ids(library, target)
    if len(found) == 1:
        return found[0]
    target = target.strip()
    if not target:
        raise NotFoundError("no policy is named: give its id, domain or name")
    if not found:
        raise NotFoundError(
            f"no policy is called {target!r}: `privascope list` shows what the library holds"
        )
    choices = ", ".join(_describe(library, policy) for policy in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    raise AmbiguousError(
        f"{target!r} matches {len(found)} policies: {choices}{more}; give the id of one"
    )


def find_policy_ids(library: Library, target: str) -> list[str]:
    """The ids of all policies that `target` may name; only the exact ones where there are any."""
    target = target.strip()
    return (_exact(library, target) or _loose(library, target)) if target else []


def _exact(library: Library, target: str) -> list[str]:
    for sql, value in (
        ("SELECT id FROM policy WHERE id = ?", target.lower()),
        ("SELECT policy_id AS id FROM address WHERE url = ?", canonical_url(target)),
        ("SELECT id FROM policy WHERE domain = ? AND duplicate_of IS NULL", target.lower()),
        ("SELECT id FROM policy WHERE service = ? COLLATE NOCASE", target),
    ):
        found = [row["id"] for row in library.rows(sql, value)]
        if found:
            return found
    return []


def _loose(library: Library, target: str) -> list[str]:
    pattern = target.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    prefix = f"{pattern.lower()}%"
    inside = f"%{pattern}%"
    by_id = library.rows("SELECT id FROM policy WHERE id LIKE ? ESCAPE '\\'", prefix)
    found = [row["id"] for row in by_id] if len(target) >= 4 else []
    return found or [
        row["id"]
        for row in library.rows(
            "SELECT p.id FROM policy p JOIN derived d ON d.version_id = p.current_version "
            "WHERE p.duplicate_of IS NULL AND (p.service LIKE ?1 ESCAPE '\\' "
            "OR p.domain LIKE ?1 ESCAPE '\\' OR d.title LIKE ?1 ESCAPE '\\') ORDER BY p.id",
            inside,
        )
    ]


def _describe(library: Library, policy_id: str) -> str:
    policy = library.policy(policy_id)
    return f"{policy_id[:8]} ({policy.service or policy.url})"
