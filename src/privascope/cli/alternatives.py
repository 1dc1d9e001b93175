"""privascope alternatives: similar services whose policies suit better."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from privascope.compare.alternatives import Alternatives, Stated


def command(
    target: Annotated[str, typer.Argument(help="A policy's id, domain or name in the library.")],
    library: LibraryOption,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PRACTICE",
            help="What the service must not say it does, such as sells-data; several times for "
            "several.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=30, help="How many services.")] = 10,
    as_json: JsonOption = False,
) -> None:
    """Find services like one, with policies that suit you better."""
    from privascope import api
    from privascope.cli.printing import print_json

    with api.open(library) as opened:
        found = opened.alternatives(target, without=without or (), most=limit)
    if as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: "Alternatives") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    console = out()
    console.print(Text(f"Alternatives to {safe(found.name)}", style="bold"))
    console.print(Text(f"{found.sector}; {found.similar} similar services", style="dim"))
    if found.ruled_out:
        console.print(Text(f"{found.ruled_out} of them do what you want to be without.", "dim"))
    if found.unread:
        told = f"{found.unread} are not analysed yet: `privascope enrich` reads those in English."
        console.print(Text(told, style="yellow"))
    if found.unusual:
        console.print("\nUnusual at this one:")
        for one in found.unusual:
            _print_stated(one)
    for policy in found.policies:
        console.print()
        line = Text(safe(policy.name), style="bold")
        line.append(f"  {policy.policy_id[:8]} · {policy.similarity:.0%} similar", style="dim")
        console.print(line)
        for one in policy.wishes:
            _print_stated(one)
        if policy.unusual:
            console.print(Text("  unusual in this sector:", style="dim"))
        for one in policy.unusual:
            _print_stated(one)
        if not policy.unusual:
            console.print(Text("  nothing unusual for its sector", style="dim"))
    if not found.policies:
        console.print("\nNo such service was found in this library.")


def _print_stated(one: "Stated") -> None:
    from privascope.cli.printing import out
    from privascope.cli.search import marked

    out().print(f"  {one.wording}")
    for quote in one.quotes:
        out().print(marked(quote))
