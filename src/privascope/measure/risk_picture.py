"""The curve of risk and coverage as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from privascope import svg
from privascope.errors import DataError

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _EDGE = 520, 320, 56, 48, 16
_COLOUR = "#1f6f8b"


def draw_risk(path: Path, curve: Sequence[Mapping[str, float]]) -> None:
    """Writes the share of wrong first sentences over the share of questions answered, as SVG."""
    try:
        path.write_text(risk_picture(curve), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror}") from error


def risk_picture(curve: Sequence[Mapping[str, float]]) -> str:
    """The picture; both scales go from 0 to 1."""
    points = [_place(point["coverage"], point["risk"]) for point in curve]
    parts = [
        svg.title("Share of wrong first sentences by the share of questions answered"),
        svg.rect(0, 0, _WIDTH, _HEIGHT, fill="#ffffff"),
    ]
    for step in range(6):
        share = step / 5
        (x, floor), (left, y) = _place(share, 0), _place(0, share)
        parts += [
            svg.level_line(left, _place(1, share)[0], y, stroke="#dddddd"),
            svg.text(f"{share:.1f}", left - 8, y + 4, text_anchor="end"),
            svg.text(f"{share:.1f}", x, floor + 18, text_anchor="middle"),
        ]
    middle, upright = (_LEFT + _WIDTH - _EDGE) / 2, (_EDGE + _HEIGHT - _BOTTOM) / 2
    across, up = "share of questions answered, the surest first", "first sentence wrong"
    parts += [
        svg.curve(points, stroke=_COLOUR, stroke_width=2),
        *(svg.circle(x, y, 3, fill=_COLOUR) for x, y in points),
        svg.text(across, middle, _HEIGHT - 10, text_anchor="middle"),
        svg.text(up, transform=f"translate(14 {upright}) rotate(-90)", text_anchor="middle"),
    ]
    look = {"font_family": "system-ui, sans-serif", "font_size": "13", "role": "img"}
    space = "http://www.w3.org/2000/svg"
    return svg.drawing(_WIDTH, _HEIGHT, parts, xmlns=space, **look) + "\n"


def _place(coverage: float, risk: float) -> tuple[float, float]:
    across, up = _WIDTH - _EDGE - _LEFT, _HEIGHT - _EDGE - _BOTTOM
    return _LEFT + coverage * across, _EDGE + (1 - risk) * up
