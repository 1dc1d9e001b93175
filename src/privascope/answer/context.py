"""The context of a quote: the sentences without which it would not be understood."""

from bisect import bisect_right
from collections.abc import Iterator

from privascope.answer.answer import Mark
from privascope.answer.passages import Passages
from privascope.answer.references import referred
from privascope.policy.document import BlockKind
from privascope.policy.policy import Policy

_LONGEST_CHAIN = 2


def context_of(policy: Policy, passages: Passages, number: int) -> tuple[Mark, ...]:
    """The context that a sentence needs before it, in reading order.

    The line that introduces its list, the first row of its table, the term that it defines, what
    "they" or "this information" in it refers to; and what that needs in turn.
    """
    own = Mark(passages[number].start, passages[number].end)
    found = {mark for mark in _needed(policy, passages, number, _LONGEST_CHAIN) if mark != own}
    return tuple(sorted(found, key=lambda mark: mark.start))


def _needed(policy: Policy, passages: Passages, number: int, most: int) -> Iterator[Mark]:
    passage = passages[number]
    yield from _above(policy, passage.start)
    if not most:
        return
    for other in {passage.head, referred(policy, passages, number)} - {-1}:
        yield Mark(passages[other].start, passages[other].end)
        yield from _needed(policy, passages, other, most - 1)


def _above(policy: Policy, position: int) -> Iterator[Mark]:
    """The row that names a table's columns, or the term above its definition."""
    blocks = policy.blocks
    place = bisect_right(blocks, position, key=lambda block: block.start) - 1
    if place < 0:
        return
    kind = blocks[place].kind
    if kind is BlockKind.ROW:
        first = place
        while first and blocks[first - 1].kind is BlockKind.ROW:
            first -= 1
        if first < place:
            yield Mark(blocks[first].start, blocks[first].end)
    elif kind is BlockKind.DEFINITION:
        while place and blocks[place].kind is BlockKind.DEFINITION:
            place -= 1
        if blocks[place].kind is BlockKind.TERM:
            yield Mark(blocks[place].start, blocks[place].end)
