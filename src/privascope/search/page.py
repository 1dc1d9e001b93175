"""The request for a search, and the page of results that every interface returns."""

from dataclasses import dataclass, field

from privascope.library.engines.engine import Filters
from privascope.search.entry import PolicyEntry
from privascope.search.ranking import Ranking
from privascope.search.snippets import Snippet
from privascope.typed_result import TypedResult

PAGE_SIZE = 10
# Longer than any question; bounds the work on hostile text.
LONGEST_QUERY = 2000
# Nobody reads further; all results can be exported.
MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search as a person or a program requests it.

    `in_urls` searches addresses instead of texts; `whole_page` searches menus and footers too.
    """

    text: str = ""
    in_urls: bool = False
    whole_page: bool = False
    filters: Filters = field(default_factory=Filters)
    ranking: Ranking = Ranking.CUSTOM
    page: int = 1
    size: int = PAGE_SIZE


@dataclass(frozen=True, slots=True)
class Result(PolicyEntry):
    """A policy that matched, with the passages that match.

    `missing` are the words of the query that it does not have.
    """

    matched: tuple[str, ...]
    score: float
    snippets: tuple[Snippet, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a facet: how many results have it, of how many in the whole library."""

    value: str
    name: str
    count: int
    total: int
    wanted: bool
    unwanted: bool

    @property
    def share(self) -> float:
        """The share of the library's policies with this value that are among the results."""
        return self.count / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Facet:
    """A trait that results can be narrowed by.

    `known` is of how many results it is computed, where that is done later than the rest. Like
    the counts, it ignores the facet's own filter. Results of which it is not known are neither
    with a value nor without it.
    """

    name: str
    title: str
    values: tuple[FacetValue, ...]
    known: int | None = None


@dataclass(frozen=True, slots=True)
class Bin:
    """How many results lie from `low` to below `high`."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Range:
    """A number that results can be narrowed by, with its distribution and the bounds in force."""

    name: str
    title: str
    bins: tuple[Bin, ...]
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SearchPage(TypedResult):
    """One page of results, with what they can be narrowed by.

    A query's words are looked for together: `total` policies have at least one of them, and
    `total_all_words` have them all.
    `suggestion` is the query with a rare word replaced by the one that was probably meant;
    `notes` say what in the request could not be followed.
    """

    request: SearchRequest
    total: int
    total_all_words: int
    pages: int
    results: tuple[Result, ...]
    facets: tuple[Facet, ...]
    ranges: tuple[Range, ...]
    suggestion: str | None
    notes: tuple[str, ...]
    milliseconds: float
