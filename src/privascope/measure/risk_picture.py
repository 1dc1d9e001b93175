"""The curve of risk and coverage as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from privascope.errors import DataError

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _EDGE = 520, 320, 56, 48, 16


def draw_risk(path: Path, curve: Sequence[Mapping[str, float]]) -> None:
    """Writes the share of wrong first sentences over the share of questions answered, as SVG."""
    try:
        path.write_text(risk_picture(curve), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror}") from error


def risk_picture(curve: Sequence[Mapping[str, float]]) -> str:
    """The picture; both scales go from 0 to 1."""
    points = [_place(point["coverage"], point["risk"]) for point in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="13">',
        "<title>Share of wrong first sentences by the share of questions answered</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
    ]
    for step in range(6):
        share = step / 5
        (x, floor), (left, y) = _place(share, 0), _place(0, share)
        right = _place(1, share)[0]
        parts += [
            f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>',
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.1f}</text>',
            f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{share:.1f}</text>',
        ]
    parts += [
        f'<polyline points="{line}" fill="none" stroke="#1f6f8b" stroke-width="2"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#1f6f8b"/>' for x, y in points),
        f'<text x="{(_LEFT + _WIDTH - _EDGE) / 2}" y="{_HEIGHT - 10}" text-anchor="middle">'
        "share of questions answered, the surest first</text>",
        f'<text transform="translate(14 {(_EDGE + _HEIGHT - _BOTTOM) / 2}) rotate(-90)"'
        ' text-anchor="middle">first sentence wrong</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _place(coverage: float, risk: float) -> tuple[float, float]:
    across, up = _WIDTH - _EDGE - _LEFT, _HEIGHT - _EDGE - _BOTTOM
    return _LEFT + coverage * across, _EDGE + (1 - risk) * up
