"""Copies of a library: read-only ones for web servers and for safety, and the way back."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from privascope.errors import LibraryError
from privascope.library.connection import COPY, DATABASE, clear_errors, make_private_folder
from privascope.library.engines.choice import ELSEWHERE
from privascope.library.index import catch_up, rebuild
from privascope.library.settings import read_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter


@dataclass(frozen=True, slots=True)
class Copied:
    """How many policies and versions a copy holds."""

    policies: int
    versions: int


def back_up(library: Library, folder: Path) -> Copied:
    """Makes a read-only copy in a folder, or brings the one that is there up to date.

    Whoever reads the copy sees the old state or the new one. A library whose index is on a cluster
    shares it with its copies; the index of any other is copied with it.
    """
    if (folder / DATABASE).exists() and not (folder / COPY).exists():
        raise LibraryError(f"{folder} is a library of its own, not a copy: name another folder")
    with clear_errors(folder):
        make_private_folder(folder)
        (folder / COPY).write_text(f"A copy of {library.folder.resolve()}, made by backup.\n")
    with LibraryWriter(folder, copying=True) as copy:
        _copy(library.folder, folder)
        if read_engine(copy).engine not in ELSEWHERE:
            catch_up(copy)
        return Copied(copy.count(), copy.count_versions())


def restore(backup: Path, folder: Path) -> Copied:
    """Makes a library of a copy, in a folder that holds none, and its index anew."""
    if (folder / DATABASE).exists():
        raise LibraryError(f"there is a library in {folder} already: move it away first")
    with Library(backup) as source, LibraryWriter(folder) as restored:
        _copy(source.folder, folder)
        rebuild(restored)
        return Copied(restored.count(), restored.count_versions())


def _copy(source: Path, target: Path) -> None:
    """Copies the database as it is at this moment, in one transaction."""
    with (
        clear_errors(target),
        closing(sqlite3.connect(f"file:{source / DATABASE}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target / DATABASE, timeout=60)) as new,
    ):
        old.backup(new)
