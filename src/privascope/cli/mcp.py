"""privascope mcp: the library for software agents, over standard input and output."""

from typing import Annotated

import typer

from privascope.cli.options import LibraryOption


def command(
    library: LibraryOption,
    add: Annotated[
        bool, typer.Option("--add", help="Let agents fetch policies and store them.")
    ] = False,
) -> None:
    """Answer software agents over the Model Context Protocol, by standard input and output.

    `privascope serve --agents` answers them over HTTP.
    """
    from privascope.serve.agents.server import make_server
    from privascope.serve.shelf import Shelf

    make_server(Shelf(library), may_add=add).run("stdio")
