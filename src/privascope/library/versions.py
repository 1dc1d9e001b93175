"""Which version of a policy was in force on a day."""

from datetime import date

from privascope.errors import NotFoundError
from privascope.library.store import Library


def version_on(library: Library, policy_id: str, day: date) -> str:
    """The version last seen on or before that day."""
    history = library.history(policy_id)
    known = [entry for entry in history if entry.first_seen.date() <= day]
    if not known:
        first = f"; the first is of {history[0].first_seen.date()}" if history else ""
        raise NotFoundError(f"the library has no version of {policy_id} as old as {day}{first}")
    return known[-1].version_id


def two_versions(
    library: Library, policy_id: str, start: date | None, end: date | None
) -> tuple[str, str]:
    """The versions to compare: the last two, or those in force on two days."""
    history = library.history(policy_id)
    later = version_on(library, policy_id, end) if end else history[-1].version_id
    if start:
        return version_on(library, policy_id, start), later
    place = max(n for n, entry in enumerate(history) if entry.version_id == later)
    if place == 0:
        raise NotFoundError(
            f"the library knows only one version of {policy_id}"
            + (f" up to {end}" if end else "")
            + ": there is nothing to compare it with"
        )
    return history[place - 1].version_id, later
