"""Whether two passages of a text mostly overlap."""

from collections.abc import Sequence

from privascope.policy.policy import Span


def overlap(one: Span, others: Sequence[Span], share: float) -> bool:
    """Whether one place has so much of another, or the other of it."""
    return any(
        min(one.end, other.end) - max(one.start, other.start)
        >= share * min(one.end - one.start, other.end - other.start)
        for other in others
    )
