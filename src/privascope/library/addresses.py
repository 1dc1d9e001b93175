"""The addresses of policies: whether they were checked, and with what result."""

from dataclasses import dataclass
from datetime import datetime

from privascope.library.store import Library


@dataclass(frozen=True, slots=True)
class Check:
    """Why the last check of an address came out as it did, and when; None if never checked."""

    reason: str
    at: datetime | None


def unchecked_addresses(library: Library, most: int) -> list[str]:
    """Web addresses that were not checked yet."""
    rows = library.rows(
        "SELECT url FROM address WHERE checked_at IS NULL AND url LIKE 'http%' "
        "ORDER BY url LIMIT ?",
        most,
    )
    return [row["url"] for row in rows]


def count_verifications(library: Library) -> dict[str, int]:
    """How many addresses are verified, unverified and unchecked."""
    rows = library.rows("SELECT verification, count(*) AS n FROM address GROUP BY verification")
    return {row["verification"]: row["n"] for row in rows}


def last_check(library: Library, policy_id: str) -> Check:
    """The last check of any address of a policy."""
    row = library.row(
        "SELECT verification_reason, checked_at FROM address WHERE policy_id = ? "
        "ORDER BY checked_at IS NULL, checked_at DESC LIMIT 1",
        policy_id,
    )
    at = row["checked_at"] if row else None
    return Check(
        reason=row["verification_reason"] if row else "",
        at=datetime.fromisoformat(at) if at else None,
    )
