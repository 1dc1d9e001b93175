"""The small SVG kit of all charts: elements with their texts and attributes escaped."""

from collections.abc import Iterable, Sequence
from html import escape

Value = str | float | None


def element(name: str, *content: str, **attributes: Value) -> str:
    """An element around markup; attributes that are None are left out.

    A trailing underscore keeps a name off Python's keywords (`class_`); others become hyphens.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(words: str, x: float | None = None, y: float | None = None, **attributes: Value) -> str:
    """Words at a place."""
    return element("text", escape(words), x=x, y=y, **attributes)


def title(words: str, **attributes: Value) -> str:
    """The tooltip of the element around it, which screen readers read aloud."""
    return element("title", escape(words), **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """A box."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    """A dot or a ring."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def level_line(start: float, end: float, y: float, **attributes: Value) -> str:
    """A horizontal line."""
    return element("line", x1=start, x2=end, y1=y, y2=y, **attributes)


def curve(points: Iterable[tuple[float, float]], **attributes: Value) -> str:
    """A line through points."""
    places = " ".join(f"{_written(x)},{_written(y)}" for x, y in points)
    return element("polyline", points=places, fill="none", **attributes)


def drawing(width: float, height: float, parts: Sequence[str], /, **attributes: Value) -> str:
    """A whole picture."""
    box = f"0 0 {_written(width)} {_written(height)}"
    return element("svg", *parts, viewBox=box, **attributes)


def _written(value: str | float | None) -> str:
    """A number without needless digits, or a text that cannot leave its quotes."""
    return escape(value) if isinstance(value, str) else f"{round(value or 0.0, 1):g}"
