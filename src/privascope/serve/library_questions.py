"""Questions to the whole library: a few at a time, within a time limit, answers cached."""

import threading
from collections.abc import Hashable

from privascope.answer.ask_library import MOST, Report, ask_library
from privascope.answer.library_answer import LibraryAnswer
from privascope.answer.verdict_thresholds import Risk
from privascope.cache import Cache
from privascope.errors import PrivascopeError
from privascope.search.page import SearchRequest
from privascope.serve.asking import Asking
from privascope.serve.shelf import Shelf

MOST_AT_ONCE = 2
# A visitor is waiting; on the command line there is more time.
SECONDS = 20.0
_REMEMBERED = 32


class TooManyError(PrivascopeError):
    """Too many questions to the library are being answered at the moment."""

    def __init__(self) -> None:
        super().__init__(
            "Other questions to the library are being answered. Try again in a moment."
        )


class LibraryQuestions:
    """Asks the library; remembers the last answers until it changes."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        # A question to the library takes many seconds: single policies are asked meanwhile.
        self.asking = Asking()
        self._free = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._known: Cache[Hashable, LibraryAnswer] = Cache(_REMEMBERED)

    def ask(
        self,
        question: str,
        request: SearchRequest,
        most: int = MOST,
        method: str = "default",
        risk: Risk = Risk.MEDIUM,
        report: Report | None = None,
    ) -> LibraryAnswer:
        """The library's answer; TooManyError where others are being answered."""
        library = self._shelf.library
        # The filters of a request are dictionaries, which have no hash.
        key = (library.newest_change(), question, repr(request), most, method, risk)
        known = self._known.get(key)
        if known is not None:
            return known
        if not self._free.acquire(blocking=False):
            raise TooManyError
        try:
            found = ask_library(
                self._shelf.searcher,
                library,
                question,
                request,
                most=most,
                seconds=SECONDS,
                method=method,
                risk=risk,
                report=report,
            )
        finally:
            self._free.release()
        if found.statement is None and found.read < min(most, found.matching):
            # Time ran out; asked again, it gets further.
            return found
        return self._known.put(key, found)
