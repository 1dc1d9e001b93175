"""privascope compare: what several policies say, side by side."""

from typing import Annotated

import typer

from privascope.cli.options import AllowHostOption, AnywayOption, JsonOption, LibraryOption


def command(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [C...]",
            help="Two to six policies, each by its id, domain or name in the library, an address, "
            "or a file.",
        ),
    ],
    library: LibraryOption,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Quote the words behind every cell, with offsets.")
    ] = False,
    anyway: AnywayOption = False,
    allow_host: AllowHostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare what policies say they do, differences first."""
    from privascope import api
    from privascope.cli.answers import print_problem
    from privascope.cli.comparisons import print_comparison
    from privascope.cli.printing import print_json, waiting
    from privascope.compare.comparison import check_number
    from privascope.errors import PrivascopeError

    check_number(len(targets))
    labels = []
    with api.open(library, create=True, allow_hosts=allow_host or ()) as opened:
        for target in targets:
            try:
                with waiting(f"Reading {target} …"):
                    labels.append(opened.find(target, anyway=anyway).label())
            except PrivascopeError as error:
                print_problem(target, error)
        if len(labels) < len(targets):
            raise typer.Exit(1)
        comparison = opened.compare(*labels)
    if as_json:
        print_json(comparison)
    else:
        print_comparison(comparison, evidence=evidence)
