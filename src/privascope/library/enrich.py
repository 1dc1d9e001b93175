"""Computes the traits that are missing, or that an older method made; can stop and go on."""

from collections.abc import Iterator

from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.traits.traits import METHODS, find_traits, pack_traits

_BATCH = 100


def enrich(library: LibraryWriter) -> Iterator[str]:
    """Brings the cheap traits of every version up to date, in batches; yields each version's id."""
    done = ""
    while True:
        ids = _outdated(library, done)
        if not ids:
            return
        with library.transaction():
            for version_id in ids:
                derived = library.derived(version_id)
                row = library.row(
                    "SELECT p.domain FROM version v JOIN policy p ON p.id = v.policy_id "
                    "WHERE v.id = ?",
                    version_id,
                )
                domain = row["domain"] if row else ""
                traits = find_traits(derived.policy, domain, derived.page_text)
                library.set_traits(version_id, pack_traits(traits))
                library.log_change(version_id)
        yield from ids
        done = ids[-1]


def _outdated(library: Library, after: str) -> list[str]:
    """Versions that lack a trait, or have one made by another method than today's."""
    fresh = " OR ".join("(t.name = ? AND t.method = ?)" for _ in METHODS)
    values = [value for pair in METHODS.items() for value in pair]
    rows = library.rows(
        "SELECT v.id FROM version v WHERE v.id > ? AND (SELECT count(*) FROM trait t "
        f"WHERE t.version_id = v.id AND ({fresh})) < ? ORDER BY v.id LIMIT ?",
        after,
        *values,
        len(METHODS),
        _BATCH,
    )
    return [row["id"] for row in rows]
