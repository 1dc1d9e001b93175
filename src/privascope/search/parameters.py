"""Filters as people write them, on a command line or in an address."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from privascope.errors import PrivascopeError
from privascope.library.engines.engine import Filters
from privascope.library.facets import FACETS, RANGES
from privascope.search.page import PAGE_SIZE, SearchRequest
from privascope.search.ranking import Ranking

Filter: TypeAlias = str | Iterable[str] | tuple[float | None, float | None] | None
_REST_OF_YEAR = 0.9999


class FilterError(PrivascopeError):
    """A filter that cannot be read."""


def read_filters(
    facets: Mapping[str, Sequence[str] | None], ranges: Mapping[str, str | None]
) -> Filters:
    """Filters from values such as "medical" or "-medical", and ranges such as "0.2..0.5"."""
    wanted: dict[str, tuple[str, ...]] = {}
    unwanted: dict[str, tuple[str, ...]] = {}
    for name, values in facets.items():
        given = [value for value in values or () if value.strip("-")]
        wanted[name] = tuple(value for value in given if not value.startswith("-"))
        unwanted[name] = tuple(value[1:] for value in given if value.startswith("-"))
    return Filters(
        {name: values for name, values in wanted.items() if values},
        {name: values for name, values in unwanted.items() if values},
        {name: read_range(name, text) for name, text in ranges.items() if text and text.strip()},
    )


def search_request(
    query: str,
    filters: Mapping[str, Filter],
    rank: str = Ranking.CUSTOM,
    page: int = 1,
    size: int = PAGE_SIZE,
    in_urls: bool = False,
    whole_page: bool = False,
) -> SearchRequest:
    """A search from plain values: facets and ranges by their names, each as a text or several."""
    from privascope.search.statement_names import find_statement

    if rank not in list(Ranking):
        raise FilterError(f"{rank!r} is not a ranking: use {', '.join(Ranking)}")
    if page < 1 or size < 1:
        raise FilterError("page and size must be at least 1")
    unknown = sorted(filters.keys() - {*FACETS, *RANGES})
    if unknown:
        raise FilterError(f"{unknown[0]!r} is not a filter: use {', '.join((*FACETS, *RANGES))}")
    for slug in _values(filters.get("practice")):
        find_statement(slug.removeprefix("-"))
    read = read_filters(
        {name: _values(filters[name]) for name in FACETS if name in filters},
        {name: _bounds(filters[name]) for name in RANGES if name in filters},
    )
    return SearchRequest(query, in_urls, whole_page, read, Ranking(rank), page, size)


def _values(given: Filter) -> list[str]:
    return [given] if isinstance(given, str) else [str(value) for value in given or ()]


def _bounds(given: Filter) -> str:
    if given is None or isinstance(given, str):
        return given or ""
    if not isinstance(given, tuple) or len(given) != 2:
        raise FilterError(f"{given!r} is not a range: give (low, high), or 'LOW..HIGH'")
    return "..".join("" if bound is None else str(bound) for bound in given)


def read_range(name: str, text: str) -> tuple[float | None, float | None]:
    """The bounds in "LOW..HIGH", where either may be left out; one number alone means just it."""
    low, dots, high = text.strip().partition("..")
    try:
        bounds = (float(low) if low else None, float(high) if high else None)
    except ValueError:
        raise FilterError(
            f"{name}: {text[:40]!r} is not a range; write LOW..HIGH, such as ..12, 5.. or 5..12"
        ) from None
    for bound in bounds:
        if bound is not None and not -1e12 < bound < 1e12:
            raise FilterError(f"{name}: {text[:40]!r} is not a number that a policy could have")
    low_bound, high_bound = bounds if dots else (bounds[0], bounds[0])
    if name == "date" and None not in bounds and bounds[0] > bounds[1]:  # type: ignore[operator]
        low_bound, high_bound = high_bound, low_bound
    if name == "date" and high_bound is not None and high_bound == int(high_bound):
        # A year means all of its days.
        high_bound += _REST_OF_YEAR
    return low_bound, high_bound


def write_range(bounds: tuple[float | None, float | None]) -> str:
    """The text that `read_range` reads."""
    low, high = bounds
    if high is not None and abs(high - int(high) - _REST_OF_YEAR) < 1e-9:
        high = int(high)
    return f"{'' if low is None else f'{low:g}'}..{'' if high is None else f'{high:g}'}"
