"""The cache in memory: keeps what was used last, safe to share between threads."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """At most `most` values; the one not used for longest goes first.

    With `seconds`, a value that nobody used for so long is gone too.
    """

    def __init__(
        self,
        most: int,
        seconds: float = float("inf"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.RLock()
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        with self._lock:
            return key in self._kept and not self._is_old(self._kept[key][0])

    def get(self, key: K) -> V | None:
        """The value of a key, which counts as used now; None if there is none."""
        with self._lock:
            if key not in self:
                self._kept.pop(key, None)
                return None
            return self.put(key, self._kept[key][1])

    def put(self, key: K, value: V) -> V:
        """Keep a value; the same value, so that it can be returned at once."""
        with self._lock:
            self._kept[key] = self._clock(), value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most or self._is_old(next(iter(self._kept.values()))[0]):
                self._kept.popitem(last=False)
            return value

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made and kept if there is none; others wait while it is made."""
        with self._lock:
            return self.put(key, self._kept[key][1] if key in self else make())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def _is_old(self, used: float) -> bool:
        return self._clock() - used > self._seconds
