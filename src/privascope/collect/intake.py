"""Takes sources into a library: examines on all cores, one writer, resumes after a kill."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from privascope.collect.arrival import (
    Arrival,
    FetchingSource,
    IsTaken,
    PageSource,
    PiecewiseSource,
    Refusal,
)
from privascope.collect.duplicates import settle
from privascope.collect.examine import Criteria, Examined
from privascope.collect.indexing import Indexing
from privascope.collect.outcome import Outcome
from privascope.collect.pieces import ExaminePiece, pieces_of
from privascope.collect.scheduler import Scheduler
from privascope.collect.workers import examine_all
from privascope.library.runs import RunItem, finish_run, has_item, note_item, open_run
from privascope.library.writer import LibraryWriter, Stored

# Items that are written together; they are reported as stored only after that.
_BATCH_ITEMS = 64
_BATCH_SECONDS = 1.0

_OUTCOMES = {
    Stored.NEW: Outcome.NEW,
    Stored.VERSION: Outcome.VERSION,
    Stored.UNCHANGED: Outcome.UNCHANGED,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """One item that has passed the funnel and is safely on disk."""

    what: str
    outcome: Outcome
    reason: str
    policy_id: str | None


@dataclass(slots=True)
class Intake:
    """One run of `add` over one source."""

    library: LibraryWriter
    criteria: Criteria
    workers: int
    report: Callable[[Taken], None]
    costs: dict[str, float] = field(default_factory=dict)
    scheduler: Scheduler | None = None

    def take(self, source: PageSource) -> int:
        """Takes in everything in the source that an unfinished run has not; returns the run."""
        run = open_run(self.library, source.name)
        batch: list[Examined] = []
        last = time.monotonic()
        # The web is slower than one core; its pages are taken in one by one as they come.
        workers = 1 if isinstance(source, FetchingSource) else self.workers
        indexing = Indexing(self.library, beside=workers > 1 or self.scheduler is not None)
        for examined in self._examined(run, source, workers):
            batch.append(examined)
            if len(batch) >= _BATCH_ITEMS or time.monotonic() - last > _BATCH_SECONDS:
                self._write(run, source.name, batch)
                indexing.note(len(batch))
                batch = []
                last = time.monotonic()
        self._write(run, source.name, batch)
        finish_run(self.library, run)
        indexing.finish()
        return run

    def _examined(self, run: int, source: PageSource, workers: int) -> Iterator[Examined]:
        """Every item that was not taken yet, examined here or on other machines."""

        def is_taken(key: str) -> bool:
            return has_item(self.library, run, key)

        items = self._untaken(source, is_taken)
        fetching = isinstance(source, FetchingSource) and not isinstance(source, PiecewiseSource)
        if self.scheduler is None or fetching:
            yield from examine_all(items, self.criteria, workers)
            return
        examine = ExaminePiece(self.criteria)
        pieces = pieces_of(source, items, is_taken)
        for found in self.scheduler.map(examine, pieces, examine.apart):
            yield from found

    def _untaken(self, source: PageSource, is_taken: IsTaken) -> Iterator[Arrival | Refusal]:
        if isinstance(source, FetchingSource):
            source.leave_out(is_taken)
        return (item for item in source.arrivals() if not is_taken(item.key))

    def _write(self, run: int, source: str, batch: Iterable[Examined]) -> None:
        taken: list[Taken] = []
        start = time.process_time()
        with self.library.transaction():
            for examined in batch:
                result = self._write_one(examined, source)
                taken.append(result)
                item = RunItem(
                    key=examined.key,
                    what=examined.what,
                    outcome=result.outcome.name,
                    reason=result.reason,
                    language=examined.language,
                    probability=examined.probability,
                    policy_id=result.policy_id,
                )
                note_item(self.library, run, item)
                for stage, seconds in examined.costs.items():
                    self.costs[stage] = self.costs.get(stage, 0.0) + seconds
        self.costs["store"] = self.costs.get("store", 0.0) + time.process_time() - start
        for result in taken:
            self.report(result)

    def _write_one(self, examined: Examined, source: str) -> Taken:
        page = examined.candidate
        if page is None:
            assert examined.outcome is not None
            seen = None
            if examined.outcome is Outcome.UNCHANGED:
                seen = self.library.saw_again(examined.key, source)
            return Taken(examined.what, examined.outcome, examined.reason, seen)
        policy_id, stored = self.library.store(page)
        outcome = _OUTCOMES[stored]
        is_new = stored is not Stored.UNCHANGED
        if is_new and self.library.has_current_text(policy_id, page.derived.text_hash):
            self.library.set_signature(policy_id, page.signature_method, page.signature, page.bands)
            outcome = settle(self.library, policy_id) or outcome
        return Taken(examined.what, outcome, "", policy_id)
