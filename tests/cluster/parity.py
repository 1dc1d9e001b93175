"""Compares what two engines answer to the same request."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from privascope.library.engines.engine import Engine, Hits, Request, Sorted

# Scores that differ by no more than this are taken for equal.
NEAR = 0.01


@dataclass(slots=True)
class Tally:
    """How many of the top tens two engines shared, over many requests."""

    shown: int = 0
    shared: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.shared / self.shown if self.shown else 1.0

    def compare(self, one: Engine, other: Engine, request: Request) -> None:
        """Asks both, and takes down whatever they do not agree on."""
        first, second = one.search(request), other.search(request)
        for what in ("total", "total_all_words", "facets", "histograms"):
            left, right = getattr(first, what), getattr(second, what)
            if left != right:
                self.differences.append(f"{what}: {left} and {right} for {request}")
        ours = {hit.version_id for hit in first.best}
        theirs = {hit.version_id for hit in second.best}
        self.shown += max(len(ours), len(theirs))
        self.shared += len(ours & theirs)
        if isinstance(request.order, Sorted):
            if [hit.version_id for hit in first.best] != [hit.version_id for hit in second.best]:
                self.differences.append(f"another order for {request}")
            return
        more = replace(request, limit=request.limit + 20)
        self.differences += (
            f"{told} for {request}"
            for told in _out_of_order(first, one.search(more), second, other.search(more))
        )
        missing = {hit.version_id: hit.missing for hit in second.best}
        for hit in first.best:
            if hit.version_id in missing and missing[hit.version_id] != hit.missing:
                self.differences.append(f"{hit.version_id} lacks other words for {request}")


def _out_of_order(first: Hits, more: Hits, second: Hits, more_second: Hits) -> Iterator[str]:
    """Where the order differs although the scores are not near each other."""
    ours = {hit.version_id: hit.score for hit in more.best}
    theirs = {hit.version_id: hit.score for hit in more_second.best}
    for left, right in zip(first.best, second.best, strict=False):
        if left.version_id == right.version_id:
            near = _near(left.score, right.score)
        else:
            near = _near(left.score, ours.get(right.version_id, left.score)) and _near(
                right.score, theirs.get(left.version_id, right.score)
            )
        if not near:
            yield f"{left} and {right}"


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= NEAR * max(abs(one), abs(other), 1e-9)
