"""privascope rebuild: build the index again."""

from privascope.cli.options import (
    AddressOption,
    EngineOption,
    IndexOption,
    JsonOption,
    LibraryOption,
)


def command(
    library: LibraryOption,
    engine: EngineOption = "",
    address: AddressOption = "",
    index: IndexOption = "",
    as_json: JsonOption = False,
) -> None:
    """Build the text index again from the store; searches use the old one until it is done.

    With another engine it is built next to the old one, which stays as it is.
    """
    from privascope.cli.printing import err, print_json
    from privascope.library.connection import open_reader
    from privascope.library.index import move_index, rebuild
    from privascope.library.settings import chosen_place, read_engine
    from privascope.library.writer import LibraryWriter

    open_reader(library).close()
    with LibraryWriter(library) as writer:
        if engine or address or index:
            name = engine or read_engine(writer).engine
            versions = move_index(writer, chosen_place(writer, name, address, index))
        else:
            versions = rebuild(writer)
    if as_json:
        print_json({"versions": versions})
    else:
        err().print(f"Rebuilt the index of {library}: {versions:,} versions.")
