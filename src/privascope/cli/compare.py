"""privascope compare: what some policies say, side by side."""

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
    from privascope.cli.answers import print_problem
    from privascope.cli.comparisons import print_comparison
    from privascope.cli.desk import Desk
    from privascope.cli.printing import print_json
    from privascope.compare.comparison import check_number, compare_labels
    from privascope.compare.labelling import subject_label
    from privascope.errors import PrivascopeError

    check_number(len(targets))
    labels = []
    with Desk(library, False, anyway, frozenset(allow_host or ())) as desk:
        for target in targets:
            try:
                labels.append(subject_label(desk.subject(target), library))
            except PrivascopeError as error:
                print_problem(target, error)
    if len(labels) < len(targets):
        raise typer.Exit(1)
    comparison = compare_labels(labels)
    if as_json:
        print_json(comparison)
    else:
        print_comparison(comparison, evidence=evidence)
