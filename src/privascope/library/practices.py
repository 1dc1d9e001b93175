"""The practices of stored policies: computed by `enrich` or when first needed, and stored."""

import contextlib
from collections.abc import Iterator, Sequence

from privascope.errors import LibraryError
from privascope.library.enrich import Mapped
from privascope.library.index import index_changes, is_behind
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.traits.practices.find import LANGUAGES, find_practices, find_practices_of
from privascope.traits.practices.practice import Practice
from privascope.traits.traits import Traits, method_of, pack_traits, unpack_traits

_NAME = "practices"
# Versions that are read together and kept together: a kill loses no more than these.
_BATCH = 16

_LACKING = f"""
FROM version v
JOIN policy p ON p.id = v.policy_id
JOIN derived d ON d.version_id = v.id
WHERE d.language IN ({",".join("?" * len(LANGUAGES))})
AND NOT EXISTS (
    SELECT 1 FROM trait t WHERE t.version_id = v.id AND t.name = ? AND t.method = ?
)
"""


def enrich_practices(library: LibraryWriter, mapped: Mapped = map) -> Iterator[str]:
    """Finds the practices of every English version that lacks them; yields each version's id.

    Texts in force come first, then the past, version by version of a policy: what two of them
    have in common is read once. Each batch is kept when it is done, so that a run that was
    stopped goes on where it was.
    """
    for past in (False, True):
        waiting = _lacking(library, past)
        batches = [waiting[start : start + _BATCH] for start in range(0, len(waiting), _BATCH)]
        policies = (
            [library.derived(version_id).policy for version_id in batch] for batch in batches
        )
        for batch, found in zip(batches, mapped(find_practices_of, policies), strict=True):
            _keep(library, batch, found)
            yield from batch


def count_lacking(library: Library) -> int:
    """How many versions `enrich_practices` has still to read."""
    row = library.row(f"SELECT count(*) {_LACKING}", *_asked())
    return int(row[0]) if row else 0


def practices_of(library: Library, version_id: str) -> tuple[Practice, ...]:
    """The practices of a stored version, found now if they are not there yet.

    What was found is kept where the library can be written at the moment. A version in another
    language than English raises NotEnglishError.
    """
    known = known_practices(library, version_id)
    if known is not None:
        return known
    found = find_practices(library.derived(version_id).policy)
    # Another process may be writing, or nobody may write here: then the next one asks again.
    with contextlib.suppress(LibraryError):
        if isinstance(library, LibraryWriter):
            _keep(library, [version_id], [found])
        else:
            with LibraryWriter(library.folder) as writer:
                # An index that is far behind is updated by a command, not while a page waits.
                behind = is_behind(writer)
                _keep(writer, [version_id], [found])
                if not behind:
                    index_changes(writer)
    return found


def known_practices(library: Library, version_id: str) -> tuple[Practice, ...] | None:
    """The stored practices of a version; None if they have not been computed yet."""
    row = library.row(
        "SELECT value FROM trait WHERE version_id = ? AND name = ? AND method = ?",
        version_id,
        _NAME,
        method_of(_NAME),
    )
    return None if row is None else unpack_traits({_NAME: row["value"]}).practices or ()


def _keep(
    library: LibraryWriter, ids: Sequence[str], found: Sequence[tuple[Practice, ...]]
) -> None:
    with library.transaction():
        for version_id, practices in zip(ids, found, strict=True):
            library.set_traits(version_id, pack_traits(Traits(practices=practices)))
            library.log_change(version_id)


def _lacking(library: Library, past: bool) -> list[str]:
    kind = "p.current_version != v.id" if past else "p.current_version = v.id"
    rows = library.rows(
        f"SELECT v.id {_LACKING} AND {kind} ORDER BY p.duplicate_of IS NOT NULL, p.id, v.id",
        *_asked(),
    )
    return [row["id"] for row in rows]


def _asked() -> tuple[str, ...]:
    return (*LANGUAGES, _NAME, method_of(_NAME))
