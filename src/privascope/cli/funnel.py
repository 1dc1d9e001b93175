"""privascope funnel: which pages were kept or rejected on the way into the library."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from privascope.collect.funnel import Funnel


def command(
    library: LibraryOption,
    run: Annotated[int | None, typer.Option(help="One run of `add`, by its number.")] = None,
    why: Annotated[
        bool, typer.Option("--why", help="List every item that was rejected, and why.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show how many pages reached each stage of collection, how many were rejected, and why."""
    from privascope.cli.printing import out, print_json, safe
    from privascope.collect.funnel import read_funnel, turned_away
    from privascope.library.store import Library

    with Library(library) as shelf, shelf.snapshot():
        funnel = read_funnel(shelf, run)
        away = list(turned_away(shelf, run)) if why else []
    if as_json:
        print_json({"funnel": funnel, "turned_away": away} if why else {"funnel": funnel})
        return
    _print_funnel(funnel)
    for item in away:
        out().print(f"{safe(item.what)}\n  {item.outcome}: {safe(item.reason)}")


def _print_funnel(funnel: "Funnel") -> None:
    from rich.text import Text

    from privascope.cli.printing import bar, out
    from privascope.collect.outcome import counted

    console = out()
    if not funnel.arrived:
        console.print("Nothing has been added yet: `privascope add SOURCE` adds policies.")
        return
    stages: list[tuple[str, int, dict[str, int]]] = [("arrived", funnel.arrived, {})]
    stages += [(stage.name, stage.passed, stage.left) for stage in funnel.stages]
    width = max(len(name) for name, _, _ in stages)
    for name, count, left in stages:
        line = Text(f"{name:>{width}} {count:>9,}  ")
        line.append(bar(count / funnel.arrived, 40), style="cyan")
        console.print(line)
        for reason, number in left.items():
            console.print(Text(f"{'':>{width}} {-number:>9,}  {reason}", style="dim"))
    kept = ", ".join(counted(name, number) for name, number in funnel.kept.items() if number)
    console.print(f"\nKept {kept or 'nothing'}.")
    if funnel.languages:
        told = ", ".join(f"{code} {number:,}" for code, number in funnel.languages.items())
        console.print(f"Languages left out: {told}.")
    told = ", ".join(f"{number:,} {name}" for name, number in sorted(funnel.verification.items()))
    console.print(f"Addresses: {told or 'none'}.")
    if funnel.unfinished:
        console.print(
            f"Unfinished runs: {funnel.unfinished}. The same `privascope add` continues them."
        )
    _print_probabilities(funnel.probability_bins)


def _print_probabilities(bins: tuple[int, ...]) -> None:
    from rich.text import Text

    from privascope.cli.printing import bar, out

    if not any(bins):
        return
    out().print("\nHow likely the pages were to be policies")
    for number, count in enumerate(bins):
        line = Text(f"{number / len(bins):5.2f}–{(number + 1) / len(bins):4.2f} {count:>9,}  ")
        line.append(bar(count / max(bins), 40), style="cyan")
        out().print(line)
