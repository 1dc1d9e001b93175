"""What is set for a library, kept in it."""

from privascope.library.engines.choice import DEFAULT, checked_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter

_ENGINE = "engine"


def read_engine(library: Library) -> str:
    """The name of the text engine that a library uses."""
    row = library.row("SELECT value FROM meta WHERE name = ?", _ENGINE)
    return row["value"] if row else DEFAULT


def write_engine(library: LibraryWriter, engine: str) -> None:
    """Lets a library use another text engine; its index is to be made anew afterwards."""
    checked_engine(engine, library.folder)
    with library.transaction():
        library.write("INSERT OR REPLACE INTO meta VALUES (?, ?)", _ENGINE, engine)
