"""The library of a server, with a connection for each of its threads."""

import threading
from pathlib import Path

from privascope.library.store import Library
from privascope.search.find import Searcher
from privascope.serve.asking import Asking


class Shelf:
    """Hands every thread its own library and searcher."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asking = Asking()
        self._own = threading.local()
        Library(folder).close()

    @property
    def library(self) -> Library:
        """This thread's library."""
        if not hasattr(self._own, "library"):
            self._own.library = Library(self.folder)
        library: Library = self._own.library
        return library

    @property
    def searcher(self) -> Searcher:
        """This thread's searcher."""
        if not hasattr(self._own, "searcher"):
            self._own.searcher = Searcher(self.library)
        searcher: Searcher = self._own.searcher
        return searcher
