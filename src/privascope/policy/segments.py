"""The segments of a policy: passages on one subject, as OPP-115 cuts them."""

from collections.abc import Sequence

from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.policy import Span
from privascope.policy.sections import heading_places

# Nine in ten segments of OPP-115 have at most 811 characters, the longest 2,278. A list that
# would make a segment longer than this is cut between items of the first level, and only a
# longer one between those below.
_LONGEST_LIST = 1500
_LONGEST_NESTED_LIST = 2300
# An item this long is a paragraph with a bullet before it.
_PARAGRAPH_LIKE_ITEM = 400

_LISTED = (BlockKind.ITEM, BlockKind.ROW, BlockKind.TERM, BlockKind.DEFINITION)


def find_segments(text: str, blocks: Sequence[PlacedBlock]) -> tuple[Span, ...]:
    """The segments in order; a heading goes with what follows it, a list with its first line."""
    headings = set(heading_places(text, blocks))
    segments: list[Span] = []
    start = 0
    for place in range(len(blocks)):
        if place + 1 < len(blocks) and _stay_together(text, blocks, headings, start, place):
            continue
        segments.append(Span(blocks[start].start, blocks[place].end))
        start = place + 1
    return tuple(segments)


def _stay_together(
    text: str, blocks: Sequence[PlacedBlock], headings: set[int], start: int, place: int
) -> bool:
    """Whether the block after `place` belongs to the segment that began at `start`."""
    block, following = blocks[place], blocks[place + 1]
    if place in headings:
        return True
    if place + 1 in headings or following.kind not in _LISTED:
        return False
    if block.kind is BlockKind.TERM and following.kind is BlockKind.DEFINITION:
        return True
    if following.kind is BlockKind.DEFINITION:
        return block.kind is BlockKind.DEFINITION
    if following.kind is BlockKind.TERM:
        return block.kind is BlockKind.TERM
    longest = _LONGEST_LIST if following.level <= 1 else _LONGEST_NESTED_LIST
    if following.end - blocks[start].start > longest:
        return False
    if following.kind is BlockKind.ROW:
        return block.kind is BlockKind.ROW or text[block.end - 1] == ":"
    if following.end - following.start > _PARAGRAPH_LIKE_ITEM and following.level <= 1:
        return text[block.end - 1] == ":" and block.kind is not BlockKind.ITEM
    return block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH)
