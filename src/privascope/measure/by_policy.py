"""Judges the product policy by policy, in several processes, with models that did not see it."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from privascope.collect.workers import end_with_parent
from privascope.data.rows import read_ids
from privascope.errors import DataError, PrivascopeError
from privascope.measure.model_folds import (
    SHIPPED,
    Fold,
    fold_of_each,
    put_in_place,
    read_folds,
)
from privascope.measure.unseen import find_seen, refuse_seen

PROCESSES = 2
# So many policies are handed out ahead for each process.
_AHEAD = 2


class OfPolicy(Protocol):
    """What is judged: something of one policy."""

    @property
    def id(self) -> str:
        """The policy's id."""
        ...


T = TypeVar("T", bound=OfPolicy)
R = TypeVar("R")


class Follow(Protocol):
    """Goes through results and shows how far it is of so many."""

    def __call__(self, results: Iterable[R], total: int, /) -> Iterable[R]:
        """The same results."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """Which policies are judged, by which models, and by how many processes.

    `only` is a file of ids, `limit` a number of policies, `models` a folder of folds. With `unseen`
    the policies that a model was trained on are left out, otherwise they are refused.
    """

    only: Path | None = None
    limit: int | None = None
    models: Path | None = None
    unseen: bool = False
    processes: int = PROCESSES


@dataclass(frozen=True, slots=True)
class Chosen(Generic[T]):
    """The policies that are judged, each with its fold, and how many were left out as seen."""

    policies: tuple[tuple[T, Fold], ...]
    left_out: int

    @property
    def about(self) -> dict[str, object]:
        """What a report says of the choice."""
        folds = {fold.name: fold for _, fold in self.policies if fold is not SHIPPED}
        about: dict[str, object] = {"policies": len(self.policies)}
        if self.left_out:
            about["left_out_as_seen"] = self.left_out
        if folds:
            about["models"] = {name: sorted(folds[name].models) for name in sorted(folds)}
        return about


def choose(policies: Iterable[T], choice: Choice, *, by_labels: bool = False) -> Chosen[T]:
    """The policies to judge; DataError where a model was trained on some, or none is left."""
    listed = read_ids(choice.only) if choice.only else None
    kept = [policy for policy in policies if listed is None or policy.id in listed]
    if not kept:
        where = f"of those that {choice.only} lists " if choice.only else ""
        raise DataError(f"the data holds no policy {where}to judge")
    if not choice.unseen:
        kept = kept[: choice.limit]
    ids = [policy.id for policy in kept]
    fold_of = (
        fold_of_each(ids, read_folds(choice.models))
        if choice.models
        else dict.fromkeys(ids, SHIPPED)
    )
    seen = find_seen(fold_of, by_labels=by_labels)
    if not choice.unseen:
        refuse_seen(seen, len(kept))
    fresh = [policy for policy in kept if policy.id not in seen]
    if not fresh:
        raise DataError("the models were trained on every policy of the data: none is left")
    return Chosen(tuple((one, fold_of[one.id]) for one in fresh[: choice.limit]), len(seen))


def judge_all(
    chosen: Chosen[T], judge: Callable[[T], R], choice: Choice, follow: Follow
) -> list[R]:
    """What `judge` says of each policy, in the order of the data."""
    by_fold = sorted(enumerate(chosen.policies), key=lambda entry: (entry[1][1].name, entry[0]))

    def results() -> Iterator[tuple[int, R]]:
        for _, entries in groupby(by_fold, key=lambda entry: entry[1][1].name):
            own = list(entries)
            fold = own[0][1][1]
            policies = [policy for _, (policy, _) in own]
            yield from zip(
                (number for number, _ in own),
                _judged(policies, judge, fold, choice.processes),
                strict=True,
            )

    found = dict(follow(results(), len(chosen.policies)))
    return [found[number] for number in range(len(chosen.policies))]


def _judged(
    policies: Sequence[T], judge: Callable[[T], R], fold: Fold, processes: int
) -> Iterator[R]:
    # Models that are loaded stay, so that each fold needs processes of its own.
    if processes == 1 and fold is SHIPPED:
        yield from map(judge, policies)
        return
    pool = ProcessPoolExecutor(
        processes, get_context("spawn"), _begin, (os.getpid(), fold, processes)
    )
    waiting: deque[Future[R]] = deque()
    try:
        for policy in policies:
            waiting.append(pool.submit(judge, policy))
            if len(waiting) > _AHEAD * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise PrivascopeError(
            "a process that judges policies ended before its time; "
            "is there memory left? --processes 1 needs the least"
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(parent: int, fold: Fold, processes: int) -> None:
    """What a process does first: it uses a core of its own, and a fold's models."""
    end_with_parent(parent)
    if processes > 1:
        os.environ["OMP_NUM_THREADS"] = "1"
    put_in_place(fold)


def in_silence(results: Iterable[R], total: int, /) -> Iterable[R]:
    """The results, without a word about how far it is."""
    del total
    return results
