"""Brings sources into a library: examine on all cores, write in one place, resume after a kill."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from privascope.collect.arrival import Arrival, FetchingSource, PageSource, Refusal
from privascope.collect.duplicates import settle
from privascope.collect.examine import Criteria, Examined
from privascope.collect.indexing import Indexing
from privascope.collect.outcome import Outcome
from privascope.collect.workers import examine_all
from privascope.library.writer import LibraryWriter, Stored

# What is written together; reported as stored only after that.
_BATCH_ITEMS = 64
_BATCH_SECONDS = 1.0

_OUTCOMES = {
    Stored.NEW: Outcome.NEW,
    Stored.VERSION: Outcome.VERSION,
    Stored.UNCHANGED: Outcome.UNCHANGED,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """One item that is through the funnel and safely on disk."""

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

    def take(self, source: PageSource) -> int:
        """Takes in everything the source holds that an unfinished run has not; returns the run."""
        run = self._run(source.name)
        batch: list[Examined] = []
        last = time.monotonic()
        # The web is slower than one core; its pages are taken in one by one as they come.
        workers = 1 if isinstance(source, FetchingSource) else self.workers
        indexing = Indexing(self.library, beside=workers > 1)
        for examined in examine_all(self._untaken(run, source), self.criteria, workers):
            batch.append(examined)
            if len(batch) >= _BATCH_ITEMS or time.monotonic() - last > _BATCH_SECONDS:
                self._write(run, source.name, batch)
                indexing.note(len(batch))
                batch = []
                last = time.monotonic()
        self._write(run, source.name, batch)
        with self.library.transaction():
            self.library.write("UPDATE run SET finished_at = ? WHERE id = ?", _now(), run)
        indexing.finish()
        return run

    def _run(self, source: str) -> int:
        """The unfinished run over this source, else a new one."""
        open_run = self.library.row(
            "SELECT id FROM run WHERE source = ? AND finished_at IS NULL", source
        )
        if open_run:
            return int(open_run["id"])
        with self.library.transaction():
            self.library.write("INSERT INTO run (source, started_at) VALUES (?, ?)", source, _now())
        row = self.library.row("SELECT max(id) AS id FROM run")
        assert row is not None
        return int(row["id"])

    def _untaken(self, run: int, source: PageSource) -> Iterator[Arrival | Refusal]:
        def is_taken(key: str) -> bool:
            sql = "SELECT 1 FROM item WHERE run_id = ? AND key = ?"
            return self.library.row(sql, run, key) is not None

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
                self.library.write(
                    "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    run,
                    examined.key,
                    examined.what,
                    result.outcome.name,
                    result.reason,
                    examined.language,
                    examined.probability,
                    result.policy_id,
                )
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
        if stored is not Stored.UNCHANGED and self._is_current(policy_id, page.derived.text_hash):
            self.library.set_signature(policy_id, page.signature_method, page.signature, page.bands)
            outcome = settle(self.library, policy_id) or outcome
        return Taken(examined.what, outcome, "", policy_id)

    def _is_current(self, policy_id: str, text_hash: bytes) -> bool:
        """Whether the text just stored is the policy's current one, not one of its past."""
        row = self.library.row(
            "SELECT d.text_hash FROM policy p JOIN derived d ON d.version_id = p.current_version "
            "WHERE p.id = ?",
            policy_id,
        )
        return row is not None and row["text_hash"] == text_hash


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
