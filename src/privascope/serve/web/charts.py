"""Charts as plain SVG: bars from zero, labels on the marks, marks that are links.

Colours come from classes, so that a style sheet can set them for light and dark.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from privascope import svg

WIDTH = 340
_TEXT = 13
_ROW = 38
_TIGHT_ROW = 24
# The widest thing that stands behind the end of a bar.
_VALUE_ROOM = 92
_SHORT_LABEL = 6
_LONGEST_LABEL = 46
_PLOT = 120


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar; `part` is the darker part of it, `told` its tooltip."""

    label: str
    value: float
    shown: str
    link: str | None = None
    part: float | None = None
    told: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """The middle half of some numbers as a line, their median as a dot."""

    label: str
    low: float
    middle: float
    high: float
    shown: str
    link: str | None = None
    told: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A share in a grid; None where there is nothing to take a share of."""

    share: float | None
    link: str | None = None
    told: str = ""


def bar_chart(
    key: str, title: str, description: str, bars: Sequence[Bar], whole: float = 0.0
) -> Markup:
    """Bars below each other, each under its label or, where labels are short, beside it.

    The longest bar has the full length, or one of `whole` would.
    """
    most = whole or max((bar.value for bar in bars), default=0.0)
    left, row = _layout([bar.label for bar in bars])
    room = WIDTH - left - _VALUE_ROOM
    parts = []
    for number, bar in enumerate(bars):
        top = number * row
        y = top + row - 19
        length = _length(bar.value, most, room)
        mark = [_label(bar.label, left, top), _rect("c-bar", left, y, length, 13)]
        if bar.part is not None:
            mark.append(_rect("c-bar-part", left, y, _length(bar.part, most, room), 13))
        mark.append(_text("c-value", left + length + 6, y + 11, bar.shown))
        parts.append(_linked(bar.link, bar.told or f"{bar.label}: {bar.shown}", mark))
    return _svg(key, title, description, WIDTH, len(bars) * row + 4, parts)


def strip_chart(
    key: str, title: str, description: str, strips: Sequence[Strip], scale: Callable[[float], str]
) -> Markup:
    """Medians with the middle half around them, on one scale from zero."""
    most = max((strip.high for strip in strips), default=0.0)
    left, row = _layout([strip.label for strip in strips])
    room = WIDTH - left - _VALUE_ROOM
    bottom = len(strips) * row
    parts = [
        _line("c-axis", left, left + room, bottom + 4),
        _text("c-tick", left, bottom + 18, "0"),
        _text("c-tick", left + room, bottom + 18, scale(most), "end"),
    ]
    for number, strip in enumerate(strips):
        top = number * row
        y = top + row - 12
        low, middle, high = (
            left + _length(value, most, room) for value in (strip.low, strip.middle, strip.high)
        )
        mark = [
            _label(strip.label, left, top),
            _line("c-track", left, left + room, y),
            _line("c-range", low, high, y),
            svg.circle(middle, y, 5, class_="c-dot"),
            _text("c-value", left + room + 8, y + 4, strip.shown),
        ]
        parts.append(_linked(strip.link, strip.told or f"{strip.label}: {strip.shown}", mark))
    return _svg(key, title, description, WIDTH, bottom + 24, parts)


def column_chart(key: str, title: str, description: str, columns: Sequence[Bar]) -> Markup:
    """Columns beside each other, as of a distribution; the highest carries its number."""
    most = max((column.value for column in columns), default=0.0)
    step = WIDTH / max(1, len(columns))
    top, base = 20, 20 + _PLOT
    every = -(-len(columns) * 36 // WIDTH) or 1
    highest = max(range(len(columns)), key=lambda n: columns[n].value, default=-1)
    parts = [_line("c-axis", 0, WIDTH, base)]
    for number, column in enumerate(columns):
        x = number * step
        height = _length(column.value, most, _PLOT)
        mark = [
            _rect("c-hit", x, top, step, _PLOT),
            _rect("c-bar", x + 1, base - height, max(1.0, step - 2), height),
        ]
        parts.append(_linked(column.link, column.told or f"{column.label}: {column.shown}", mark))
        if number == highest and column.value:
            middle = min(max(x + step / 2, 20), WIDTH - 20)
            parts.append(_text("c-value", middle, base - height - 5, column.shown, "middle"))
        if number % every == 0:
            parts.append(_text("c-tick", x + 1, base + 15, column.label))
    return _svg(key, title, description, WIDTH, base + 22, parts)


def grid_chart(
    key: str,
    title: str,
    description: str,
    rows: Sequence[tuple[str, Sequence[Cell]]],
    headings: Sequence[str],
) -> Markup:
    """A cell for each row and column with its share written in it, stronger where it is larger.

    A line break in a heading stays one.
    """
    labels = [_cut(_wrapped(label, 23), 2) for label, _ in rows]
    left = 12 + round(6.9 * max((len(line) for lines in labels for line in lines), default=0))
    wrapped = [
        _cut([line for part in heading.split("\n") for line in _wrapped(part, 10)], 3)
        for heading in headings
    ]
    width = 6 + round(5.3 * max((len(line) for lines in wrapped for line in lines), default=0))
    width, height = max(52, width), 32
    top = 8 + 13 * max((len(lines) for lines in wrapped), default=1)
    parts = []
    for number, lines in enumerate(wrapped):
        x = left + number * width + width / 2
        parts += _lines("c-tick", x, top - 6 - 13 * (len(lines) - 1), lines, "middle")
    for number, (label, cells) in enumerate(rows):
        y = top + number * height
        lines = labels[number]
        name = _lines("c-label", left - 10, y + 20 - 6.5 * (len(lines) - 1), lines, "end")
        parts.append(_linked(None, label, name))
        for place, cell in enumerate(cells):
            x = left + place * width
            shown = "–" if cell.share is None else _percent(cell.share)
            mark = [
                _rect(f"c-cell c-shade-{_shade(cell.share)}", x + 1, y + 1, width - 2, height - 2),
                _text("c-cell-value", x + width / 2, y + 20, shown, "middle"),
            ]
            parts.append(_linked(cell.link, cell.told, mark))
    total = left + width * len(headings)
    return _svg(key, title, description, total, top + height * len(rows) + 2, parts)


def _layout(labels: Sequence[str]) -> tuple[int, int]:
    """Where bars begin, and how far apart their rows are."""
    if all(len(label) <= _SHORT_LABEL for label in labels):
        return 44, _TIGHT_ROW
    return 0, _ROW


def _label(label: str, left: int, top: int) -> str:
    if left:
        return _text("c-label", left - 8, top + _TIGHT_ROW - 8, label, "end")
    cut = label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
    return _text("c-label", 0, top + _TEXT, cut)


def _length(value: float, most: float, room: float) -> float:
    """Proportional from zero, but always visible."""
    if value <= 0 or most <= 0:
        return 0.0
    return round(max(1.0, value / most * room), 1)


def _percent(share: float) -> str:
    if 0 < share < 0.005:
        return "< 1 %"
    return f"{share * 100:.0f} %"


def _shade(share: float | None) -> int:
    """Six steps of one colour, from nothing to all."""
    return 0 if not share else min(5, 1 + int(share * 5))


def _wrapped(heading: str, longest: int) -> list[str]:
    """A heading's words in short lines."""
    lines = [""]
    for word in heading.split():
        if lines[-1] and len(lines[-1]) + len(word) >= longest:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _cut(lines: list[str], most: int) -> list[str]:
    """The first lines, with an ellipsis if there were more."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]}…"]


def _lines(kind: str, x: float, y: float, lines: Sequence[str], anchor: str) -> list[str]:
    return [_text(kind, x, y + 13 * number, line, anchor) for number, line in enumerate(lines)]


def _rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    return svg.rect(x, y, width, height, class_=kind)


def _line(kind: str, start: float, end: float, y: float) -> str:
    return svg.level_line(start, end, y, class_=kind)


def _text(kind: str, x: float, y: float, words: str, anchor: str | None = None) -> str:
    return svg.text(words, x, y, class_=kind, text_anchor=anchor)


def _linked(link: str | None, told: str, mark: Sequence[str]) -> str:
    parts = [svg.title(told), *mark] if told else mark
    return svg.element("g", *parts) if link is None else svg.element("a", *parts, href=link)


def _svg(
    key: str, title: str, description: str, width: int, height: float, parts: Sequence[str]
) -> Markup:
    named = [
        svg.title(title, id=f"{key}-title"),
        svg.element("desc", escape(description), id=f"{key}-desc"),
    ]
    drawn = svg.drawing(
        width,
        height,
        [*named, *parts],
        class_="chart",
        role="group",
        aria_labelledby=f"{key}-title",
        aria_describedby=f"{key}-desc",
        width=width,
        height=height,
        fill="currentColor",
        font_size=_TEXT,
    )
    return Markup(drawn)  # noqa: S704 - every text in it is escaped by the kit
