"""privascope enrich: compute missing traits of the policies."""

from collections import Counter

from privascope.cli.options import JsonOption, LibraryOption, SchedulerOption


def command(
    library: LibraryOption, scheduler: SchedulerOption = "", as_json: JsonOption = False
) -> None:
    """Compute traits that are missing or were made by an older method; can be interrupted."""
    from rich.progress import Progress

    from privascope import api
    from privascope.cli.printing import err, print_json
    from privascope.library.practices import count_lacking

    counts: Counter[str] = Counter()
    with api.open(library) as opened, Progress(console=err()) as progress:
        tasks = {
            "traits": progress.add_task("Computing traits", total=None),
            "practices": progress.add_task("Finding practices", total=count_lacking(opened.store)),
        }

        def note(kind: str) -> None:
            counts[kind] += 1
            progress.advance(tasks[kind])

        opened.enrich(scheduler=scheduler, report=note)
    if as_json:
        print_json({"versions": counts["traits"], "practices": counts["practices"]})
    else:
        err().print(_summary(counts["traits"], counts["practices"]))


def _summary(traits: int, practices: int) -> str:
    if not traits and not practices:
        return "All versions are analysed already."
    lines = [f"Analysed {_versions(practices)}."] if practices else []
    return " ".join([*lines, f"Updated the traits of {_versions(traits)}."] if traits else lines)


def _versions(number: int) -> str:
    return f"{number:,} version" if number == 1 else f"{number:,} versions"
