"""privascope list: what the library holds."""

from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    library: LibraryOption,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="Include near-duplicates of other policies.")
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
    table.add_column("id", style="cyan", no_wrap=True, min_width=8)
    table.add_column("policy", overflow="ellipsis", no_wrap=True, max_width=60)
    table.add_column("site", overflow="ellipsis", no_wrap=True, max_width=30)
    table.add_column("stated", no_wrap=True, min_width=10)
    table.add_column("words", justify="right", no_wrap=True, min_width=6)
    table.add_column("versions", justify="right", no_wrap=True, min_width=8)
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
    noun = "policy" if len(policies) == 1 else "policies"
    out().print(f"\n{len(policies)} {noun} in {library}")
