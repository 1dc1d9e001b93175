"""Adds everything in some sources to a library, as `privascope add` does."""

import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from privascope.collect.address_check import check_addresses as check
from privascope.collect.app_listings import AppListings
from privascope.collect.arrival import PageSource
from privascope.collect.examine import Criteria
from privascope.collect.intake import Intake, Taken
from privascope.collect.many_sites import CompanySites
from privascope.collect.outcome import Outcome
from privascope.collect.scheduler import Scheduler
from privascope.collect.sources import open_source
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from privascope.typed_result import TypedResult

if TYPE_CHECKING:
    from privascope.collect.fetch import Fetcher


@dataclass(frozen=True, slots=True)
class Added(TypedResult):
    """How many items had each outcome, such as `new` or `not_policy`.

    `addresses` counts the states of the addresses that were checked, `runs` are the numbers of the
    runs in the funnel, `policies` is how many the library holds now.
    """

    outcomes: dict[str, int]
    addresses: dict[str, int]
    runs: tuple[int, ...]
    policies: int


def add_sources(
    folder: Path,
    sources: Iterable[str],
    fetcher: "Fetcher",
    criteria: Criteria,
    *,
    candidates: bool = False,
    newest: bool = False,
    recrawl: bool = False,
    apps: bool = False,
    all_types: bool = False,
    warc_folder: Path | None = None,
    check_addresses: bool = False,
    workers: int = 1,
    scheduler: str = "",
    report: Callable[[Taken], None] | None = None,
) -> Added:
    """Reads the sources and keeps the policies in them; `report` hears of each item once stored.

    With the address of a `scheduler` its workers read them.
    """
    counts: Counter[Outcome] = Counter()

    def note(taken: Taken) -> None:
        counts[taken.outcome] += 1
        if report is not None:
            report(taken)

    with LibraryWriter(folder) as writer:
        # Every source is opened before any is read, so that a typing error costs nothing.
        opened = [
            open_source(
                source,
                fetcher=fetcher,
                validators=writer.validators,
                candidates_only=candidates,
                newest_only=newest,
                recrawl=recrawl,
                apps=apps,
                all_types=all_types,
                warc_folder=warc_folder,
            )
            for source in sources
        ]
        with Scheduler(scheduler) if scheduler else nullcontext() as machines:
            intake = Intake(
                writer, criteria, workers or os.cpu_count() or 1, note, scheduler=machines
            )
            runs = tuple(_take(intake, source) for source in opened)
        states = (
            Counter(str(result.state) for result in check(writer, fetcher))
            if check_addresses
            else {}
        )
        return Added(
            outcomes={one.name.lower(): counts[one] for one in Outcome if counts[one]},
            addresses=dict(states),
            runs=runs,
            policies=writer.count(),
        )


def _take(intake: Intake, source: PageSource) -> int:
    """Takes in a source, and what it knows of the companies behind the sites."""
    writer = intake.library
    if isinstance(source, CompanySites):
        with writer.transaction():
            writer.set_companies(source.companies())
    run = intake.take(source)
    if isinstance(source, AppListings):
        with writer.transaction():
            # Another list may know more of a company than its app's category.
            new = [one for one in source.companies.values() if not writer.company(one.domain)]
            writer.set_companies(new)
        catch_up(writer)
    return run
