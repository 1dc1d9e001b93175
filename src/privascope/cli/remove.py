"""privascope remove: remove a policy from the library."""

from typing import Annotated

import typer

from privascope.cli.options import LibraryOption, TargetArgument


def command(
    target: TargetArgument,
    library: LibraryOption,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
) -> None:
    """Remove a policy from the library, with all its versions."""
    from privascope.cli.printing import err, safe
    from privascope.collect.duplicates import settle
    from privascope.library.index import catch_up
    from privascope.library.store import Library
    from privascope.library.targets import find_policy_id
    from privascope.library.writer import LibraryWriter

    with Library(library) as shelf:
        stored = shelf.policy(find_policy_id(shelf, target))
    name = safe(stored.title or stored.service or stored.url)
    if not yes:
        typer.confirm(f"Remove {name} with {stored.versions} versions?", abort=True)
    with LibraryWriter(library) as writer:
        with writer.transaction():
            for duplicate in writer.remove(stored.id):
                settle(writer, duplicate)
        catch_up(writer)
    err().print(f"Removed {name}.")
