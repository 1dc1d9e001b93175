"""Prints a comparison on a terminal: a table of symbols, differences first, quotes on request."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from privascope.compare.comparison import Cell, Comparison, Row


def print_comparison(comparison: "Comparison", *, evidence: bool) -> None:
    """Rows in which the policies differ, then those in which they do not."""
    from rich.text import Text

    from privascope.cli.printing import out, safe
    from privascope.compare.standing import LEGEND, SYMBOLS

    for number, source in enumerate(comparison.policies, 1):
        facts = dict.fromkeys((source.title, source.organisation, source.dated))
        out().print(Text(safe(f"{number}. {' · '.join(fact for fact in facts if fact)}")))
    out().print(Text("\nAt a glance", style="bold"))
    out().print(_glances(comparison))
    for title, rows in (
        ("Where they differ", comparison.differences),
        ("Where they agree", comparison.common),
    ):
        out().print(Text(f"\n{title} ({len(rows)})", style="bold"))
        if evidence:
            _print_quoted(rows, comparison)
        elif rows:
            out().print(_table(rows, comparison))
    legend = "   ".join(f"{SYMBOLS[standing]} {meaning}" for standing, meaning in LEGEND.items())
    out().print(Text(f"\n{legend}   ~ vague wording or general terms only", style="dim"))


def _glances(comparison: "Comparison") -> "Table":
    """The questions of the first view with the policies' answers, differences first."""
    from rich.text import Text

    from privascope.cli.printing import safe
    from privascope.compare.first_view import REPLY_SYMBOLS

    table = _empty_table(comparison)
    for row in comparison.first_view:
        cells = [Text(safe(f"{REPLY_SYMBOLS[line.reply]} {line.words}")) for line in row.answers]
        table.add_row(Text(row.question), *cells, style="" if row.differs else "dim")
    return table


def _table(rows: Sequence["Row"], comparison: "Comparison") -> "Table":
    from rich.text import Text

    table = _empty_table(comparison)
    for title, group in groupby(rows, key=lambda row: row.title):
        table.add_row(Text(title, style="bold"))
        for row in group:
            table.add_row(Text(f"  {_wording(row)}"), *map(_cell, row.cells))
    return table


def _empty_table(comparison: "Comparison") -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from privascope.cli.printing import safe

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    table.add_column("", max_width=48)
    for number, source in enumerate(comparison.policies, 1):
        table.add_column(Text(safe(f"{number}. {source.organisation or source.title}")[:30]))
    return table


def _wording(row: "Row") -> str:
    return f"{row.topic.lower()}: {row.wording}" if row.topic else row.wording


def _cell(cell: "Cell") -> "Text":
    from rich.text import Text

    from privascope.cli.printing import safe
    from privascope.compare.standing import SYMBOLS, Clarity, Standing

    silent = cell.standing is Standing.NOT_STATED
    text = Text(SYMBOLS[cell.standing], style="dim" if silent else "")
    if cell.words:
        text.append(safe(f" {', '.join(f'“{words}”' for words in cell.words)}"))
    if cell.contrary:
        text.append(f" and {SYMBOLS[Standing.DENIED]}")
    if cell.clarity in (Clarity.VAGUE, Clarity.GENERAL):
        text.append(" ~", style="magenta")
    return text


def _print_quoted(rows: Sequence["Row"], comparison: "Comparison") -> None:
    from rich.text import Text

    from privascope.cli.labels import print_quotes
    from privascope.cli.printing import out, safe
    from privascope.compare.standing import WORDING

    for title, group in groupby(rows, key=lambda row: row.title):
        out().print(Text(f"\n{title}", style="bold"))
        for row in group:
            out().print(Text(f"  {_wording(row)}"))
            for source, cell in zip(comparison.policies, row.cells, strict=True):
                name = safe(source.organisation or source.title)[:60]
                line = Text(f"    {name}: ", style="dim")
                out().print(line, _cell(cell), Text(WORDING[cell.standing], style="dim"))
                print_quotes((*cell.evidence[:1], *cell.contrary[:1]), 6)
