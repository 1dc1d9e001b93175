"""Labels of pages that are not in the library: made on request, then forgotten like the pages."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from privascope.cache import Cache
from privascope.collect.visit import Visited
from privascope.compare.label import PolicyLabel
from privascope.errors import NoTextError, NotFoundError, TooLargeError
from privascope.library.store import Library
from privascope.open_policy import visited_subject
from privascope.serve.request_limits import MOST_READ_AT_ONCE, REMEMBERED, REMEMBERED_SECONDS
from privascope.serve.shelf import Shelf
from privascope.serve.visits import BusyError
from privascope.traits.practices.find import check_language, expected_seconds, find_practices
from privascope.traits.practices.practice import Practice

# Nobody waits longer for a page; a command may take longer.
_MOST_SECONDS = 120.0


@dataclass(slots=True)
class _Kept:
    """A page with what was found in it; the page is kept too, so that its place stays its own."""

    visited: Visited
    lock: threading.Lock = field(default_factory=threading.Lock)
    practices: tuple[Practice, ...] | None = None
    label: PolicyLabel | None = None


class VisitLabels:
    """Makes labels, a few at a time, and remembers the last few."""

    def __init__(self, shelf: Shelf, clock: Callable[[], float] = time.monotonic) -> None:
        self._shelf = shelf
        self._free = threading.BoundedSemaphore(MOST_READ_AT_ONCE)
        self._known: Cache[int, _Kept] = Cache(REMEMBERED, REMEMBERED_SECONDS, clock)

    def practices(self, visited: Visited) -> tuple[Practice, ...] | None:
        """What was found in a page for its label; None where nobody asked for it."""
        kept = self._known.get(id(visited))
        return kept.practices if kept else None

    def label(self, visited: Visited) -> PolicyLabel:
        """The label of a page; BusyError where others are being made just now."""
        from privascope.compare.labelling import visiting_label

        if not visited.policy.segments:
            raise NoTextError("there is no text to label")
        check_language(visited.policy)
        kept = self._known.get_or_make(id(visited), lambda: _Kept(visited))
        with kept.lock:
            if kept.label is None:
                if kept.practices is None:
                    kept.practices = self._find(visited)
                subject = replace(visited_subject(visited), practices=kept.practices)
                kept.label = visiting_label(subject, self._library())
            return kept.label

    def _find(self, visited: Visited) -> tuple[Practice, ...]:
        seconds = expected_seconds(visited.policy)
        if seconds > _MOST_SECONDS:
            raise TooLargeError(
                f"this text is too long to be labelled here: it would take about "
                f"{seconds / 60:.0f} minutes; `privascope label FILE` does it on your own machine"
            )
        if not self._free.acquire(blocking=False):
            raise BusyError
        try:
            return find_practices(visited.policy)
        finally:
            self._free.release()

    def _library(self) -> Library | None:
        """This thread's library; a page can be labelled without."""
        try:
            return self._shelf.library
        except NotFoundError:
            return None
