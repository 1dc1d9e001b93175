"""Reads a text that `lay_out` made, such as an exported policy, without changing a character."""

import re
import unicodedata

from privascope.policy.derive import structure_of
from privascope.policy.document import Block, BlockKind, PlacedBlock
from privascope.policy.plain import with_headings
from privascope.policy.policy import Policy

# Blocks are set apart by an empty line; the lines of a list or a table follow each other.
_CHUNK = re.compile(r"(?:[^\n]|\n(?!\n))+")
_LINE = re.compile(r"[^\n]+")


def laid_out_policy(text: str, title: str = "") -> Policy:
    """The policy of a clean text: its offsets point into `text` as it was given."""
    if not unicodedata.is_normalized("NFC", text):
        raise ValueError("a laid-out text is in NFC")
    places: list[tuple[int, int]] = []
    kinds: list[BlockKind] = []
    for chunk in _CHUNK.finditer(text):
        lines = [
            (chunk.start() + line.start(), chunk.start() + line.end())
            for line in _LINE.finditer(chunk[0])
            if line[0].strip()
        ]
        places += lines
        kinds += [_kind(text[start:end], listed=len(lines) > 1) for start, end in lines]
    blocks = with_headings(
        [
            Block(kind, text[start:end].strip())
            for kind, (start, end) in zip(kinds, places, strict=True)
        ]
    )
    placed = tuple(
        PlacedBlock(block.kind, block.level, *_trimmed(text, *place))
        for block, place in zip(blocks, places, strict=True)
    )
    return structure_of(text, placed, title=title, language="en")


def _kind(line: str, *, listed: bool) -> BlockKind:
    if not listed:
        return BlockKind.PARAGRAPH
    return BlockKind.ROW if " | " in line else BlockKind.ITEM


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    line = text[start:end]
    return start + len(line) - len(line.lstrip()), end - len(line) + len(line.rstrip())
