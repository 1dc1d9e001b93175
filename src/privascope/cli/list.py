"""privascope list: what the library holds."""

from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    library: LibraryOption,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="Also those that repeat another policy.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the policies in the library."""
    from privascope.cli.printing import out, print_json, safe
    from privascope.library.store import Library

    with Library(library) as shelf:
        policies = list(shelf.policies(duplicates=duplicates))
    if as_json:
        print_json({"policies": policies})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("id", style="cyan", no_wrap=True)
    table.add_column("policy", ratio=3, overflow="ellipsis", no_wrap=True)
    table.add_column("site", ratio=2, overflow="ellipsis", no_wrap=True)
    table.add_column("stated", no_wrap=True)
    table.add_column("words", justify="right")
    table.add_column("versions", justify="right")
    for policy in policies:
        table.add_row(
            policy.id[:8],
            safe(policy.title or policy.service or policy.url) + (" ≈" * bool(policy.duplicate_of)),
            safe(policy.domain or policy.service),
            str(policy.stated_date or "—"),
            f"{policy.words:,}",
            str(policy.versions),
        )
    out().print(table)
    out().print(f"\n{len(policies)} policies in {library}")
