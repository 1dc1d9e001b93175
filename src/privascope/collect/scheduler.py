"""Work on the machines of a Dask scheduler: pieces go out, results come back in their order."""

import logging
import pickle
import platform
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

from privascope.errors import MissingExtraError, SchedulerError
from privascope.version import __version__

T = TypeVar("T")
R = TypeVar("R")

_SECONDS_TO_CONNECT = 15
# Workers that are started together with their scheduler need a moment.
_SECONDS_FOR_WORKERS = 10
# Pieces in hand for each thread: enough that none waits, few enough that memory stays flat.
_IN_HAND = 3
_RETRIES = 3


class Scheduler:
    """A connection to a scheduler, whose workers are of this Python and this Privascope."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            raise MissingExtraError("work on a Dask scheduler", "dask") from error
        self._address = address
        self._killed: type[Exception] = distributed.KilledWorker
        # What goes wrong is raised here, once, and not logged by each part besides.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        connect: Any = distributed.Client
        try:
            self._client: Any = connect(
                address,
                timeout=_SECONDS_TO_CONNECT,
                set_as_default=False,
                direct_to_workers=True,
            )
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise SchedulerError(
                f"no Dask scheduler answers at {address[:200]} ({error}): start one with "
                "`dask scheduler`, and give its address as tcp://HOST:8786"
            ) from error
        try:
            self.threads = self._check()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the scheduler; whatever its workers have in hand is dropped."""
        self._client.close(timeout=5)

    def _check(self) -> int:
        """How many threads the workers have; an error if they cannot do what is asked of them."""
        try:
            self._client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError:
            raise SchedulerError(
                f"the scheduler at {self._address} has no workers: start some with "
                f"`dask worker {self._address}`"
            ) from None
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        found: Any = self._client.get_versions()
        mine = _short(platform.python_version())
        others = {
            f"the worker {name}": told["host"]["python"] for name, told in found["workers"].items()
        } | {"the scheduler": found["scheduler"]["host"]["python"]}
        for who, python in others.items():
            if _short(python) != mine:
                raise SchedulerError(
                    f"{who} at {self._address} runs Python {_short(python)}, this is {mine}: "
                    "run the same version everywhere"
                )
        try:
            versions = self._client.run(_version)
        except ImportError as error:
            raise SchedulerError(
                f"a worker of {self._address} has no Privascope ({error}): install version "
                f"{__version__} there"
            ) from error
        for name, version in versions.items():
            if version != __version__:
                raise SchedulerError(
                    f"the worker {name} runs Privascope {version}, this is {__version__}: "
                    "install the same version everywhere"
                )
        return sum(worker["nthreads"] for worker in workers.values())

    def map(
        self,
        function: Callable[[T], R],
        pieces: Iterable[T],
        instead: Callable[[T], R] | None = None,
    ) -> Iterator[R]:
        """The result for each piece, in their order, while a few more are in hand.

        A piece whose worker is lost goes to another one. One that takes down every worker that has
        it is done by `instead`, or is an error.
        """
        waiting: deque[tuple[T, Any]] = deque()

        def take() -> R:
            piece, future = waiting.popleft()
            try:
                found: R = self._result(future)
                return found
            except self._killed:
                if instead is None:
                    raise SchedulerError(
                        f"a piece of work took down several workers of {self._address}: "
                        "give them more memory, or do it without --scheduler"
                    ) from None
                return instead(piece)

        for piece in pieces:
            waiting.append((piece, self._submit(function, piece)))
            if len(waiting) > _IN_HAND * self.threads:
                yield take()
        while waiting:
            yield take()

    def _submit(self, function: Callable[[T], R], piece: T) -> Any:
        try:
            return self._client.submit(
                _packed, function, piece, pure=False, retries=_RETRIES, key=None
            )
        except Exception as error:
            raise self._lost(error) from error

    def _result(self, future: Any) -> Any:
        from asyncio import CancelledError
        from concurrent.futures import CancelledError as Cancelled

        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        try:
            return pickle.loads(future.result())  # noqa: S301  # our own workers made it
        except (CancelledError, Cancelled, FutureCancelledError, CommClosedError) as error:
            raise self._lost(error) from error
        except (OSError, TimeoutError) as error:
            raise self._lost(error) from error

    def _lost(self, error: BaseException) -> SchedulerError:
        return SchedulerError(
            f"the connection to the scheduler at {self._address} was lost "
            f"({str(error)[:200] or type(error).__name__}): everything reported as stored is safe; "
            "run the same command again to go on"
        )


def _packed(function: Callable[[T], R], piece: T) -> bytes:
    """A result as bytes, which nothing between the worker and us looks into."""
    return pickle.dumps(function(piece), protocol=pickle.HIGHEST_PROTOCOL)


def _version() -> str:
    return __version__


def _short(version: str) -> str:
    """Of Python's version what decides whether both understand each other: 3.11."""
    return ".".join(version.split(".")[:2])
