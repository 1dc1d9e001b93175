"""Prints the first view of a label: a dozen questions and answers that fit on one screen."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from privascope.cli.labels import print_head, print_quotes

if TYPE_CHECKING:
    from rich.table import Table

    from privascope.compare.contradictions import Contradiction
    from privascope.compare.first_view import FirstLine
    from privascope.compare.label import PolicyLabel

_MOST_CONTRADICTIONS = 2
_LONGEST = 200
_QUOTED = 2


def print_first_view(label: "PolicyLabel", *, evidence: bool) -> None:
    """The questions with their answers; then what the policy says both of, and may say."""
    from rich.text import Text

    from privascope.cli.printing import out

    print_head(label.source, label.sector)
    if evidence:
        for line in label.first_view:
            out().print(_lines([line]))
            print_quotes(line.evidence[:_QUOTED], 6)
            print_quotes(line.contrary[:_QUOTED], 6)
    else:
        out().print(_lines(label.first_view))
    _print_contradictions(label.contradictions)
    if label.may_also:
        told = "; ".join(one.wording for one in label.may_also)
        out().print(Text(f"\n  ? May also, but it is not certain: {told}", style="dim"))
    out().print(Text(f"\n{_note(label)}", style="dim"))


def _lines(lines: "Iterable[FirstLine]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    from privascope.cli.printing import safe
    from privascope.compare.first_view import REPLY_SYMBOLS, Reply

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(width=33, no_wrap=True)
    table.add_column(ratio=1, max_width=60)
    table.add_column(justify="right", no_wrap=True, style="dim")
    for line in lines:
        silent = line.reply in (Reply.NOT_STATED, Reply.NOT_COMPUTED, Reply.NOT_SURE)
        table.add_row(
            Text(f"  {REPLY_SYMBOLS[line.reply]}"),
            Text(line.question),
            Text(safe(line.words), style="dim" if silent else "bold"),
            f"{line.usual.count} of {line.usual.known}" if line.usual else "",
        )
    return table


def _print_contradictions(found: "tuple[Contradiction, ...]") -> None:
    from rich.text import Text

    from privascope.cli.printing import out
    from privascope.symbols import Symbol

    for one in found[:_MOST_CONTRADICTIONS]:
        out().print(Text(f"\n  {Symbol.BOTH} It says both: {one.wording}", style="bold"))
        _print_short(one)
    if len(found) > _MOST_CONTRADICTIONS:
        more = len(found) - _MOST_CONTRADICTIONS
        out().print(Text(f"    and {more} more such pairs: see --json", style="dim"))


def _print_short(found: "Contradiction") -> None:
    """Both sentences, as much of them as is needed to see that they disagree."""
    from textwrap import shorten

    from rich.padding import Padding

    from privascope.cli.printing import out, safe
    from privascope.compare.standing import SYMBOLS, Standing

    for standing, quotes in ((Standing.STATED, found.evidence), (Standing.DENIED, found.contrary)):
        words = shorten(safe(quotes[0].text), _LONGEST, placeholder=" …")
        out().print(Padding(f"{SYMBOLS[standing]} “{words}”", (0, 0, 0, 4), expand=False))


def _note(label: "PolicyLabel") -> str:
    usual = next((line.usual for line in label.first_view if line.usual), None)
    told = "--evidence quotes the sentences, --all shows everything else."
    if usual is None:
        return told
    return f"n of {usual.known}: the policies here that give the same answer. {told}"
