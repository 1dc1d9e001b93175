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
    from privascope import api
    from privascope.cli.labels import print_label, print_vague, tell_before
    from privascope.cli.printing import print_json, waiting

    with api.open(library, create=True, allow_hosts=allow_host or ()) as opened:
        with waiting(f"Reading {target} …"):
            policy = opened.find(target, anyway=anyway)
        tell_before(policy)
        label = policy.label()
    if as_json:
        print_json(label)
    elif vague:
        print_vague(label)
    else:
        print_label(label, evidence=evidence)
