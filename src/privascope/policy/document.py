"""A parsed page: its blocks of text in reading order, and which of them are the policy."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class BlockKind(IntEnum):
    """What a block of text is; the numbers are stored, so they never change."""

    PARAGRAPH = 0
    HEADING = 1
    ITEM = 2
    ROW = 3
    TERM = 4
    DEFINITION = 5
    PREFORMATTED = 6


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading, list item or table row.

    `text` is NFC with white space folded; it has a newline only where the page breaks the
    line (<br>, preformatted text). `level` is the level of a heading (1 to 6) or the depth of
    a list item (1 is outermost), else 0. The cells of a row are joined with " | ".
    """

    kind: BlockKind
    text: str
    level: int = 0
    main: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """Where a page leads, in the page's own words."""

    target: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A page after parsing; menus and footers are blocks with `main` false."""

    title: str
    declared_language: str
    links: tuple[Link, ...]
    blocks: tuple[Block, ...]
    scripts: int = 0


# Blocks of these kinds follow each other on the next line, without a blank one between.
_TIGHT = {BlockKind.ITEM, BlockKind.ROW, BlockKind.TERM, BlockKind.DEFINITION}


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block by its place in a text: `text[start:end]` is its words."""

    kind: BlockKind
    level: int
    start: int
    end: int


def lay_out(blocks: Iterable[Block]) -> tuple[str, tuple[PlacedBlock, ...]]:
    """The text that the blocks make together, and the place of each block in it."""
    parts: list[str] = []
    placed: list[PlacedBlock] = []
    position = 0
    before: BlockKind | None = None
    for block in blocks:
        text = unicodedata.normalize("NFC", block.text).strip()
        if not text:
            continue
        if before is not None:
            gap = "\n" if before in _TIGHT and block.kind in _TIGHT else "\n\n"
            # A combining mark at the start of a block must not fuse with the gap's newline
            # under NFC; newline composes with nothing, so the joined text stays NFC.
            parts.append(gap)
            position += len(gap)
        parts.append(text)
        placed.append(PlacedBlock(block.kind, block.level, position, position + len(text)))
        position += len(text)
        before = block.kind
    return "".join(parts), tuple(placed)
