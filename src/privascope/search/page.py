"""What is asked of a search, and the one page that answers it everywhere."""

from dataclasses import dataclass, field
from datetime import date

from privascope.library.engines.engine import Filters, Ranking
from privascope.search.snippets import Snippet

PAGE_SIZE = 10
# No one reads further; whoever needs all results exports them.
MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search as a person or a program states it.

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
class Result:
    """A policy that matched. None stands for what is not known or not computed yet."""

    policy_id: str
    version_id: str
    title: str
    url: str
    domain: str
    date: date | None
    sector: str | None
    sector_source: str | None
    language: str
    words: int
    minutes: float | None
    grade: float | None
    vagueness: float | None
    probability: float
    trackers: tuple[str, ...] | None
    bodies: tuple[str, ...] | None
    laws: tuple[str, ...] | None
    matched: tuple[str, ...]
    score: float
    snippets: tuple[Snippet, ...]


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
    """A trait that results can be narrowed by."""

    name: str
    title: str
    values: tuple[FacetValue, ...]


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
class SearchPage:
    """One page of results, with what they can be narrowed by.

    `suggestion` is the query with a rare word replaced by the one that was probably meant;
    `notes` say what in the request could not be followed.
    """

    request: SearchRequest
    total: int
    pages: int
    results: tuple[Result, ...]
    facets: tuple[Facet, ...]
    ranges: tuple[Range, ...]
    suggestion: str | None
    notes: tuple[str, ...]
    milliseconds: float
