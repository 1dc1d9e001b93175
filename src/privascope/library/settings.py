"""The settings of a library, stored in it."""

import re
import secrets

from privascope.errors import EngineError
from privascope.library.engines.choice import DEFAULT, ELSEWHERE, IndexPlace, checked_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter

_ENGINE, _ADDRESS, _INDEX, _ID = "engine", "engine address", "engine index", "library id"
_INDEX_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,99}")


def read_engine(library: Library) -> IndexPlace:
    """By which text engine a library is indexed, and where."""
    names = (_ENGINE, _ADDRESS, _INDEX, _ID)
    rows = library.rows("SELECT name, value FROM meta WHERE name IN (?, ?, ?, ?)", *names)
    found: dict[str, str] = {row["name"]: row["value"] for row in rows}
    return IndexPlace(
        found.get(_ENGINE, DEFAULT),
        library.folder,
        found.get(_ADDRESS, ""),
        found.get(_INDEX, ""),
        found.get(_ID, ""),
    )


def chosen_place(library: Library, engine: str, address: str = "", index: str = "") -> IndexPlace:
    """Where another text engine would keep the library's index.

    An engine elsewhere keeps the address and the name of the index that it had, unless given.
    """
    checked_engine(engine, library.folder)
    old = read_engine(library)
    identity = old.library or secrets.token_hex(8)
    place = IndexPlace(
        engine,
        library.folder,
        address or old.address,
        index or old.index or f"privascope-{identity}",
        identity,
    )
    if engine in ELSEWHERE and not place.address:
        raise EngineError(f"where is the {engine} cluster? --address http://HOST:9200 says it")
    if not _INDEX_NAME.fullmatch(place.index):
        raise EngineError(
            f"{index[:60]!r} is no name for an index: use small letters, digits, - and _"
        )
    return place


def write_engine(library: LibraryWriter, place: IndexPlace) -> None:
    """Sets the text engine of a library and where its index is."""
    checked_engine(place.engine, library.folder)
    values = {
        _ENGINE: place.engine,
        _ADDRESS: place.address,
        _INDEX: place.index,
        _ID: place.library,
    }
    with library.transaction():
        library.write_many("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())
