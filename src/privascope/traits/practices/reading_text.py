"""What of a segment is read, and after which line, so that it is like what was learned from.

A segment takes along every heading above it, the policy's title too, and a long list is cut, so
that its later parts lack the line that introduces them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.policy import Policy, Span
from privascope.policy.sections import heading_number

_LISTED = (BlockKind.ITEM, BlockKind.ROW, BlockKind.TERM, BlockKind.DEFINITION)
# An item this long is a paragraph with a bullet before it, and speaks for itself.
_PARAGRAPH_LIKE = 400
# A page may write a list as short paragraphs.
_LONGEST_BARE_ITEM = 200
_ENDS = (".", "?", "!", ":")


def find_leads(policy: Policy) -> list[str]:
    """For each segment the line that introduces the list it goes on with, else ""."""
    found: list[str] = []
    head = ""
    for blocks in _blocks_by_segment(policy):
        first = policy.quote(blocks[0])
        goes_on = bool(head) and _goes_on(blocks, first, head)
        found.append(head if goes_on and len(first) <= _PARAGRAPH_LIKE else "")
        before = _line_before_items(policy, blocks)
        if before is not None:
            head = before
        elif not goes_on:
            head = ""
    return found


def parts_to_read(policy: Policy) -> list[Span]:
    """For each segment what is read of it: of several headings in a row only the last counts."""
    headings = {section.start: section.heading_end for section in policy.sections}
    return [
        Span(_last_heading(policy.text, segment, headings), segment.end)
        for segment in policy.segments
    ]


def _last_heading(text: str, segment: Span, headings: Mapping[int, int]) -> int:
    """Where the last of the headings begins that a segment opens with, else the segment."""
    start = segment.start
    while start in headings:
        after = headings[start]
        while after < segment.end and text[after].isspace():
            after += 1
        if after not in headings or after >= segment.end:
            break
        start = after
    return start


def _goes_on(blocks: Sequence[PlacedBlock], first: str, head: str) -> bool:
    """Whether a segment is more of the list that `head` introduced."""
    if blocks[0].kind in _LISTED:
        return True
    return (
        head.endswith(":")
        and len(blocks) == 1
        and blocks[0].kind is BlockKind.PARAGRAPH
        and len(first) <= _LONGEST_BARE_ITEM
        and not first.endswith(_ENDS)
        and not heading_number(first)
    )


def _line_before_items(policy: Policy, blocks: Sequence[PlacedBlock]) -> str | None:
    """What announces a segment's items, or items to come; None where there is no list."""
    for block, following in pairwise(blocks):
        if block.kind not in _LISTED and following.kind in _LISTED:
            return _last_sentence(policy, block)
    if policy.text[blocks[-1].end - 1] == ":" and blocks[-1].kind not in _LISTED:
        return _last_sentence(policy, blocks[-1])
    return None


def _last_sentence(policy: Policy, block: PlacedBlock) -> str:
    words = policy.quote(block)
    cut = max(words.rfind(mark, 0, len(words) - 1) for mark in (". ", "? ", "! ", "\n"))
    last = words[cut + 1 :].strip()
    # A sentence that is whole announces nothing.
    return "" if last.endswith((".", "!")) else last


def _blocks_by_segment(policy: Policy) -> Iterator[list[PlacedBlock]]:
    at = 0
    for segment in policy.segments:
        blocks: list[PlacedBlock] = []
        while at < len(policy.blocks) and policy.blocks[at].start < segment.end:
            if policy.blocks[at].start >= segment.start:
                blocks.append(policy.blocks[at])
            at += 1
        yield blocks or [_whole(segment)]


def _whole(segment: Span) -> PlacedBlock:
    return PlacedBlock(BlockKind.PARAGRAPH, 0, segment.start, segment.end)
