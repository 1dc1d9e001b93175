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
        err().print(_summary(count, practices))


def _summary(traits: int, practices: int) -> str:
    if not traits and not practices:
        return "All versions are analysed already."
    lines = [f"Analysed {_versions(practices)}."] if practices else []
    return " ".join([*lines, f"Updated the traits of {_versions(traits)}."] if traits else lines)


def _versions(number: int) -> str:
    return f"{number:,} version" if number == 1 else f"{number:,} versions"
