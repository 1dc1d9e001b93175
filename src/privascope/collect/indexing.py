"""Keeps the text index close to the store during large intakes."""

import contextlib
import multiprocessing
import os
from multiprocessing.process import BaseProcess
from pathlib import Path

from privascope.collect.workers import end_with_parent
from privascope.errors import PrivascopeError
from privascope.library.index import catch_up, index_changes
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter

# Few enough that little is left to index at the end, many enough that merges are rare.
_EVERY = 2000


class Indexing:
    """Indexes in a process of its own, whose memory is given back when it ends.

    It works beside the intake where there is a core to spare. The intake holds the writer's lock
    all the while, so nobody else indexes.
    """

    def __init__(self, library: LibraryWriter, *, beside: bool) -> None:
        self._library = library
        self._beside = beside
        self._waiting = 0
        self._process: BaseProcess | None = None

    def note(self, written: int) -> None:
        """Counts written items, and indexes them when there are many."""
        self._waiting += written
        if self._waiting < _EVERY or (self._process and self._process.is_alive()):
            return
        self._start()
        if self._process and not self._beside:
            self._process.join()

    def finish(self) -> None:
        """Indexes the rest; says why if it cannot."""
        if self._process:
            self._process.join()
            self._start()
            self._process.join()
        catch_up(self._library)

    def _start(self) -> None:
        self._waiting = 0
        # spawn, and an end with the parent: as the workers have it.
        self._process = multiprocessing.get_context("spawn").Process(
            target=_catch_up_apart, args=(self._library.folder, os.getpid()), daemon=True
        )
        self._process.start()


def _catch_up_apart(folder: Path, parent: int) -> None:
    end_with_parent(parent)
    # What goes wrong here goes wrong again at the end, in the process that can say so.
    with contextlib.suppress(PrivascopeError), Library(folder) as library:
        index_changes(library)
