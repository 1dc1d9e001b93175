"""Times of many queries, and tables of them, for bench/search.py."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of many queries, each the better of two runs."""

    values: tuple[float, ...]

    @property
    def p50(self) -> float:
        """The median."""
        return statistics.median(self.values)

    @property
    def p95(self) -> float:
        """What 19 of 20 stay below."""
        return statistics.quantiles(self.values, n=20)[18]


def timed(work: Callable[[str], object], queries: Sequence[str]) -> Times:
    """Two passes over the queries after one that warms the caches; the better of the two."""
    for query in queries:
        work(query)
    passes = []
    for _ in range(2):
        values = []
        for query in queries:
            start = time.perf_counter()
            work(query)
            values.append(1000 * (time.perf_counter() - start))
        passes.append(values)
    return Times(tuple(min(pair) for pair in zip(*passes, strict=True)))


def two(number: float) -> str:
    """A number with three telling digits or so."""
    return f"{number:.2f}" if number < 10 else f"{number:.1f}"


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table as Markdown."""
    print(f"\n## {title}\n\n| {' | '.join(header)} |\n|{'---|' * len(header)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
