"""privascope insights: a library in numbers."""

from typing import TYPE_CHECKING

from privascope.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from privascope.compare.insights import Insights

_TABLES = ("tracker", "body", "law", "ai")
_WIDE = 44


def command(library: LibraryOption, as_json: JsonOption = False) -> None:
    """Count a library: sectors, what policies mention, P(policy), reading grades, vagueness."""
    from privascope.cli.printing import out, print_json
    from privascope.compare.insights import read_insights
    from privascope.library.store import Library

    with Library(library) as shelf:
        found = read_insights(shelf)
    if as_json:
        print_json(found)
    elif not found.policies:
        out().print("Nothing has been added yet: `privascope add SOURCE` adds policies.")
    else:
        _print(found)


def _print(found: "Insights") -> None:
    from rich.text import Text

    from privascope.cli.printing import out
    from privascope.library.facets import RANGES

    out().print(f"{found.policies:,} policies in {found.versions:,} versions")
    if found.index_behind:
        out().print(Text("The index is out of date: `privascope rebuild`.", style="yellow"))
    sectors = [(one.name, one.count) for one in found.sectors]
    _table("Sector of commerce", sectors, found.policies, found.sectors_missing)
    named = {one.facet: one for one in found.named}
    for facet in _TABLES:
        if facet in named:
            one = named[facet]
            _table(one.title, [(v.name, v.count) for v in one.values], one.known, one.missing)
    _steps("P(policy)", found.probability_bins)
    _steps("Share of sentences with a word that may be vague", found.candidate_bins)
    _steps("Share of vague sentences", found.vague_bins)
    total = found.vague_sentences
    if total.sentences:
        out().print(
            f"\n{total.candidates / total.sentences:.0%} of all sentences have a word that may be "
            f"vague, and {total.vague / total.sentences:.0%} are vague."
        )
    for shape in found.distributions:
        if shape.spread:
            middle, low, high = shape.spread.middle, shape.spread.low, shape.spread.high
            title = RANGES[shape.range].title
            out().print(f"{title}: median {middle:.4g}, half of all from {low:.4g} to {high:.4g}")


def _table(title: str, rows: "Iterable[tuple[str, int]]", known: int, missing: int) -> None:
    """Values with how many policies have them, and of how many that is known."""
    from rich.text import Text

    from privascope.cli.printing import bar, out, safe

    heading = Text(f"\n{title}", style="bold")
    if missing:
        heading.append(f"  ({missing:,} not computed yet)", style="dim")
    out().print(heading)
    for name, count in rows:
        line = Text(f"  {safe(name)[:_WIDE]:<{_WIDE}} {count:>9,} {count / max(1, known):>7.2%} ")
        line.append(bar(count / max(1, known), 24), style="cyan")
        out().print(line)


def _steps(title: str, bins: "Sequence[int]") -> None:
    """A distribution from 0 to 1, without the empty steps at its ends."""
    full = [number for number, count in enumerate(bins) if count]
    step = 1 / max(1, len(bins))
    shown = range(full[0], full[-1] + 1) if full else ()
    rows = [(f"{n * step:.2f} to {(n + 1) * step:.2f}", bins[n]) for n in shown]
    _table(title, rows, sum(bins), 0)
