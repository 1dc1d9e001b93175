"""Takes the pictures of the README from the web pages of a running sample library.

Usage: privascope serve, then python tools/pictures.py [http://127.0.0.1:8765]
"""

import sys
from pathlib import Path
from urllib.parse import quote_plus

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parents[1] / "docs/guide/pictures"
CHROMIUM = "/usr/bin/chromium"
QUESTION = "how long do you keep my notes?"
MARGIN = 16


def take(page: Page, name: str, first: str, last: str) -> None:
    """A picture from the top of one element to the bottom of another."""
    top, bottom = (page.locator(one).first.bounding_box() for one in (first, last))
    assert top is not None
    assert bottom is not None
    height = bottom["y"] + bottom["height"] - top["y"] + 2 * MARGIN
    clip = {
        "x": bottom["x"] - MARGIN,
        "y": top["y"] - MARGIN,
        "width": bottom["width"] + 2 * MARGIN,
        "height": height,
    }
    page.screenshot(path=PICTURES / f"{name}.png", clip=clip, full_page=True)  # type: ignore[arg-type]
    sys.stdout.write(f"{name}.png\n")


def main(server: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=server, viewport={"width": 1080, "height": 900})
        page.goto(f"/policy/jotharbor.example?ask={quote_plus(QUESTION)}")
        take(page, "answer", "header.policy-head", "#answer")
        take(page, "label", "#label", "#label")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765")
