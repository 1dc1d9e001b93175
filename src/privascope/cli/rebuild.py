"""privascope rebuild: make the index anew."""

from privascope.cli.options import JsonOption, LibraryOption


def command(library: LibraryOption, as_json: JsonOption = False) -> None:
    """Make the text index anew from the store; searches use the old one until it is done."""
    from privascope.cli.printing import err, print_json
    from privascope.library.connection import open_reader
    from privascope.library.index import rebuild
    from privascope.library.writer import LibraryWriter

    open_reader(library).close()
    with LibraryWriter(library) as writer:
        versions = rebuild(writer)
    if as_json:
        print_json({"versions": versions})
    else:
        err().print(f"The index of {library} was made anew: {versions} versions.")
