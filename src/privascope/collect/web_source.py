"""Reads policies from the web: addresses and domains, several hosts at once."""

import hashlib
import heapq
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.fetch import Fetched, Fetcher
from privascope.collect.find_policy import find_policy
from privascope.errors import PrivascopeError, SourceError
from privascope.policy.canonical import canonical_url, host_of

_MOST_HELD = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class WebRequest:
    """One address to fetch, or a domain whose policy is to be found."""

    written: str
    url: str
    key: str
    host: str
    etag: str = ""
    last_modified: str = ""


class WebSource:
    """A list of addresses ("https://example.com/privacy") and domains ("example.com").

    Items come in the order of the list, whatever host answers first; a page listed twice comes
    once. `validators` gives the ETag and Last-Modified of a known canonical address; where the
    server says that nothing changed, a Refusal says "not modified since …".
    """

    def __init__(
        self,
        addresses: Iterable[str],
        fetcher: Fetcher,
        *,
        validators: Callable[[str], tuple[str, str]] | None = None,
        parallel: int = 8,
        name: str = "",
    ) -> None:
        self._fetcher = fetcher
        self._validators = validators
        self._parallel = parallel
        requests = (_request(address) for address in addresses if address.strip())
        self._requests = list({request.key: request for request in requests}.values())
        self.name = name or _name(self._requests)

    def leave_out(self, is_taken: Callable[[str], bool]) -> None:
        """Does not fetch the items that an earlier, interrupted run has taken, by their keys."""
        self._requests = [request for request in self._requests if not is_taken(request.key)]

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """A document or a reason for each item of the list."""
        # Here and not in the threads, because a database answers only to its own thread.
        plan = _Plan([self._with_validators(request) for request in self._requests])
        for number in range(min(self._parallel, len(self._requests))):
            # Daemons, so that a host that never answers cannot hold up the end of the program.
            threading.Thread(
                target=self._work, args=(plan,), daemon=True, name=f"fetch {number}"
            ).start()
        try:
            yield from plan.results()
        finally:
            plan.stop()

    def _with_validators(self, request: WebRequest) -> WebRequest:
        if self._validators is None or not request.url:
            return request
        etag, last_modified = self._validators(request.key)
        return WebRequest(
            request.written, request.url, request.key, request.host, etag, last_modified
        )

    def _work(self, plan: "_Plan") -> None:
        while (task := plan.take()) is not None:
            number, request = task
            try:
                plan.finish(number, self._bring(request))
            except Exception as error:
                plan.finish(number, error)

    def _bring(self, request: WebRequest) -> Arrival | Refusal:
        try:
            if request.url:
                fetched = self._fetcher.fetch(
                    request.url, etag=request.etag, last_modified=request.last_modified
                )
            else:
                fetched = find_policy(request.written, self._fetcher).fetched
        except PrivascopeError as error:
            return Refusal(request.written, str(error), self.name, request.key)
        if fetched.not_modified:
            since = fetched.last_modified or "the last fetch"
            why = f"not modified since {since}"
            return Refusal(request.written, why, self.name, request.key, unchanged=True)
        return self._arrival(request, fetched)

    def _arrival(self, request: WebRequest, fetched: Fetched) -> Arrival:
        return Arrival(
            content=fetched.content,
            content_type=fetched.content_type,
            url=fetched.url,
            source=self.name,
            key=request.key,
            fetched_at=fetched.fetched_at,
            asked_url=fetched.asked_url,
            etag=fetched.etag,
            last_modified=fetched.last_modified,
        )


def read_address_list(path: Path) -> list[str]:
    """The addresses and domains in a text file, one a line; "#" begins a comment line."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as lines:
            stripped = (line.strip() for line in lines)
            return [line for line in stripped if line and not line.startswith("#")]
    except OSError as error:
        raise SourceError(
            f"The list {path} cannot be read ({error.strerror}). Check its name."
        ) from error


class _Plan:
    """Schedules fetches; results wait here until their turn in the list."""

    def __init__(self, requests: list[WebRequest]) -> None:
        self._count = len(requests)
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[tuple[int, WebRequest]]] = {}
        for number, request in enumerate(requests):
            self._waiting.setdefault(request.host, deque()).append((number, request))
        # Idle hosts, by their first item in the list.
        self._free = [(items[0][0], host) for host, items in self._waiting.items()]
        heapq.heapify(self._free)
        self._hosts = [request.host for request in requests]
        self._results: dict[int, Arrival | Refusal | Exception] = {}
        self._held = 0
        self._next = 0
        self._left = len(requests)
        self._stopped = False

    def take(self) -> tuple[int, WebRequest] | None:
        """An item whose host is free, or None at the end."""
        with self._changed:
            while not self._stopped and self._left:
                # With too much held back, only what the reader waits for may come in.
                if self._free and (self._held < _MOST_HELD or self._free[0][0] == self._next):
                    _, host = heapq.heappop(self._free)
                    self._left -= 1
                    return self._waiting[host].popleft()
                self._changed.wait()
            return None

    def finish(self, number: int, result: Arrival | Refusal | Exception) -> None:
        """Hands in a result and frees its host."""
        with self._changed:
            host = self._hosts[number]
            self._results[number] = result
            self._held += _size(result)
            if self._waiting[host]:
                heapq.heappush(self._free, (self._waiting[host][0][0], host))
            self._changed.notify_all()

    def results(self) -> Iterator[Arrival | Refusal]:
        """The results in the order of the list."""
        for number in range(self._count):
            with self._changed:
                while number not in self._results:
                    self._changed.wait()
                result = self._results.pop(number)
                self._held -= _size(result)
                self._next = number + 1
                self._changed.notify_all()
            if isinstance(result, Exception):
                raise result
            yield result

    def stop(self) -> None:
        """Lets no further item begin."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()


def _size(result: Arrival | Refusal | Exception) -> int:
    return len(result.content) if isinstance(result, Arrival) else 0


def _request(text: str) -> WebRequest:
    written = text.strip()
    if "://" not in written:
        if not any(mark in written for mark in "/?#"):
            return WebRequest(written, "", host_of(written) or written, host_of(written))
        url = f"https://{written.lstrip('/')}"
    else:
        url = written
    return WebRequest(written, url, canonical_url(url), host_of(url))


def _name(requests: list[WebRequest]) -> str:
    if len(requests) == 1:
        return requests[0].key
    digest = hashlib.sha256(
        "\n".join(request.key for request in requests).encode("utf-8", "replace")
    )
    return f"{len(requests)} addresses ({digest.hexdigest()[:8]})"
