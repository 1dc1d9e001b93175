"""privascope add: add policies to the library."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption, SchedulerOption

if TYPE_CHECKING:
    from privascope.collect.intake import Taken

# Items shown one by one before only a counter is shown.
_SHOWN = 20


def command(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...",
            help="A URL, a domain, a file, a folder, a list of URLs, of companies or of top sites, "
            "a WARC file, a Common Crawl CDX result, an Open Terms Archive repository, or JSON "
            "Lines.",
        ),
    ],
    library: LibraryOption,
    language: Annotated[
        str, typer.Option(help="Languages to keep: ISO codes, separated by commas.")
    ] = "en",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Keep every readable page, policy or not.")
    ] = False,
    candidates: Annotated[
        bool,
        typer.Option(
            "--candidates",
            help="In WARC and CDX files, take only addresses that contain 'privacy', or both "
            "'data' and 'protection'.",
        ),
    ] = False,
    newest: Annotated[
        bool,
        typer.Option("--newest", help="In a CDX file, take only the newest page of each address."),
    ] = False,
    recrawl: Annotated[
        bool,
        typer.Option(
            "--recrawl",
            help="Fetch the addresses of a CDX file from the web, not from the archive.",
        ),
    ] = False,
    apps: Annotated[
        bool,
        typer.Option(
            "--apps",
            help="The sources are apps, or lists of them: package names, App Store ids or "
            "addresses of listings.",
        ),
    ] = False,
    all_types: Annotated[
        bool,
        typer.Option("--all-types", help="In an Open Terms Archive, take every type of document."),
    ] = False,
    warc_folder: Annotated[
        Path | None, typer.Option(help="The folder of the WARC files that a CDX file names.")
    ] = None,
    check_addresses: Annotated[
        bool,
        typer.Option(
            "--check-addresses",
            help="Afterwards, check that each address still answers and its site links to it.",
        ),
    ] = False,
    workers: Annotated[
        int, typer.Option(min=0, help="Processes that read pages; 0 means all cores.")
    ] = 0,
    scheduler: SchedulerOption = "",
    delay: Annotated[
        float, typer.Option(min=0.0, help="Seconds between two requests to a host.")
    ] = 1.0,
    contact: Annotated[
        str, typer.Option(help="A contact address for site owners, sent with each request.")
    ] = "",
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A private host that may be fetched, for tests.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Add policies to the library: read, judge, clean, de-duplicate and store them."""
    from privascope import api
    from privascope.cli.printing import print_json
    from privascope.collect.outcome import KEPT

    with (
        api.open(library, create=True, allow_hosts=allow_host or ()) as opened,
        _Report() as report,
    ):
        added = opened.add(
            *sources,
            language=language,
            anyway=anyway,
            candidates=candidates,
            newest=newest,
            recrawl=recrawl,
            apps=apps,
            all_types=all_types,
            warc_folder=warc_folder,
            check_addresses=check_addresses,
            workers=workers,
            scheduler=scheduler,
            delay=delay,
            contact=contact,
            report=report.note,
        )
    if as_json:
        print_json(added)
    else:
        report.summarise(library, added.policies)
    if report.counts and not any(report.counts[outcome] for outcome in KEPT):
        raise typer.Exit(1)


class _Report:
    """Shows the progress on standard error: lines for a few items, a counter for many."""

    def __init__(self) -> None:
        from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        from privascope.cli.printing import err
        from privascope.collect.outcome import Outcome

        self.counts: Counter[Outcome] = Counter()
        self._lines = 0
        self._console = err()
        self._progress = Progress(
            TextColumn("{task.description}"),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._progress.add_task("pages read", total=None, speed="")

    def __enter__(self) -> "_Report":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def note(self, taken: "Taken") -> None:
        """Counts one item, and shows it while there are few."""
        from privascope.cli.printing import safe

        self.counts[taken.outcome] += 1
        speed = self._progress.tasks[self._task].speed
        self._progress.update(self._task, advance=1, speed=f"{speed:.0f}/s" if speed else "")
        if self._lines < _SHOWN:
            policy = f" [{taken.policy_id[:8]}]" if taken.policy_id else ""
            reason = f" — {safe(taken.reason)}" if taken.reason else ""
            self._progress.console.print(f"{taken.outcome}: {safe(taken.what)}{policy}{reason}")
        elif self._lines == _SHOWN:
            self._progress.console.print("… (`privascope funnel --why` lists all of them)")
        self._lines += 1

    def summarise(self, library: Path, policies: int) -> None:
        """The outcomes of all items."""
        from privascope.collect.outcome import counted

        if self.counts.total() > 1:
            outcomes = ", ".join(
                counted(name, number) for name, number in self.counts.most_common()
            )
            self._console.print(f"{self.counts.total():,} items: {outcomes}.")
        noun = "policy" if policies == 1 else "policies"
        self._console.print(f"The library {library} has {policies:,} {noun}.")
