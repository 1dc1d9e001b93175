"""privascope export: the library as a file."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    file: Annotated[Path, typer.Argument(help="Where to write: .jsonl, .csv or .parquet.")],
    library: LibraryOption,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Past versions too, a row each.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the library to a JSON Lines, CSV or Parquet file."""
    from privascope.cli.printing import err, print_json
    from privascope.library.export import FORMS, export_library
    from privascope.library.store import Library

    form = file.suffix.lstrip(".").lower()
    if form not in FORMS:
        raise typer.BadParameter(f"{file.name} should end in {', '.join(f'.{f}' for f in FORMS)}")
    with Library(library) as shelf:
        count = export_library(shelf, file, form, all_versions=all_versions)
    if as_json:
        print_json({"rows": count, "file": str(file)})
    else:
        err().print(f"{count} rows written to {file}.")
