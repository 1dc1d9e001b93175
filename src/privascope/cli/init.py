"""privascope init: an empty library."""

from typing import Annotated

import typer

from privascope.cli.options import AddressOption, IndexOption, JsonOption, LibraryOption


def command(
    library: LibraryOption,
    engine: Annotated[
        str, typer.Option(help="tantivy in the library's folder, or opensearch on a cluster.")
    ] = "tantivy",
    address: AddressOption = "",
    index: IndexOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make an empty library, and say which text engine it uses; `add` makes one with tantivy."""
    from privascope.cli.printing import err, print_json
    from privascope.library.index import make_library

    place = make_library(library, engine, address, index)
    where = f", as {place.index} at {place.address}" if place.address else ""
    if as_json:
        print_json(
            {
                "library": str(library),
                "engine": place.engine,
                "address": place.address,
                "index": place.index if place.address else "",
            }
        )
    else:
        err().print(f"The library {library} is ready. Its index is by {place.engine}{where}.")
