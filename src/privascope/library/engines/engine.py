"""What a library asks of a text engine, whichever it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from privascope.library.engines.query import EVERYTHING, Node

FACETS = ("sector", "law", "tracker", "body", "practice", "language")
# What costs much is computed later than the rest. A version of which it is known has this value
# too, so that one that was not read yet is never taken for one that does not say something.
READ = {"practice": "read"}
RANGES = ("grade", "vagueness", "date", "words")


class Ranking(StrEnum):
    """How results are ordered; equals are ordered by id."""

    CUSTOM = "custom"
    UNWEIGHTED = "without-policy"
    RELEVANCE = "relevance"
    POPULARITY = "popularity"
    NEWEST = "newest"
    READABILITY = "readability"
    VAGUENESS = "vagueness"


@dataclass(frozen=True, slots=True)
class IndexedVersion:
    """A version as an engine sees it; `rest` is what stands on the page beside the policy.

    `values` holds a number for each of RANGES that is known (a date as a decimal year),
    `facets` the values of each of FACETS. `probability` is P(policy); `popularity` is 1 for a
    site of which nothing is known, and more for a known one.
    """

    id: str
    policy_id: str
    title: str
    url: str
    text: str
    rest: str
    current: bool
    duplicate: bool
    probability: float = 1.0
    popularity: float = 1.0
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filters:
    """What results are narrowed to: any of some values, none of others, between two bounds."""

    wanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unwanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """A question to an engine; `histograms` names the ranges to count, with the bins' width."""

    query: Node = EVERYTHING
    whole_page: bool = False
    filters: Filters = field(default_factory=Filters)
    ranking: Ranking = Ranking.CUSTOM
    limit: int = 10
    offset: int = 0
    facets: tuple[str, ...] = ()
    histograms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hit:
    """A version that matched, with its score."""

    version_id: str
    policy_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Counts:
    """What the facets and ranges hold; each ignores its own filter, not the others'."""

    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    histograms: Mapping[str, Mapping[float, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hits:
    """A page of matches, how many there are in all, and the counts of facets and ranges.

    An engine may still be counting when the matches are there: `counted` waits for it.
    """

    total: int
    best: tuple[Hit, ...]
    counted: Callable[[], Counts] = Counts

    @property
    def facets(self) -> Mapping[str, Mapping[str, int]]:
        """How many matches have each value of each facet."""
        return self.counted().facets

    @property
    def histograms(self) -> Mapping[str, Mapping[float, int]]:
        """How many matches lie in each bar of each range."""
        return self.counted().histograms


class Engine(Protocol):
    """Finds versions by their words. Everything in it can be made again from the store."""

    def update(self, versions: Iterable[IndexedVersion], gone: Iterable[str]) -> None:
        """Puts versions in, in place of older entries of the same id, and takes others out."""
        ...

    def tidy(self) -> None:
        """Makes searches quick again after large updates, where that is worth its cost."""
        ...

    def exists(self) -> bool:
        """Whether the index was made and is still there; if not, it is read as an empty one."""
        ...

    def ids(self) -> set[str]:
        """The ids of all versions in the index."""
        ...

    def search(self, request: Request) -> Hits:
        """Current versions that match, best first; duplicates of others are left out."""
        ...

    def scan(self, request: Request, after: str = "", limit: int = 500) -> Iterator[Hit]:
        """Matches in the order of their ids, from just after one id: a cursor for exports."""
        ...

    def similar_words(self, word: str, limit: int = 1) -> list[str]:
        """Words of the library that a rare or misspelt one may stand for, likeliest first."""
        ...
