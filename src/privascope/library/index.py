"""Keeps the text index in step with the store."""

from collections.abc import Callable
from pathlib import Path

from privascope.errors import LibraryError
from privascope.library.connection import clear_errors
from privascope.library.engines.choice import IndexPlace, open_indexes
from privascope.library.engines.engine import Engine, Indexes
from privascope.library.indexed import FIELDS, form, indexed_versions
from privascope.library.settings import chosen_place, read_engine, write_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter

_BATCH = 25_000


def open_index(library: Library) -> Engine:
    """The index that the library uses."""
    return _indexes(library).in_use()


def catch_up(library: Library) -> int:
    """Indexes what changed since the index was last brought up to date; returns how much."""
    done = index_changes(library)
    open_index(library).tidy()
    return done


def index_changes(library: Library) -> int:
    """Indexes what changed, and leaves it in as many pieces as there were changes.

    Only the holder of the writer's lock may call it. A kill between the index's own commit and
    the note of its position is harmless: the same versions are indexed again.
    """
    indexes = _indexes(library)
    position = indexes.position()
    if position is None:
        return _make_anew(library, indexes)
    indexes.remove_others()
    upto = library.newest_change()
    return _index(library, indexes.in_use(), position, upto, indexes.note)


def rebuild(library: Library) -> int:
    """Rebuilds the index from the store; returns how many versions it has.

    Readers use the old one until the new one is done.
    """
    _make_anew(library, _indexes(library))
    return len(open_index(library).ids())


def move_index(library: LibraryWriter, place: IndexPlace) -> int:
    """Makes the index anew with another engine, and uses that when it is done.

    The old index stays as it is; returns how many versions the new one holds.
    """
    indexes = open_indexes(place, FIELDS, form())
    _make_anew(library, indexes)
    write_engine(library, place)
    return len(indexes.in_use().ids())


def make_library(folder: Path, engine: str, address: str = "", index: str = "") -> IndexPlace:
    """Makes an empty library that uses a text engine; an error if there is one with policies."""
    with LibraryWriter(folder) as library:
        if library.newest_change():
            raise LibraryError(
                f"the library {folder} is not empty: `privascope rebuild --engine {engine}` "
                "gives it another text engine"
            )
        place = chosen_place(library, engine, address, index)
        move_index(library, place)
        return place


def _make_anew(library: Library, indexes: Indexes) -> int:
    indexes.remove_others()
    upto = library.newest_change()
    if not upto:
        indexes.remove()
        return 0
    engine = indexes.fresh()
    done = _index(library, engine, 0, upto, lambda _: None)
    engine.tidy()
    indexes.put_in_use(engine, upto)
    return done


def _index(
    library: Library, engine: Engine, position: int, upto: int, note: Callable[[int], None]
) -> int:
    """Indexes what changed between two positions, and notes after each batch how far it is."""
    done = 0
    while position < upto:
        rows = list(
            library.rows(
                "SELECT number, version_id FROM change WHERE number > ? AND number <= ? "
                "ORDER BY number LIMIT ?",
                position,
                upto,
                _BATCH,
            )
        )
        ids = list(dict.fromkeys(row["version_id"] for row in rows))
        present = dict.fromkeys(
            row["id"]
            for version_id in ids
            for row in library.rows("SELECT id FROM version WHERE id = ?", version_id)
        )
        with clear_errors(library.folder):
            engine.update(
                indexed_versions(library, list(present)),
                [version_id for version_id in ids if version_id not in present],
            )
            position = rows[-1]["number"]
            note(position)
        done += len(ids)
    return done


def is_behind(library: Library) -> bool:
    """Whether the store holds something that the index does not know yet."""
    return library.newest_change() > (_indexes(library).position() or 0)


def knows_more(library: Library) -> bool:
    """Whether the index was brought up to a change that the store has not: it is not of this one.

    So it is after a restore, or in a copy of a library whose index they share.
    """
    return library.newest_change() < (_indexes(library).position() or 0)


def _indexes(library: Library) -> Indexes:
    return open_indexes(read_engine(library), FIELDS, form())
