"""Computes the traits that are missing, or that an older method made; can stop and go on."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.policy.policy import Policy
from privascope.traits.traits import METHODS, find_traits, pack_traits

_BATCH = 100

# What the traits of a version are found in: its policy, its domain, the text of the whole page.
Readings = tuple[Policy, str, str]
# As `map` does: a function, what to apply it to, and the results in the same order.
Mapped = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


def enrich(library: LibraryWriter, mapped: Mapped = map) -> Iterator[str]:
    """Brings the cheap traits of every version up to date, in batches; yields each version's id.

    `mapped` may have them found elsewhere: it hands on the results in their order.
    """
    ids: deque[list[str]] = deque()

    def batches() -> Iterator[list[Readings]]:
        done = ""
        while found := _outdated(library, done):
            done = found[-1]
            ids.append(found)
            yield [_readings(library, version_id) for version_id in found]

    for results in mapped(_find, batches()):
        batch = ids.popleft()
        with library.transaction():
            for version_id, traits in zip(batch, results, strict=True):
                library.set_traits(version_id, traits)
                library.log_change(version_id)
        yield from batch


def _readings(library: Library, version_id: str) -> Readings:
    derived = library.derived(version_id)
    row = library.row(
        "SELECT p.domain FROM version v JOIN policy p ON p.id = v.policy_id WHERE v.id = ?",
        version_id,
    )
    return derived.policy, row["domain"] if row else "", derived.page_text


def _find(batch: list[Readings]) -> list[dict[str, str]]:
    return [pack_traits(find_traits(*readings)) for readings in batch]


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
