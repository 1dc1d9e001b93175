"""Every relative link in the documentation leads to a file and, where named, to a heading of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for page in ROOT.rglob("*.md")
    if not any(part.startswith(".") for part in page.relative_to(ROOT).parts)
    and "sample" not in page.relative_to(ROOT).parts
)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)


def links(text: str) -> list[str]:
    """The targets of a page's links that lead to other files or to its own headings."""
    targets = [match[1] for match in LINK.finditer(CODE.sub("", text))]
    return [target for target in targets if not re.match(r"[a-z][a-z0-9+.-]*:", target)]


def anchors(text: str) -> set[str]:
    """The names under which GitHub links to a page's headings."""
    found: set[str] = set()
    for heading in HEADING.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = 1
        unique = name
        while unique in found:
            unique = f"{name}-{number}"
            number += 1
        found.add(unique)
    return found


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for target in links(page.read_text()):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        missing = not file.exists() or (
            anchor != "" and file.suffix == ".md" and anchor not in anchors(file.read_text())
        )
        if missing:
            found.append(target)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Here\n[a](#here) [b](#there) [c](gone.md) [d](https://example.org/) `[e](code.md)`\n"
        '[f](page.md#here) [g](page.md#there "title") ![h](gone.png)\n'
    )
    assert broken(page) == ["#there", "gone.md", "page.md#there", "gone.png"]
