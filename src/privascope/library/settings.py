"""The settings of a library, stored in it."""

from privascope.library.engines.choice import DEFAULT, checked_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter

_ENGINE = "engine"


def read_engine(library: Library) -> str:
    """The name of the text engine that a library uses."""
    row = library.row("SELECT value FROM meta WHERE name = ?", _ENGINE)
    return row["value"] if row else DEFAULT


def write_engine(library: LibraryWriter, engine: str) -> None:
    """Sets the text engine of a library; its index must be rebuilt afterwards."""
    checked_engine(engine, library.folder)
    with library.transaction():
        library.write("INSERT OR REPLACE INTO meta VALUES (?, ?)", _ENGINE, engine)
