"""Fetches pages that are not in the library for visitors: a few at a time, with a time limit."""

import asyncio
import threading
from typing import TYPE_CHECKING

from privascope.cache import Cache
from privascope.collect.visit import Visited, visit_address, visit_limits
from privascope.errors import FetchError, PrivascopeError, RefusedAddressError
from privascope.policy.canonical import canonical_url
from privascope.serve.request_limits import REMEMBERED, REMEMBERED_SECONDS

if TYPE_CHECKING:
    from privascope.collect.fetch import Fetcher

MOST_AT_ONCE = 3
MOST_SECONDS = 25.0


class BusyError(PrivascopeError):
    """Too many pages are being fetched at the moment."""

    def __init__(self) -> None:
        super().__init__("Other pages are being fetched at the moment. Try again in a moment.")


class SlowError(FetchError):
    """A page did not come in time."""

    def __init__(self, address: str) -> None:
        super().__init__(
            f"{address} did not answer within {MOST_SECONDS:.0f} seconds. "
            "Try again later, or save the page and ask the file."
        )


class Visits:
    """Fetches and reads pages; remembers the last few, so that a second question is quick."""

    def __init__(self, fetcher: "Fetcher | None" = None) -> None:
        self._fetcher = fetcher
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._known: Cache[str, Visited] = Cache(REMEMBERED, REMEMBERED_SECONDS)

    async def bring(self, address: str, *, anyway: bool = False) -> Visited:
        """The page at an address, judged to be a policy unless `anyway`."""
        loop = asyncio.get_running_loop()
        key = f"{anyway} {canonical_url(address)}"
        known = self._known.get(key)
        if known is not None:
            return known
        if not self._free.acquire(blocking=False):
            raise BusyError
        coming: asyncio.Future[Visited] = loop.create_future()

        def work() -> None:
            # The place is free when the work is over, however long its visitor has waited.
            try:
                visited = visit_address(address, self._shared_fetcher(), anyway=anyway)
            except BaseException as error:
                _hand_over(loop, coming, error)
            else:
                _hand_over(loop, coming, visited)
            finally:
                self._free.release()

        # A daemon, so that a slow site cannot hold up the end of the server.
        threading.Thread(target=work, daemon=True, name="visit").start()
        try:
            visited = await asyncio.wait_for(coming, MOST_SECONDS)
        except TimeoutError:
            raise SlowError(address) from None
        except RefusedAddressError as error:
            raise _public(error, address) from error
        return self._known.put(key, visited)

    def _shared_fetcher(self) -> "Fetcher":
        """One for all, so that each site is asked once at a time and its robots.txt once a day."""
        from privascope.collect.fetch import Fetcher

        with self._lock:
            if self._fetcher is None:
                self._fetcher = Fetcher(limits=visit_limits())
            return self._fetcher


def _hand_over(
    loop: asyncio.AbstractEventLoop,
    coming: "asyncio.Future[Visited]",
    result: Visited | BaseException,
) -> None:
    def settle() -> None:
        if coming.done():
            return
        if isinstance(result, BaseException):
            coming.set_exception(result)
        else:
            coming.set_result(result)

    # Nobody waits on a loop that is closed.
    if not loop.is_closed():
        loop.call_soon_threadsafe(settle)


def _public(error: RefusedAddressError, address: str) -> RefusedAddressError:
    """The refusal in words that do not reveal the internal network to visitors."""
    from privascope.collect.robots import DisallowedError

    if isinstance(error, DisallowedError):
        return error
    return RefusedAddressError(
        f"{address[:200]} is not a public web address, so it is not fetched. "
        "Give one that begins with https:// or http://."
    )
