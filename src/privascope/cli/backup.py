"""privascope backup: a read-only copy of the library."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    folder: Annotated[
        Path, typer.Argument(help="The folder of the copy; one made before is brought up to date.")
    ],
    library: LibraryOption,
    as_json: JsonOption = False,
) -> None:
    """Copy the library while it is in use; the copy can be served, and restored from."""
    from privascope.cli.printing import err, print_json
    from privascope.library.backup import back_up
    from privascope.library.store import Library

    with Library(library) as opened:
        copied = back_up(opened, folder)
    if as_json:
        print_json(copied)
    else:
        err().print(f"{folder} is a copy of {library}: {copied.policies:,} policies.")
