"""privascope doctor: is anything wrong with the installation?"""

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(library: LibraryOption, as_json: JsonOption = False) -> None:
    """Look over programs, models, settings, library, index and cluster; say what to do."""
    from privascope.cli.printing import out, print_json, safe
    from privascope.doctor import State, examine_installation

    found = examine_installation(library)
    if as_json:
        print_json({"findings": found})
    else:
        for one in found:
            out().print(f"{one.state:8} {one.part}: {safe(one.what)}")
            if one.advice:
                out().print(f"         {one.advice}")
    if any(one.state is State.BAD for one in found):
        raise typer.Exit(1)
