"""privascope verify: is the library intact?"""

from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    library: LibraryOption,
    repair: Annotated[bool, typer.Option("--repair", help="Repair what can be repaired.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Check the store and its index, and say what would be repaired."""
    from privascope.cli.printing import out, print_json
    from privascope.library.check import check_library, repair_library
    from privascope.library.store import Library
    from privascope.library.writer import LibraryWriter

    with Library(library) as shelf:
        problems = check_library(shelf)
    left = problems
    if repair and problems:
        with LibraryWriter(library) as writer:
            left = repair_library(writer)
    if as_json:
        print_json({"problems": problems, "left": left})
    elif not problems:
        out().print(f"No problems found in {library}.")
    else:
        for problem in problems:
            mended = repair and problem not in left
            out().print(f"{'repaired' if mended else 'problem'}: {problem.what}")
            if not mended:
                out().print(f"  repair: {problem.repair}")
        if not repair:
            out().print("Run `privascope verify --repair` to repair what can be repaired.")
    if left:
        raise typer.Exit(1)
