"""Tables of contents: lists of links to the headings of the same page, not policy text."""

import re
from collections.abc import Sequence

from privascope.policy.document import BlockKind
from privascope.policy.html_blocks import HtmlBlock

_FEWEST = 3
# How much of a block must lead to a place on the same page ...
_LINKED = 0.8
# ... and how many of the list's lines must be headings that follow.
_MATCHED = 0.8
_LONGEST_LINE = 240
_TITLE = re.compile(
    r"(?:table of )?contents|on this page|(?:in|what's in|what’s in) this \w+(?: \w+)?|"
    r"(?:jump|skip|go) to(?: (?:a )?section)?|quick links|index|sections|topics|navigation",
    re.IGNORECASE,
)


def contents_places(blocks: Sequence[HtmlBlock]) -> set[int]:
    """The places of all blocks that make up contents lists, with the lists' titles."""
    places: set[int] = set()
    if not any(map(_leads_down, blocks)):
        return places
    last = _last_places(blocks)
    start = 0
    while start < len(blocks):
        end = start
        while end < len(blocks) and _may_belong(blocks[end]):
            end += 1
        if end > start and _is_contents(blocks[start:end], end, last):
            titled = start > 0 and _TITLE.fullmatch(blocks[start - 1].text.strip(" :"))
            places.update(range(start - 1 if titled else start, end))
        start = end + 1
    return places


def _leads_down(block: HtmlBlock) -> bool:
    return block.jumping >= _LINKED and block.kind is not BlockKind.HEADING


def _may_belong(block: HtmlBlock) -> bool:
    """Whether a block can be part of a contents list, even as a link to another page."""
    return _leads_down(block) or (block.kind is BlockKind.ITEM and block.linked >= _LINKED)


def _is_contents(run: Sequence[HtmlBlock], end: int, last: dict[str, int]) -> bool:
    lines = [(_leads_down(block), line) for block in run for line in block.text.split("\n")]
    matched = sum(leads and last.get(_key(line), -1) >= end for leads, line in lines)
    return matched >= _FEWEST and matched >= _MATCHED * len(lines)


def _last_places(blocks: Sequence[HtmlBlock]) -> dict[str, int]:
    """The last place of each line that can be a heading."""
    return {
        _key(block.text): place
        for place, block in enumerate(blocks)
        if len(block.text) <= _LONGEST_LINE
        and (block.kind is BlockKind.HEADING or block.linked < _LINKED)
    }


def _key(text: str) -> str:
    """The letters of a line: numbers and marks differ between a list and its headings."""
    return "".join(filter(str.isalpha, text.casefold()))
