"""privascope label: what a policy says, at a glance."""

from pathlib import Path
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
    everything: Annotated[
        bool, typer.Option("--all", help="Everything the policy says, section by section.")
    ] = False,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Quote the words behind every line, with offsets.")
    ] = False,
    vague: Annotated[
        bool, typer.Option("--vague", help="Only what the policy is vague about, with quotes.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Write the label as a picture of one page.")
    ] = None,
    badge: Annotated[
        Path | None, typer.Option("--badge", help="Write a small badge as a picture.")
    ] = None,
    anyway: AnywayOption = False,
    allow_host: AllowHostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a policy answers to a dozen questions that people have, most unusual first."""
    from privascope import api
    from privascope.cli.first_view import print_first_view
    from privascope.cli.labels import print_sections, print_vague, tell_before
    from privascope.cli.printing import print_json, waiting

    with api.open(library, create=True, allow_hosts=allow_host or ()) as opened:
        with waiting(f"Reading {target} …"):
            policy = opened.find(target, anyway=anyway)
        tell_before(policy)
        label = policy.label()
    for file, picture in ((svg, label.picture), (badge, label.badge)):
        if file is not None:
            _write(file, picture())
    if as_json:
        print_json(label)
    elif svg or badge:
        return
    elif vague:
        print_vague(label)
    else:
        print_first_view(label, evidence=evidence)
        if everything:
            print_sections(label, evidence=evidence)


def _write(file: Path, picture: str) -> None:
    from privascope.cli.printing import err
    from privascope.errors import PrivascopeError

    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise PrivascopeError(f"{file} cannot be written: {error.strerror}") from error
    err().print(f"Written to {file}.")
