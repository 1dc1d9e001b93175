"""What of a segment is read, and after which line, so that it is like what was learned from.

A segment takes along every heading above it, the policy's title too, and a long list is cut, so
that its later parts lack the line that introduces them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from privascope.models.practice_windows import Passage
from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.policy import Policy, Span
from privascope.policy.sections import heading_number
from privascope.policy.sentences import split_sentences

_LISTED = (BlockKind.ITEM, BlockKind.ROW, BlockKind.TERM, BlockKind.DEFINITION)
# An item this long is a paragraph with a bullet before it, and speaks for itself.
_PARAGRAPH_LIKE = 400
# A page may write a list as short paragraphs.
_LONGEST_BARE_ITEM = 200
_ENDS = (".", "?", "!", ":")
_LONGEST_HEADING = 80
_LONGEST_LEAD = 200
# The title says of every passage the same.
_TITLE = re.compile(r"\b(?:privacy|cookies?|data protection)\s+(?:policy|notice|statement)\b", re.I)


def passages_to_read(policy: Policy) -> list[Passage]:
    """For each segment what is read of it: its sentences after the heading and line above them."""
    starts = [sentence.start for sentence in policy.sentences]
    found = []
    for body, lead in zip(parts_to_read(policy), find_leads(policy), strict=True):
        first, last = bisect_left(starts, body.start), bisect_left(starts, body.end)
        places = tuple(
            (sentence.start - body.start, min(sentence.end, body.end) - body.start)
            for sentence in policy.sentences[first:last]
        )
        above = _heading_above(policy, body.start)
        parts = filter(None, (above[:_LONGEST_HEADING], lead[-_LONGEST_LEAD:]))
        found.append(Passage(policy.quote(body), ": ".join(parts), places))
    return found


def passage_of(text: str) -> Passage:
    """A segment by itself, with its sentences."""
    places = tuple((sentence.start, sentence.end) for sentence in split_sentences(text))
    return Passage(text, "", places)


def sentences_to_read(policy: Policy) -> list[range]:
    """For each segment the numbers of its sentences that `passages_to_read` gives, in order."""
    starts = [sentence.start for sentence in policy.sentences]
    return [
        range(bisect_left(starts, body.start), bisect_left(starts, body.end))
        for body in parts_to_read(policy)
    ]


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


def _heading_above(policy: Policy, start: int) -> str:
    """The nearest heading above a segment that is not part of it; "" for the policy's title."""
    above = ""
    for section in policy.sections:
        if section.start >= start:
            break
        if start < section.end:
            above = policy.text[section.start : section.heading_end]
    return "" if _TITLE.search(above) else " ".join(above.split())


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
