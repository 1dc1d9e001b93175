"""Politeness: one request at a time to a host, a pause after it, a limit on its duration."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from privascope.errors import FetchError


class Clock:
    """The crawler's clock; tests replace it by their own."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def seconds(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def now(self) -> datetime:
        """The date and time, in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Waits; raises FetchError as soon as the crawl is stopped."""
        self._stopped.wait(seconds)
        self.check()

    def stop(self) -> None:
        """Wakes all sleeping threads and makes them give up."""
        self._stopped.set()

    def check(self) -> None:
        """Raises FetchError if the crawl was stopped."""
        if self._stopped.is_set():
            raise FetchError("The crawl was stopped.")


class OutOfTimeError(Exception):
    """The time for this request is used up."""


class Deadline:
    """When the request that the present thread is making must be over."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._of_thread = threading.local()

    def set(self, seconds: float) -> None:
        """Limits the current thread's request to this many seconds from now."""
        self._of_thread.end = self._clock.seconds() + seconds

    def left(self, timeout: float | None) -> float:
        """The seconds that one step may take; raises OutOfTimeError if none are left."""
        self._clock.check()
        left: float = self._of_thread.end - self._clock.seconds()
        if left <= 0:
            raise OutOfTimeError
        return left if timeout is None else min(timeout, left)


@dataclass(slots=True)
class _Host:
    lock: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0
    next_turn: float = 0.0


class Turns:
    """Decides who may send a request to a host, and when."""

    _REMEMBERED = 10_000

    def __init__(self, clock: Clock, delay: float) -> None:
        self._clock = clock
        self._delay = delay
        self._lock = threading.Lock()
        self._hosts: dict[str, _Host] = {}

    @contextlib.contextmanager
    def turn(self, host: str, delay: float = 0.0) -> Iterator[None]:
        """Holds the host for one request, once its pause is over; `delay` lengthens the next."""
        with self._lock:
            entry = self._entry(host)
            entry.users += 1
        try:
            with entry.lock:
                while (wait := entry.next_turn - self._clock.seconds()) > 0:
                    self._clock.sleep(wait)
                self._clock.check()
                try:
                    yield
                finally:
                    pause = max(self._delay, delay)
                    entry.next_turn = max(entry.next_turn, self._clock.seconds() + pause)
        finally:
            with self._lock:
                entry.users -= 1

    def postpone(self, host: str, seconds: float) -> None:
        """Sends no request to the host for this many seconds."""
        with self._lock:
            entry = self._entry(host)
            entry.next_turn = max(entry.next_turn, self._clock.seconds() + seconds)

    def _entry(self, host: str) -> _Host:
        if host not in self._hosts and len(self._hosts) >= self._REMEMBERED:
            now = self._clock.seconds()
            self._hosts = {
                name: known
                for name, known in self._hosts.items()
                if known.users or known.next_turn > now
            }
        return self._hosts.setdefault(host, _Host())
