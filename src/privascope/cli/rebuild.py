"""privascope rebuild: build the index again."""

from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    library: LibraryOption,
    engine: Annotated[
        str, typer.Option(help="Use this text engine from now on.", show_default="unchanged")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Build the text index again from the store; searches use the old one until it is done."""
    from privascope.cli.printing import err, print_json
    from privascope.library.connection import open_reader
    from privascope.library.index import rebuild
    from privascope.library.settings import write_engine
    from privascope.library.writer import LibraryWriter

    open_reader(library).close()
    with LibraryWriter(library) as writer:
        if engine:
            write_engine(writer, engine)
        versions = rebuild(writer)
    if as_json:
        print_json({"versions": versions})
    else:
        err().print(f"Rebuilt the index of {library}: {versions:,} versions.")
