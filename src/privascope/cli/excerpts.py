"""Prints quotes on a terminal: sentences, items below their lead-in, rows as a table."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.answer.answer import Mark, Quote
    from privascope.answer.excerpts import Excerpt, Piece
    from privascope.policy.policy import Policy

_MARK = "black on yellow"
_INDENT = "  "
_BULLET = "• "
# The numbers that are shown before quotes, by where these start.
_Numbers = Mapping[int, int]
_NONE: _Numbers = MappingProxyType({})


def print_by_section(
    quotes: Iterable["Quote"], policy: "Policy", *, scores: bool, numbers: _Numbers = _NONE
) -> None:
    """All quotes, below the headings that they are under."""
    from rich.text import Text

    from privascope.answer.excerpts import excerpts_of
    from privascope.cli.printing import out

    found = excerpts_of(quotes, policy)
    for section, group in groupby(found, key=lambda excerpt: excerpt.section):
        if section:
            out().print(Text(_path(section), style="bold dim"))
        for excerpt in group:
            _print_excerpt(
                excerpt, policy, scores=scores, with_section=False, decisive=None, numbers=numbers
            )


def print_excerpts(
    quotes: Sequence["Quote"],
    policy: "Policy",
    *,
    most: int = 0,
    scores: bool = False,
    large: bool = True,
    numbers: _Numbers = _NONE,
) -> int:
    """Prints excerpts until `most` quotes are shown, and returns how many were left out.

    The first quote is set off where `large`.
    """
    from privascope.answer.excerpts import excerpts_of

    left = len(quotes)
    decisive = quotes[0] if quotes and large else None
    for excerpt in excerpts_of(quotes, policy):
        if most and len(quotes) - left >= most:
            break
        _print_excerpt(
            excerpt, policy, scores=scores, with_section=True, decisive=decisive, numbers=numbers
        )
        left -= len(excerpt.quotes)
    return left


def _print_excerpt(
    excerpt: "Excerpt",
    policy: "Policy",
    *,
    scores: bool,
    with_section: bool,
    decisive: "Quote | None",
    numbers: _Numbers,
) -> None:
    from rich.text import Text

    from privascope.answer.excerpts import Form
    from privascope.cli.printing import out

    for form, group in groupby(excerpt.pieces, key=lambda piece: piece.form):
        pieces = list(group)
        if form is Form.ROW:
            _print_rows(pieces, policy, decisive, numbers)
            continue
        for piece in pieces:
            bullet = _BULLET if form is Form.ITEM else ""
            _print_indented(_words(piece, policy, decisive, numbers), piece.level - 1, bullet)
    facts = [_path(excerpt.section)] if with_section and excerpt.section else []
    if scores:
        facts += [f"score {', '.join(f'{quote.score:.2f}' for quote in excerpt.quotes)}"]
    if facts:
        _print_indented(Text(" · ".join(facts), style="dim"))
    out().print()


def _print_rows(
    pieces: Sequence["Piece"], policy: "Policy", decisive: "Quote | None", numbers: _Numbers
) -> None:
    """Rows as a table, with a line below the first row."""
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from privascope.cli.printing import out

    rows = [_words(piece, policy, decisive, numbers).split(" | ") for piece in pieces]
    table = Table(
        box=box.SIMPLE_HEAD, show_header=pieces[0].header, show_edge=False, pad_edge=False
    )
    columns = max(map(len, rows))
    names = [*rows.pop(0), *[Text()] * columns] if pieces[0].header else [Text()] * columns
    for name in names[:columns]:
        table.add_column(name)
    for row in rows:
        table.add_row(*row)
    out().print(Padding(table, (0, 0, 0, len(_INDENT)), expand=False))


def _words(piece: "Piece", policy: "Policy", decisive: "Quote | None", numbers: _Numbers) -> "Text":
    """The policy's own words, marked where they answer, dim where they only lead to them."""
    from rich.text import Text

    text = Text()
    at = piece.start
    for one in piece.shown:
        gap = policy.text[at : one.start]
        # Left-out sentences between two of a paragraph.
        text.append(" … " if gap.strip() and one is not piece.shown[0] else gap)
        words = _marked(policy, one.start, one.end, one.quote.marks if one.quote else ())
        if one.quote is None:
            words.stylize("dim")
        elif one.quote == decisive:
            words.stylize("bold")
        if one.quote is not None and one.quote.start in numbers:
            text.append(f"[{numbers[one.quote.start]}] ", style="dim")
        text.append_text(words)
        at = one.end
    text.append(policy.text[at : piece.end])
    return text


def _print_indented(text: "Text", level: int = 0, bullet: str = "") -> None:
    """The text with indented lines and without trailing blanks."""
    from privascope.cli.printing import out

    console = out()
    indent = _INDENT * (level + 1)
    for line in text.wrap(console, max(20, console.width - len(indent) - len(bullet))):
        line.rstrip()
        console.print(indent + bullet, line, sep="")
        bullet = " " * len(bullet)


def _path(section: Sequence[str]) -> str:
    from privascope.cli.printing import safe

    return "› " + " › ".join(" ".join(safe(title).split()) for title in section)


def _marked(policy: "Policy", start: int, end: int, marks: Iterable["Mark"]) -> "Text":
    """The policy's own words from `start` to `end`, with some of them marked."""
    from rich.text import Text

    from privascope.cli.printing import safe

    text = Text()
    at = start
    for mark in marks:
        text.append(safe(policy.text[at : max(at, mark.start)]))
        text.append(safe(policy.text[max(at, mark.start) : mark.end]), style=_MARK)
        at = max(at, mark.end)
    text.append(safe(policy.text[at:end]))
    return text
