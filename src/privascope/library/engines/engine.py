"""What a library requires of a text engine.

A new engine is one file that implements `Engine` and `Indexes`, and a line in `choice.py`. It
raises EngineError or a kind of it for whatever it cannot do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from privascope.library.engines.query import EVERYTHING, Node


@dataclass(frozen=True, slots=True)
class Scored:
    """Best first: how well the words match, times the product of some factors of a version.

    Words of the query that are next to each other in a text add to its score. What has all words
    of the query's bag comes before what has only some of them.
    """

    factors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sorted:
    """By a number of a version; versions without the number come last.

    What has all words of the query's bag comes before what has only some of them.
    """

    key: str


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Best first: the sum of BM25 over the words as written, times the product of some factors.

    The words of the query's bag are alternatives: what has all of them does not come first. The
    weight of a word that n of N versions have is log((N - n + 0.5) / (n + 0.5)), and at least
    `LEAST_RARITY`.
    """

    factors: tuple[str, ...] = ()


Order = Scored | Sorted | Alternatives
LEAST_RARITY = 0.01


@dataclass(frozen=True, slots=True)
class SortKey:
    """A number from 0 to `most` that versions can be sorted by, in one direction."""

    name: str
    most: float
    ascending: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """What an index holds of each version beside its texts.

    `facets` have values, `ranges` are numbers to narrow by and to count. A facet with a value in
    `markers` is known only of the versions that have this value: those alone can be without
    another. `products` are the products of factors that a request can ask for, `keys` what it can
    sort by; an engine that cannot compute them during a search prepares them. Most searches are
    ordered by the first product.
    """

    facets: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    markers: Mapping[str, str] = field(default_factory=dict)
    products: tuple[tuple[str, ...], ...] = ((),)
    keys: tuple[SortKey, ...] = ()

    @property
    def usual_factors(self) -> frozenset[str]:
        """The factors by which most searches are ordered."""
        return frozenset(self.products[0])


@dataclass(frozen=True, slots=True)
class IndexedVersion:
    """A version as an engine sees it; `rest` is what is on the page beside the policy.

    `shown` is false for what searches leave out: past versions, and duplicates of others.
    `facets` holds the values of each facet that is known, `values` a number for each range,
    `factors` what scores can be multiplied by (1 where it is missing), `keys` what can be sorted
    by. `kept` makes what an engine hands back with a match, if it is far from the store.
    """

    id: str
    policy_id: str
    title: str
    url: str
    text: str
    rest: str
    shown: bool = True
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, float] = field(default_factory=dict)
    keys: Mapping[str, float] = field(default_factory=dict)
    kept: Callable[[], bytes] = bytes


@dataclass(frozen=True, slots=True)
class Filters:
    """What results are narrowed to: any of some values, none of others, between two bounds."""

    wanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unwanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """A question to an engine; `histograms` names the ranges to count, with the bins' width.

    `kept` asks for what the engine keeps of each match.
    """

    query: Node = EVERYTHING
    whole_page: bool = False
    filters: Filters = field(default_factory=Filters)
    order: Order = Scored()
    limit: int = 10
    offset: int = 0
    facets: tuple[str, ...] = ()
    histograms: Mapping[str, float] = field(default_factory=dict)
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A version that matched, with its score and the parts of the query's bag that it lacks.

    `kept` is what the engine keeps of it, if it does and was asked for it.
    """

    version_id: str
    policy_id: str
    score: float
    missing: tuple[Node, ...] = ()
    kept: bytes | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """What the facets and ranges hold; each ignores its own filter, not the others'."""

    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    histograms: Mapping[str, Mapping[float, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hits:
    """A page of matches, how many there are in all, and the counts of facets and ranges.

    `total_all_words` is how many of them have all words of the query's bag. An engine may still be
    counting when the matches are there: `counted` waits for it.
    """

    total: int
    best: tuple[Hit, ...]
    total_all_words: int
    counted: Callable[[], Counts] = Counts

    @property
    def facets(self) -> Mapping[str, Mapping[str, int]]:
        """How many matches have each value of each facet."""
        return self.counted().facets

    @property
    def histograms(self) -> Mapping[str, Mapping[float, int]]:
        """How many matches are in each bar of each range."""
        return self.counted().histograms


class Engine(Protocol):
    """One index: finds versions by their words.

    Everything in it can be made again from the store. It may lack facets that were declared after
    it was made: nothing has a value of these then, and of none they are known.
    """

    def search(self, request: Request) -> Hits:
        """Versions that are shown and match, in the order asked for; equals are ordered by id."""
        ...

    def scan(self, request: Request, after: str = "", limit: int = 500) -> Iterator[Hit]:
        """Matches in the order of their ids, from just after one id: a cursor for exports."""
        ...

    def similar_words(self, word: str, limit: int = 1) -> list[str]:
        """Words of the library that may be meant by a rare or misspelt one, likeliest first."""
        ...

    def exists(self) -> bool:
        """Whether the index was made and is still there; if not, it is read as an empty one."""
        ...

    def ids(self) -> set[str]:
        """The ids of all versions in the index, shown or not: what verification compares."""
        ...

    def update(self, versions: Iterable[IndexedVersion], gone: Iterable[str]) -> None:
        """Puts versions in, in place of older entries of the same id, and takes others out.

        When it returns, all of them are kept; if it fails, none or all.
        """
        ...

    def tidy(self) -> None:
        """Makes searches quick again after large updates, where that saves time overall."""
        ...


class Indexes(Protocol):
    """The index that a library uses, and the one that is being made to take its place.

    Only the holder of the library's writer lock may change anything.
    """

    def in_use(self) -> Engine:
        """The index that is searched; it follows when another takes its place."""
        ...

    def position(self) -> int | None:
        """The last change of the store that it knows; None where there is none of today's form."""
        ...

    def note(self, position: int) -> None:
        """Takes down which change of the store the index in use knows."""
        ...

    def fresh(self) -> Engine:
        """An empty index for a rebuild, which nobody searches yet."""
        ...

    def put_in_use(self, fresh: Engine, position: int) -> None:
        """Lets a fresh index take the place of the one in use, in one step."""
        ...

    def remove_others(self) -> None:
        """Takes away every index but the one in use, such as what a kill left half made."""
        ...

    def remove(self) -> None:
        """Takes all of them away."""
        ...
