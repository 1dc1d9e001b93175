"""Pictures of an ERA report as plain SVG: lines and Venn diagrams."""

from collections.abc import Mapping, Sequence
from html import escape

from privascope import svg

_COLOURS = (
    "#1f6f8b",
    "#c4572b",
    "#5b8c3a",
    "#7a4fa3",
    "#a88c1f",
    "#444444",
    "#b03a6e",
    "#2a9d8f",
    "#8a5a44",
)
# A line whose name has this has the colour of the name without it, in dashes.
DASHED = " unfiltered"
_WIDTH, _HEIGHT = 460, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 16, 34
_LEGEND_ROW = 18
# Centres of two or three circles, and where the number of each region stands.
_CIRCLES = {
    2: ((150, 120), (230, 120)),
    3: ((150, 110), (230, 110), (190, 175)),
}
_PLACES = {
    2: {(0,): (115, 125), (1,): (265, 125), (0, 1): (190, 125)},
    3: {
        (0,): (115, 95),
        (1,): (265, 95),
        (2,): (190, 225),
        (0, 1): (190, 88),
        (0, 2): (138, 162),
        (1, 2): (242, 162),
        (0, 1, 2): (190, 135),
    },
}
_RADIUS = 78


def line_chart(
    title: str, lines: Mapping[str, Sequence[tuple[float, float]]], x_name: str, y_name: str
) -> str:
    """Lines over a common scale, the names below in their colours."""
    points = [point for line in lines.values() for point in line]
    if not points:
        return ""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    low, high = min(ys), max(ys)
    margin = 0.1 * (high - low) or 0.05
    low, high = max(0.0, low - margin), high + margin

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - min(xs)) / ((max(xs) - min(xs)) or 1)
        up = (y - low) / (high - low)
        inner_width, inner_height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
        return _LEFT + across * inner_width, _TOP + (1 - up) * inner_height

    parts = []
    for value, label in _levels(low, high):
        _, y = place(min(xs), value)
        parts += [
            svg.level_line(_LEFT, _WIDTH - _RIGHT, y, class_="g"),
            svg.text(label, _LEFT - 6, y + 4, text_anchor="end"),
        ]
    for x in sorted(set(xs)):
        across, _ = place(x, low)
        parts.append(svg.text(f"{x:g}", across, _HEIGHT - _BOTTOM + 15, text_anchor="middle"))
    plain = list(dict.fromkeys(name.replace(DASHED, "") for name in lines))
    for number, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[plain.index(name.replace(DASHED, "")) % len(_COLOURS)]
        dashes = "6 4" if DASHED in name else "none"
        dots = [place(x, y) for x, y in sorted(line)]
        parts.append(svg.curve(dots, stroke=colour, stroke_width=2, stroke_dasharray=dashes))
        parts += [svg.circle(x, y, 3, fill=colour) for x, y in dots]
        below = _HEIGHT + number * _LEGEND_ROW
        # The legend shows each line as it is drawn.
        sample = [(_LEFT, below + 7), (_LEFT + 24, below + 7)]
        parts.append(svg.curve(sample, stroke=colour, stroke_width=2, stroke_dasharray=dashes))
        parts.append(svg.circle(_LEFT + 12, below + 7, 3, fill=colour))
        parts.append(svg.text(name, _LEFT + 32, below + 11))
    scales = f"{x_name} (upwards: {y_name})"
    parts.append(svg.text(scales, (_WIDTH + _LEFT) / 2, _HEIGHT - 4, text_anchor="middle"))
    return _svg(title, _WIDTH, _HEIGHT + len(lines) * _LEGEND_ROW + 6, parts)


def _levels(low: float, high: float) -> list[tuple[float, str]]:
    """Five levels of a scale with as many digits as tell them apart."""
    values = [low + (high - low) * step / 4 for step in range(5)]
    for digits in range(2, 7):
        labels = [f"{value:.{digits}f}" for value in values]
        if len({*labels}) == len(labels):
            break
    return list(zip(values, labels, strict=True))


def venn(title: str, regions: Mapping[tuple[str, ...], int]) -> str:
    """Circles of two or three sets with the size of each region; "" for another number of sets."""
    names = [some[0] for some in regions if len(some) == 1]
    if len(names) not in _CIRCLES:
        return ""
    parts = []
    for number, (x, y) in enumerate(_CIRCLES[len(names)]):
        colour = _COLOURS[number]
        name = f"{names[number]}: {_whole(regions, names[number]):,}"
        parts += [
            svg.circle(x, y, _RADIUS, fill=colour, fill_opacity=".22", stroke=colour),
            svg.text(name, 20, 275 + number * _LEGEND_ROW, fill=colour),
        ]
    for some, (x, y) in _PLACES[len(names)].items():
        count = regions.get(tuple(names[number] for number in some), 0)
        parts.append(svg.text(f"{count:,}", x, y, text_anchor="middle"))
    return _svg(title, 380, 280 + len(names) * _LEGEND_ROW, parts)


def _whole(regions: Mapping[tuple[str, ...], int], name: str) -> int:
    return sum(count for some, count in regions.items() if name in some)


def _svg(title: str, width: float, height: float, parts: Sequence[str]) -> str:
    drawn = svg.drawing(width, height, parts, width=width, role="img", aria_label=title)
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawn}</figure>"
