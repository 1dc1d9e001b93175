"""The sections of a policy, nested as its headings and their numbers say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.line_shapes import is_leader_row, is_street_line
from privascope.policy.policy import Section

_NUMBER = re.compile(r"(?:§\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})([.):]|\s*[-–—]|(?=\s))\s*(?=[^\W\d_])")
# A larger number without a mark after it does not belong to a heading.
_HOUSE_NUMBER = re.compile(r"\d{3}\s")
_LONGEST_PSEUDO_HEADING = 100
# A page that marks its headings has no need for bare lines to be read as such.
_FEW_HEADINGS = 3
# Below every heading that the page marked.
_PSEUDO_LEVEL = 7


@dataclass(slots=True)
class _Open:
    """A section whose end is not known yet."""

    level: int
    number: tuple[int, ...]
    index: int
    child_level: int = 0

    def encloses(self, level: int, number: tuple[int, ...]) -> bool:
        """Whether a heading that comes now is under this one; numbers count more than levels."""
        deeper = level > self.level
        if not (self.number and number):
            return deeper
        if len(number) > len(self.number) and number[: len(self.number)] == self.number:
            return True
        if number > self.number and not (deeper and level == self.child_level):
            return False
        return deeper


def find_sections(text: str, blocks: Sequence[PlacedBlock]) -> tuple[Section, ...]:
    """The sections in order, each with its parent; level 1 is outermost and none is skipped."""
    sections: list[Section] = []
    stack: list[_Open] = []
    for place in heading_places(text, blocks):
        block = blocks[place]
        level = block.level if block.kind is BlockKind.HEADING else _PSEUDO_LEVEL
        number = heading_number(text[block.start : block.end])
        while stack and not stack[-1].encloses(level, number):
            _close(sections, stack.pop().index, blocks[place - 1].end)
        if stack and not stack[-1].child_level:
            stack[-1].child_level = level
        parent = stack[-1].index if stack else -1
        stack.append(_Open(level, number, len(sections)))
        sections.append(Section(len(stack), block.start, block.end, block.end, parent))
    for section in stack:
        _close(sections, section.index, blocks[-1].end)
    return tuple(sections)


def heading_places(text: str, blocks: Sequence[PlacedBlock]) -> list[int]:
    """Which blocks are headings: those marked as such, and bare lines that can be nothing else."""
    marked = sum(block.kind is BlockKind.HEADING for block in blocks)
    return [
        place
        for place, block in enumerate(blocks)
        if block.kind is BlockKind.HEADING
        or (
            block.kind is BlockKind.PARAGRAPH
            and block.end - block.start <= _LONGEST_PSEUDO_HEADING
            and place + 1 < len(blocks)
            and _is_pseudo_heading(text, block, blocks[place + 1], marked < _FEW_HEADINGS)
        )
    ]


def heading_number(heading: str) -> tuple[int, ...]:
    """The number before a heading's words: (4, 1) for "4.1. How we use", else ()."""
    match = _NUMBER.match(heading)
    if not match or (not match[2] and (_HOUSE_NUMBER.match(heading) or is_street_line(heading))):
        return ()
    return tuple(int(part) for part in match[1].split("."))


def _close(sections: list[Section], index: int, end: int) -> None:
    section = sections[index]
    sections[index] = Section(
        section.level, section.start, section.heading_end, end, section.parent
    )


def _is_pseudo_heading(text: str, block: PlacedBlock, following: PlacedBlock, bare: bool) -> bool:
    words = text[block.start : block.end]
    if "\n" in words or words[-1] in ".,;:!" or "@" in words or "://" in words:
        return False
    if following.kind is BlockKind.HEADING or is_leader_row(words):
        return False
    if heading_number(words):
        return True
    longer = following.end - following.start > 2 * len(words)
    if not longer or not words[0].isupper():
        return False
    return words[-1] == "?" or (words.isupper() and len(words) > 3) or (bare and _is_title(words))


def _is_title(words: str) -> bool:
    return len(words) <= 60 and not any(character.isdigit() for character in words)
