"""Finds the version of a policy that is meant, by its id or by a day on which it was in force."""

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


def version_named(library: Library, policy_id: str, name: str | date) -> str:
    """The version meant by a day, given as a date or YYYY-MM-DD, or by a version's id."""
    if isinstance(name, date):
        return version_on(library, policy_id, name)
    try:
        return version_on(library, policy_id, date.fromisoformat(name))
    except ValueError:
        if not library.has_version(policy_id, name):
            raise NotFoundError(f"the policy {policy_id} has no version {name}") from None
        return name


def two_versions(
    library: Library, policy_id: str, start: str | date | None, end: str | date | None
) -> tuple[str, str]:
    """The versions to compare: the last two, or those given by two days or ids."""
    history = library.history(policy_id)
    later = version_named(library, policy_id, end) if end else history[-1].version_id
    if start:
        return version_named(library, policy_id, start), later
    # A text may have come back after another, and a version may hold a text seen before it.
    place = max((n for n, entry in enumerate(history) if entry.version_id == later), default=0)
    if place == 0:
        raise NotFoundError(
            f"the library knows only one version of {policy_id}"
            + (f" up to {end}" if end else "")
            + ": there is nothing to compare it with"
        )
    return history[place - 1].version_id, later
