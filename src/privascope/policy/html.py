"""An HTML page as a Document: every block of text, with the policy's own marked."""

import re
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from privascope.policy.block_trees import Trees
from privascope.policy.document import Block, Document, Link
from privascope.policy.html_blocks import HtmlBlocks, read_blocks
from privascope.policy.html_headings import settle_headings
from privascope.policy.html_limits import harmless_markup
from privascope.policy.html_text import folded
from privascope.policy.main_text import main_blocks

_WEB_ROOT = re.compile(r"https?://[^/?#]+", re.IGNORECASE)


def html_document(markup: str, url: str = "", trees: Trees | None = None) -> Document:
    """The page as blocks in reading order; menus, banners and footers have `main` false.

    `trees` stand in for the shipped ones where others are measured.
    """
    tree, found = parsed_blocks(markup)
    blocks = tuple(
        Block(block.kind, block.text, block.level, main)
        for block, main in zip(found.blocks, main_blocks(found, trees), strict=True)
    )
    return Document(
        title=_title(tree),
        declared_language=_declared_language(tree),
        links=_absolute_links([*found.links, *_frames(tree)], _base(tree, url)),
        blocks=blocks,
        scripts=len(tree.css("script")),
    )


def parsed_blocks(markup: str) -> tuple[LexborHTMLParser, HtmlBlocks]:
    """The parsed page and all its blocks, before they are classified."""
    tree = LexborHTMLParser(harmless_markup(markup.replace("\0", "")))
    found = read_blocks(tree.body) if tree.body is not None else HtmlBlocks()
    settle_headings(found.blocks)
    return tree, found


def _title(tree: LexborHTMLParser) -> str:
    """What the page calls itself: its title, else its title for sharing, else its heading."""
    title = tree.css_first("title")
    if title is not None and (text := folded(title.text())):
        return text
    shared = tree.css_first('meta[property="og:title"]')
    if shared is not None and (text := folded(shared.attributes.get("content") or "")):
        return text
    heading = tree.css_first("h1")
    return folded(heading.text()) if heading is not None else ""


def _declared_language(tree: LexborHTMLParser) -> str:
    """The language the page says it is in, as written, or nothing."""
    root = tree.css_first("html")
    if root is not None:
        stated = root.attributes.get("lang") or root.attributes.get("xml:lang")
        if stated and stated.strip():
            return stated.strip()
    meta = tree.css_first('meta[http-equiv="content-language" i]')
    return (meta.attributes.get("content") or "").strip() if meta is not None else ""


def _frames(tree: LexborHTMLParser) -> list[tuple[str, str]]:
    """The pages that an old page of frames puts together."""
    return [
        (frame.attributes.get("src") or "", folded(frame.attributes.get("title") or ""))
        for frame in tree.css("frame[src]")
    ]


def _base(tree: LexborHTMLParser, url: str) -> str:
    """The base address of relative links."""
    base = tree.css_first("base[href]")
    return _joined(url, base.attributes.get("href") or "") if base is not None else url


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:
        return base


def _absolute_links(targets: list[tuple[str, str]], base: str) -> tuple[Link, ...]:
    """The links that lead to the web, with absolute addresses, in the page's order."""
    root = _WEB_ROOT.match(base)
    links: list[Link] = []
    for written, words in targets:
        target = written.strip()
        if not target or target[0] == "#":
            continue
        if "[" not in target and target.startswith(("https://", "http://")):
            pass
        elif root and target[0] == "/" and target[1:2] != "/" and "/." not in target:
            target = root[0] + target
        else:
            try:
                target = urljoin(base, target)
            except ValueError:
                continue
            if not _WEB_ROOT.match(target):
                continue
        links.append(Link(target, folded(words)))
    return tuple(links)
