"""Examines pages on several cores, and yields them in the order of their arrival."""

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.examine import Criteria, Examined, examine
from privascope.collect.outcome import Outcome

# A chunk is what one worker takes at a time: large enough to make the hand-over cheap, small enough
# that memory stays flat whatever the size of the pages.
_CHUNK_PAGES = 16
_CHUNK_BYTES = 4 * 2**20

Item = Arrival | Refusal


def examine_all(items: Iterable[Item], criteria: Criteria, workers: int) -> Iterator[Examined]:
    """Every item examined, in this process while they are few, then by workers of their own."""
    if workers == 1:
        for item in items:
            yield _examine_one(item, criteria)
        return
    coming = chunks(items)
    first = next(coming, [])
    second = next(coming, [])
    if not second:
        yield from examine_chunk(first, criteria)
        return
    crew = _Crew(criteria, workers)
    try:
        for chunk in chain((first, second), coming):
            crew.send(chunk)
            if len(crew.waiting) > 2 * workers:
                yield from crew.take()
        while crew.waiting:
            yield from crew.take()
    finally:
        crew.pool.shutdown(wait=True, cancel_futures=True)


class _Crew:
    """Worker processes and the chunks that they have in hand, oldest first."""

    def __init__(self, criteria: Criteria, workers: int) -> None:
        self.criteria = criteria
        self.workers = workers
        self.pool = _new_pool(workers)
        self.waiting: deque[tuple[list[Item], Future[list[Examined]]]] = deque()

    def send(self, chunk: list[Item]) -> None:
        try:
            future = self.pool.submit(examine_chunk, chunk, self.criteria)
        except BrokenProcessPool:
            future = Future()
            future.set_exception(BrokenProcessPool())
        self.waiting.append((chunk, future))

    def take(self) -> list[Examined]:
        """The oldest chunk's results."""
        chunk, future = self.waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            self.pool.shutdown(wait=True, cancel_futures=True)
        # A page took its worker down (out of memory, a crash in a parser), and all chunks in
        # hand are lost with it: examine the oldest one page by page to find the culprit, and
        # send the others again to a new pool.
        results = [examine_apart(item, self.criteria) for item in chunk]
        self.pool = _new_pool(self.workers)
        again, self.waiting = self.waiting, deque()
        for later, _ in again:
            self.send(later)
        return results


def _new_pool(workers: int) -> ProcessPoolExecutor:
    # spawn: the parent may have threads (the crawler's), and a fork would copy their locks.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, end_with_parent, (os.getpid(),))


def end_with_parent(parent: int) -> None:
    """Ends this process when its parent process was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """What is handed over at a time."""
    chunk: list[Item] = []
    size = 0
    for item in items:
        chunk.append(item)
        size += len(item.content) if isinstance(item, Arrival) else 0
        if len(chunk) >= _CHUNK_PAGES or size >= _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def examine_chunk(chunk: list[Item], criteria: Criteria) -> list[Examined]:
    """Each item examined."""
    return [_examine_one(item, criteria) for item in chunk]


def _examine_one(item: Item, criteria: Criteria) -> Examined:
    if isinstance(item, Refusal):
        outcome = Outcome.UNCHANGED if item.unchanged else Outcome.REFUSED
        return Examined(item.key, item.what, outcome, item.why, "", None, None)
    return examine(item, criteria)


def examine_apart(item: Item, criteria: Criteria) -> Examined:
    """Examines one page in a process that may die of it."""
    with _new_pool(1) as pool:
        try:
            return pool.submit(_examine_one, item, criteria).result()
        except BrokenProcessPool:
            what = item.url or item.key if isinstance(item, Arrival) else item.what
            reason = "reading this page crashed the reader; it was left out"
            return Examined(item.key, what, Outcome.UNREADABLE, reason, "", None, None)
