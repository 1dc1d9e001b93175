"""Finds what is missing of a library's versions, here or on the workers of a scheduler."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from privascope.collect.scheduler import Scheduler
from privascope.library.enrich import enrich
from privascope.library.index import catch_up
from privascope.library.practices import enrich_practices
from privascope.library.writer import LibraryWriter


def enrich_library(
    folder: Path, scheduler: str = "", report: Callable[[str], None] | None = None
) -> int:
    """How many versions lacked something; `report` hears "traits" or "practices" for each."""
    found: set[str] = set()
    with (
        LibraryWriter(folder) as writer,
        Scheduler(scheduler) if scheduler else nullcontext() as (machines),
    ):
        mapped = machines.map if machines else map
        try:
            for kind, versions in (
                ("traits", enrich(writer, mapped)),
                ("practices", enrich_practices(writer, mapped)),
            ):
                for version in versions:
                    found.add(version)
                    if report is not None:
                        report(kind)
        finally:
            catch_up(writer)
    return len(found)
