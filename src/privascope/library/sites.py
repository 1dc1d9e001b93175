"""The sites of a library's policies."""

from collections.abc import Iterator

from privascope.library.store import Library


def site_domains(library: Library) -> set[str]:
    """The domains of all policies."""
    return {row["domain"] for row in library.rows("SELECT DISTINCT domain FROM policy")}


def current_versions_by_site(library: Library) -> Iterator[tuple[str, str]]:
    """The domain of each policy, and its current version."""
    for row in library.rows(
        "SELECT domain, current_version FROM policy WHERE current_version IS NOT NULL"
    ):
        yield row["domain"], row["current_version"]
