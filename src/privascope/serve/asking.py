"""The threads that answer questions, apart from those that search, and the queue before them."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from privascope.errors import PrivascopeError

AT_ONCE = 2
MOST_WAITING = 16
Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


class QueueFullError(PrivascopeError):
    """As many questions are waiting as may wait."""

    def __init__(self) -> None:
        super().__init__(
            "Many questions are being answered at the moment. Try again in a moment; "
            "searching works as usual."
        )


class Asking:
    """Runs costly work some at a time; a few wait, and others are refused at once."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._most = at_once + most_waiting
        self._inside = 0

    async def run(self, work: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """The result of the work in a thread of its own kind, once it has had its turn."""
        if self._inside >= self._most:
            raise QueueFullError
        self._inside += 1
        try:
            return await run_sync(work, *arguments, limiter=self._limiter)
        finally:
            self._inside -= 1
