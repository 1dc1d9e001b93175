"""Opens a library's database: many readers, one writer, clear errors."""

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from privascope.errors import DiskFullError, LibraryBusyError, LibraryError, NotFoundError
from privascope.library.schema import SCHEMA_VERSION, TABLES

DATABASE = "privascope.sqlite"
LOCK = "writer.lock"
# Says of a folder that it is a copy of a library, which only `backup` may change.
COPY = "read-only-copy"
# Kilobytes. A server keeps several readers, and the system caches the file for all of them.
_READERS_CACHE = 8192
_WRITERS_CACHE = 65536


@contextlib.contextmanager
def clear_errors(folder: Path) -> Iterator[None]:
    """Turns what SQLite and the system say into what the user can do about it."""
    try:
        yield
    except sqlite3.Error as error:
        # The lower byte is the kind of an error, the rest its detail.
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind == sqlite3.SQLITE_FULL:
            raise _disk_full(folder) from error
        if kind in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise LibraryBusyError(
                f"another process is writing to the library {folder}: wait until it is done"
            ) from error
        if kind == sqlite3.SQLITE_READONLY:
            raise LibraryError(f"no permission to write to the library {folder}") from error
        raise LibraryError(f"the library {folder} cannot be used: {error}") from error
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise _disk_full(folder) from error
        raise LibraryError(f"the library {folder} cannot be used: {error.strerror}") from error


def _disk_full(folder: Path) -> DiskFullError:
    return DiskFullError(
        f"the disk of {folder} is full: everything reported as stored is safe; "
        "make room and run the same command again to go on"
    )


def open_reader(folder: Path) -> sqlite3.Connection:
    """A connection that reads, also while another process writes."""
    if not (folder / DATABASE).is_file():
        raise NotFoundError(
            f"there is no library in {folder}: `privascope add SOURCE` makes one, "
            "`privascope sample` makes one of sample policies"
        )
    with clear_errors(folder):
        connection = _connect(folder, _READERS_CACHE)
        _check_schema(connection, folder)
    return connection


def make_private_folder(folder: Path) -> None:
    """Makes a folder that only its owner can enter; one that is there already keeps its rights."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def open_writer(folder: Path, *, copying: bool = False) -> tuple[sqlite3.Connection, IO[str]]:
    """A connection that writes, and the lock that keeps it the only one."""
    if (folder / COPY).exists() and not copying:
        raise LibraryError(
            f"{folder} is a read-only copy of a library: write to the library itself, or make a "
            "library of the copy with `privascope restore`"
        )
    with clear_errors(folder):
        make_private_folder(folder)
        lock = (folder / LOCK).open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip() or "another process"
        lock.close()
        raise LibraryBusyError(
            f"{holder} is writing to the library {folder}: "
            "wait until it is done, or end it, then try again"
        ) from None
    try:
        with clear_errors(folder):
            lock.truncate(0)
            lock.write(f"process {os.getpid()}")
            lock.flush()
            connection = _connect(folder, _WRITERS_CACHE)
            _create(connection)
            _check_schema(connection, folder)
    except BaseException:
        lock.close()
        raise
    return connection, lock


def _connect(folder: Path, cache: int) -> sqlite3.Connection:
    connection = sqlite3.connect(
        folder / DATABASE, isolation_level=None, timeout=10, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    # FULL: what was reported as stored outlives a power cut, not only a kill.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"cache_size=-{cache}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _create(connection: sqlite3.Connection) -> None:
    if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        return
    # One transaction: a kill leaves either no table or all of them.
    connection.executescript(
        f"BEGIN IMMEDIATE; {TABLES}INSERT INTO meta VALUES ('schema', '{SCHEMA_VERSION}'); COMMIT;"
    )


def _check_schema(connection: sqlite3.Connection, folder: Path) -> None:
    there = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'"
    row = None
    if connection.execute(there).fetchone():
        row = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    if row is None:
        raise LibraryError(f"{folder / DATABASE} is not a Privascope library")
    if int(row[0]) != SCHEMA_VERSION:
        raise LibraryError(
            f"the library {folder} has schema {row[0]}, this Privascope reads {SCHEMA_VERSION}: "
            "install the Privascope that made it, export it, and add the export to a new library"
        )
