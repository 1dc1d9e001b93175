"""The funnel: how many pages reached each stage, read from the library."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from privascope.collect.outcome import KEPT, STAGES, Outcome
from privascope.library.addresses import count_verifications
from privascope.library.runs import count_runs, items_without
from privascope.library.store import Library

BINS = 20


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the funnel: how many pages passed it, and why the others were rejected."""

    name: str
    came: int
    passed: int
    left: dict[str, int]


@dataclass(frozen=True, slots=True)
class Funnel:
    """The path of all items of some runs through the stages."""

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
    counts = count_runs(library, run, Outcome.LANGUAGE.name, BINS)
    outcomes = Counter({Outcome[name]: count for name, count in counts.outcomes.items()})
    came = arrived = sum(outcomes.values())
    stages = []
    for name, leaving in STAGES:
        left = {str(outcome): outcomes[outcome] for outcome in leaving if outcomes[outcome]}
        passed = came - sum(left.values())
        stages.append(Stage(name, came, passed, left))
        came = passed
    return Funnel(
        runs=counts.runs,
        unfinished=counts.unfinished,
        arrived=arrived,
        stages=tuple(stages),
        kept={str(o): outcomes[o] for o in Outcome if o in KEPT and outcomes[o]},
        languages=counts.languages_left,
        verification=count_verifications(library),
        probability_bins=counts.probability_bins,
    )


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """An item that was rejected, and why."""

    what: str
    outcome: str
    reason: str
    probability: float | None


def turned_away(library: Library, run: int | None = None) -> Iterator[TurnedAway]:
    """Every item that was not kept, in the order of its key."""
    kept = frozenset(outcome.name for outcome in KEPT)
    for item in items_without(library, kept, run):
        yield TurnedAway(item.what, str(Outcome[item.outcome]), item.reason, item.probability)
