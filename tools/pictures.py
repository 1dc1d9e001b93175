"""Draws the pictures of the guide: what commands print, as SVG, on the sample library.

Usage: python tools/pictures.py LIBRARY (a folder made by `privascope sample`)
"""

import io
import sys
from pathlib import Path

from rich.console import Console

from privascope.cli import diff, funnel, history, printing, search

PICTURES = Path(__file__).parents[1] / "docs/guide/pictures"


def draw(name: str, title: str, *calls: tuple) -> None:  # type: ignore[type-arg]
    """One picture of what some commands print."""
    console = Console(
        record=True, width=100, file=io.StringIO(), force_terminal=True, highlight=False,
        markup=False, emoji=False, color_system="truecolor",
    )  # fmt: skip
    printing._console = lambda **_: console  # type: ignore[assignment]
    for command, arguments in calls:
        command(**arguments)
    lines = console.export_text(clear=False).count("\n")
    console.save_svg(str(PICTURES / f"{name}.svg"), title=title, clear=False)
    sys.stdout.write(f"{name}: {lines} lines\n")


def main(library: Path) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    here = {"library": library}
    draw(
        "diff",
        "privascope diff jotharbor",
        (history.command, {"target": "jotharbor", **here}),
        (diff.command, {"target": "jotharbor", "from_": "2021-06-01", "to": "2023-06-01", **here}),
    )
    draw("funnel", "privascope funnel", (funnel.command, {**here, "run": None, "why": False}))
    draw("search", "privascope search", (search.command, {
        **here, "query": ["sell", "personal", "information"], "limit": 3, "facets": True,
    }))  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]))
