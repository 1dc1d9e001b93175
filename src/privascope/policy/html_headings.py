"""Bold lines and accordion buttons that serve as headings made headings."""

import re

from privascope.policy.document import BlockKind
from privascope.policy.html_blocks import HtmlBlock

_LONGEST = 120
_MOST_WORDS = 16
_NUMBER = re.compile(
    r"\(?(?:section |article )?([0-9]{1,2}(?:\.[0-9]{1,2})*|[ivx]{1,5}|[a-z])[.):]",
    re.IGNORECASE,
)
_DEEPEST = 6


def settle_headings(blocks: list[HtmlBlock]) -> None:
    """Turns lines that look like headings into headings, a level below the real one above."""
    real = 1
    for place, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING:
            real = block.level
        elif _looks_like_heading(block, blocks[place + 1] if place + 1 < len(blocks) else None):
            number = _NUMBER.match(block.text)
            below = number[1].count(".") if number else 0
            block.kind = BlockKind.HEADING
            block.level = min(_DEEPEST, real + 1 + below)


def _looks_like_heading(block: HtmlBlock, following: HtmlBlock | None) -> bool:
    """Whether a block that is no heading by its element is one to the eye."""
    if not (block.bold or block.opens_panel) or following is None:
        return False
    text = block.text
    if block.kind is BlockKind.ITEM:
        # A bold item is a heading only where its list is broken by the text under it.
        if following.kind is BlockKind.ITEM and following.level <= block.level:
            return False
    elif block.kind is not BlockKind.PARAGRAPH:
        return False
    return (
        len(text) <= _LONGEST
        and text.count(" ") < _MOST_WORDS
        and "\n" not in text
        and not text.endswith((",", ";"))
        and (not text.endswith(".") or bool(_NUMBER.match(text)) or text.count(" ") < 7)
        and any(character.isalpha() for character in text)
    )
