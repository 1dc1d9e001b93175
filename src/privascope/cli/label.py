"""privascope label: what a policy says, at a glance."""

from typing import Annotated

import typer

from privascope.cli.options import (
    AllowHostOption,
    AnyTargetArgument,
    AnywayOption,
    JsonOption,
    LibraryOption,
)


def command(
    target: AnyTargetArgument,
    library: LibraryOption,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Quote the words behind every line, with offsets.")
    ] = False,
    vague: Annotated[
        bool, typer.Option("--vague", help="Only what the policy is vague about, with quotes.")
    ] = False,
    anyway: AnywayOption = False,
    allow_host: AllowHostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a policy says it collects, why, who gets it, how long it is kept, and the rest."""
    from privascope.cli.desk import Desk
    from privascope.cli.labels import print_label, print_vague, tell_before
    from privascope.cli.printing import print_json
    from privascope.compare.labelling import subject_label

    with Desk(library, False, anyway, frozenset(allow_host or ())) as desk:
        subject = desk.subject(target)
    tell_before(subject)
    label = subject_label(subject, library)
    if as_json:
        print_json(label)
    elif vague:
        print_vague(label)
    else:
        print_label(label, evidence=evidence)
