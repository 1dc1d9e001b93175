"""The runs of `add`, and the outcome of each item in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from privascope.library.store import Library
from privascope.library.writer import LibraryWriter


@dataclass(frozen=True, slots=True)
class RunItem:
    """An item of a run: `outcome` is the name of its outcome, `what` how users know it."""

    key: str
    what: str
    outcome: str
    reason: str
    language: str
    probability: float | None
    policy_id: str | None


def open_run(library: LibraryWriter, source: str) -> int:
    """The unfinished run over this source, else a new one."""
    unfinished = library.row("SELECT id FROM run WHERE source = ? AND finished_at IS NULL", source)
    if unfinished:
        return int(unfinished["id"])
    with library.transaction():
        library.write("INSERT INTO run (source, started_at) VALUES (?, ?)", source, _now())
    row = library.row("SELECT max(id) AS id FROM run")
    assert row is not None
    return int(row["id"])


def finish_run(library: LibraryWriter, run: int) -> None:
    """Notes that a run has taken in everything its source holds."""
    with library.transaction():
        library.write("UPDATE run SET finished_at = ? WHERE id = ?", _now(), run)


def has_item(library: Library, run: int, key: str) -> bool:
    """Whether a run has processed an item already."""
    return library.row("SELECT 1 FROM item WHERE run_id = ? AND key = ?", run, key) is not None


def note_item(library: LibraryWriter, run: int, item: RunItem) -> None:
    """Stores the outcome of an item."""
    library.write(
        "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        run,
        item.key,
        item.what,
        item.outcome,
        item.reason,
        item.language,
        item.probability,
        item.policy_id,
    )


def last_finished(library: Library) -> date | None:
    """The day on which a run was last finished."""
    row = library.row("SELECT max(finished_at) AS at FROM run")
    return date.fromisoformat(row["at"][:10]) if row and row["at"] else None


@dataclass(frozen=True, slots=True)
class RunCounts:
    """One run, or all runs together, in numbers; outcomes and languages by their names."""

    runs: int
    unfinished: int
    outcomes: dict[str, int]
    languages_left: dict[str, int]
    probability_bins: tuple[int, ...]


def count_runs(library: Library, run: int | None, language_outcome: str, bins: int) -> RunCounts:
    """The numbers of one run, or of all.

    `languages_left` counts the items with the outcome `language_outcome`, by language.
    """
    where, values = ("run_id = ?", (run,)) if run is not None else ("TRUE", ())
    runs = library.row(
        "SELECT count(*) AS n, sum(finished_at IS NULL) AS unfinished FROM run"
        + (" WHERE id = ?" if run is not None else ""),
        *values,
    )
    outcomes = library.rows(
        f"SELECT outcome, count(*) AS n FROM item WHERE {where} GROUP BY outcome", *values
    )
    languages = library.rows(
        f"SELECT language, count(*) AS n FROM item WHERE {where} AND outcome = ? "
        "GROUP BY language ORDER BY n DESC",
        *values,
        language_outcome,
    )
    likely = library.rows(
        f"SELECT min(cast(probability * {bins} AS INTEGER), {bins - 1}) AS bin, count(*) AS n "
        f"FROM item WHERE {where} AND probability IS NOT NULL GROUP BY bin",
        *values,
    )
    by_bin = {row["bin"]: row["n"] for row in likely}
    return RunCounts(
        runs=int(runs["n"]) if runs else 0,
        unfinished=int(runs["unfinished"] or 0) if runs else 0,
        outcomes={row["outcome"]: int(row["n"]) for row in outcomes},
        languages_left={row["language"]: row["n"] for row in languages},
        probability_bins=tuple(by_bin.get(at, 0) for at in range(bins)),
    )


def items_without(library: Library, outcomes: frozenset[str], run: int | None) -> Iterator[RunItem]:
    """The items of one run, or of all, that had none of these outcomes, in order of their keys."""
    places = ", ".join("?" * len(outcomes))
    of_run, values = ("AND run_id = ?", (run,)) if run is not None else ("", ())
    for row in library.rows(
        "SELECT key, what, outcome, reason, language, probability, policy_id FROM item "
        f"WHERE outcome NOT IN ({places}) {of_run} ORDER BY run_id, key",
        *sorted(outcomes),
        *values,
    ):
        yield RunItem(**dict(row))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
