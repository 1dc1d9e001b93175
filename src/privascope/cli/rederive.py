"""privascope rederive: read the stored pages again with today's extractor."""

from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    library: LibraryOption,
    everything: Annotated[
        bool,
        typer.Option(
            "--all", help="Extract every text again, not only those from an older method."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Extract texts again from the stored pages; this changes no policy's history."""
    from rich.progress import track

    from privascope.cli.printing import err, print_json
    from privascope.library.connection import open_reader
    from privascope.library.index import catch_up
    from privascope.library.rederive import rederive
    from privascope.library.writer import LibraryWriter

    open_reader(library).close()
    with LibraryWriter(library) as writer:
        derived = rederive(writer, everything=everything)
        results = list(track(derived, "Reading again", console=err()))
        catch_up(writer)
    changed = sum(result.changed for result in results)
    problems = [result for result in results if result.problem]
    if as_json:
        print_json({"derived": len(results), "changed": changed, "problems": problems})
        return
    err().print(f"Extracted {len(results):,} texts again; {changed:,} of them changed.")
    for result in problems:
        err().print(f"{result.version_id}: kept its old text: {result.problem}")
