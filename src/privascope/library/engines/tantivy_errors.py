"""What tantivy and the disk report, as errors that say what to do.

tantivy raises ValueError for everything, and tells apart neither a full disk nor one that may not
be written to. So it is tried what the folder of the index allows.
"""

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from privascope.errors import (
    EngineError,
    IndexDamagedError,
    IndexFullError,
    IndexReadOnlyError,
)

_TRIED = 2**20
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


def older(folder: Path) -> EngineError:
    """For an order that was declared after the index was made."""
    return EngineError(
        f"the index {folder} was made by an earlier version, which did not order so: "
        "run `privascope rebuild`"
    )


@contextlib.contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Turns what fails while an index is read into an error that says how to mend it."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise damaged(folder, error) from error


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turns what fails while an index is written into an error that says why."""
    try:
        yield
    except (ValueError, OSError) as error:
        number = error.errno if isinstance(error, OSError) else _tried(folder)
        if number in _FULL:
            raise IndexFullError(
                f"the disk of {folder} is full: everything reported as stored is safe; "
                "make room and run the same command again to go on"
            ) from error
        if number in _READ_ONLY:
            raise IndexReadOnlyError(f"no permission to write to the index {folder}") from error
        raise damaged(folder, error) from error


def damaged(folder: Path, error: Exception) -> EngineError:
    """The error for an index that cannot be used."""
    return IndexDamagedError(
        f"the index in {folder} cannot be used ({error}): run `privascope rebuild`"
    )


def _tried(folder: Path) -> int:
    """The number of the error with which the folder refuses to be written to, else 0."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_TRIED))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno or 0
    return 0
