"""privascope enrich: compute missing traits of the policies."""

from privascope.cli.options import JsonOption, LibraryOption


def command(library: LibraryOption, as_json: JsonOption = False) -> None:
    """Compute traits that are missing or were made by an older method; can be interrupted."""
    from rich.progress import track

    from privascope.cli.printing import err, print_json
    from privascope.library.connection import open_reader
    from privascope.library.enrich import enrich
    from privascope.library.index import catch_up
    from privascope.library.practices import count_lacking, enrich_practices
    from privascope.library.writer import LibraryWriter

    open_reader(library).close()
    with LibraryWriter(library) as writer:
        try:
            count = sum(1 for _ in track(enrich(writer), "Computing traits", console=err()))
            practices = sum(
                1
                for _ in track(
                    enrich_practices(writer),
                    "Finding practices",
                    total=count_lacking(writer),
                    console=err(),
                )
            )
        finally:
            catch_up(writer)
    if as_json:
        print_json({"versions": count, "practices": practices})
    else:
        err().print(
            f"Traits computed: {count:,} versions. Practices found: {practices:,} versions."
        )
