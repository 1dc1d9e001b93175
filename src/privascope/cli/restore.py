"""privascope restore: a library from a copy."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    backup: Annotated[Path, typer.Argument(help="The folder that `privascope backup` made.")],
    library: LibraryOption,
    as_json: JsonOption = False,
) -> None:
    """Make a library of a copy, where there is none, and its index anew."""
    from privascope.cli.printing import err, print_json
    from privascope.library.backup import restore

    copied = restore(backup, library)
    if as_json:
        print_json(copied)
    else:
        err().print(f"{library} holds what {backup} held: {copied.policies:,} policies.")
