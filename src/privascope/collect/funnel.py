"""What came and went at each stage, read back from the library."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from privascope.collect.outcome import KEPT, STAGES, Outcome
from privascope.library.store import Library

BINS = 20


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the funnel: how many came, how many went on, and why the others left."""

    name: str
    came: int
    passed: int
    left: dict[str, int]


@dataclass(frozen=True, slots=True)
class Funnel:
    """The way of all items of some runs through the stages."""

    runs: int
    unfinished: int
    arrived: int
    stages: tuple[Stage, ...]
    kept: dict[str, int]
    languages: dict[str, int]
    verification: dict[str, int]
    probability_bins: tuple[int, ...]


def read_funnel(library: Library, run: int | None = None) -> Funnel:
    """The funnel of one run, or of all runs together."""
    where, values = ("WHERE run_id = ?", (run,)) if run is not None else ("", ())
    outcomes = Counter(
        {
            Outcome[row["outcome"]]: int(row["n"])
            for row in library.rows(
                f"SELECT outcome, count(*) AS n FROM item {where} GROUP BY outcome", *values
            )
        }
    )
    runs = library.row(
        "SELECT count(*) AS n, sum(finished_at IS NULL) AS unfinished FROM run"
        + (" WHERE id = ?" if run is not None else ""),
        *values,
    )
    left_at_language = f"{where} {'AND' if where else 'WHERE'} outcome = 'LANGUAGE'"
    came = arrived = sum(outcomes.values())
    stages = []
    for name, leaving in STAGES:
        left = {str(outcome): outcomes[outcome] for outcome in leaving if outcomes[outcome]}
        passed = came - sum(left.values())
        stages.append(Stage(name, came, passed, left))
        came = passed
    return Funnel(
        runs=int(runs["n"]) if runs else 0,
        unfinished=int(runs["unfinished"] or 0) if runs else 0,
        arrived=arrived,
        stages=tuple(stages),
        kept={str(o): outcomes[o] for o in Outcome if o in KEPT and outcomes[o]},
        languages={
            row["language"]: row["n"]
            for row in library.rows(
                f"SELECT language, count(*) AS n FROM item {left_at_language} "
                "GROUP BY language ORDER BY n DESC",
                *values,
            )
        },
        verification={
            row["verification"]: row["n"]
            for row in library.rows(
                "SELECT verification, count(*) AS n FROM address GROUP BY verification"
            )
        },
        probability_bins=_bins(library, where, values),
    )


def _bins(library: Library, where: str, values: tuple[int, ...]) -> tuple[int, ...]:
    bins = [0] * BINS
    condition = f"{where} {'AND' if where else 'WHERE'} probability IS NOT NULL"
    for row in library.rows(
        f"SELECT min(cast(probability * {BINS} AS INTEGER), {BINS - 1}) AS bin, count(*) AS n "
        f"FROM item {condition} GROUP BY bin",
        *values,
    ):
        bins[row["bin"]] = row["n"]
    return tuple(bins)


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """An item that did not go on, and why."""

    what: str
    outcome: str
    reason: str
    probability: float | None


def turned_away(library: Library, run: int | None = None) -> Iterator[TurnedAway]:
    """Every item that was not kept, in the order of its key."""
    kept = ", ".join(f"'{outcome.name}'" for outcome in KEPT)
    where, values = ("AND run_id = ?", (run,)) if run is not None else ("", ())
    for row in library.rows(
        f"SELECT what, outcome, reason, probability FROM item "
        f"WHERE outcome NOT IN ({kept}) {where} ORDER BY run_id, key",
        *values,
    ):
        yield TurnedAway(
            row["what"], str(Outcome[row["outcome"]]), row["reason"], row["probability"]
        )
