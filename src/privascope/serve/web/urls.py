"""The state of a page in its address: parsed from it, and written for links and forms."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import QueryParams

from privascope.library.engines.engine import Filters
from privascope.library.facets import FACETS, RANGES
from privascope.search.page import SearchRequest
from privascope.search.parameters import FilterError, read_filters, read_range, write_range
from privascope.search.ranking import Ranking

_MOST_VALUES = 50
_LONGEST_VALUE = 200
_PERCENT = frozenset({"vagueness", "probability"})
# The largest value that a bar of a histogram holds lies this much below the next bar.
_BELOW = {
    "grade": 0.001,
    "vagueness": 0.0001,
    "date": 0.0001,
    "words": 1.0,
    "founded": 1.0,
    "probability": 0.00001,
}


def read_search(parameters: QueryParams) -> tuple[SearchRequest, tuple[str, ...]]:
    """The search that an address describes, and notes on its invalid parts."""
    notes: list[str] = []
    ranges: dict[str, str] = {}
    for name in RANGES:
        text = parameters.get(name, "")
        try:
            if text.strip():
                read_range(name, text)
                ranges[name] = text
        except FilterError as error:
            notes.append(f"{str(error)[:1].upper()}{str(error)[1:]}.")
    facets = {
        name: [
            value
            for value in dict.fromkeys(parameters.getlist(name)[:_MOST_VALUES])
            if len(value) <= _LONGEST_VALUE
        ]
        for name in FACETS
    }
    return (
        SearchRequest(
            text=parameters.get("q", "").strip(),
            in_urls=parameters.get("mode", "") == "url",
            whole_page=parameters.get("whole_page", "").lower() in {"1", "true", "on", "yes"},
            filters=read_filters(facets, ranges),
            ranking=_ranking(parameters.get("rank", ""), notes),
            page=_page(parameters.get("page", ""), notes),
        ),
        tuple(notes),
    )


def _ranking(text: str, notes: list[str]) -> Ranking:
    if not text:
        return Ranking.CUSTOM
    try:
        return Ranking(text)
    except ValueError:
        notes.append(f"There is no order {text[:40]!r}, so the best matches come first.")
        return Ranking.CUSTOM


def _page(text: str, notes: list[str]) -> int:
    if not text:
        return 1
    # More digits than any page has are not worth counting.
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0:
        return int(text)
    notes.append(f"There is no page {text[:40]!r}; this is the first.")
    return 1


def from_form(parameters: QueryParams) -> str | None:
    """The address for what the two boxes of a range say, or None where no box was sent."""
    sent = [n for n in RANGES if f"{n}-from" in parameters or f"{n}-to" in parameters]
    if not sent:
        return None
    request, _ = read_search(parameters)
    pairs = [pair for pair in search_pairs(request) if pair[0] not in sent]
    for name in sent:
        low, high = (_from_box(name, parameters.get(f"{name}-{end}", "")) for end in ("from", "to"))
        if low or high:
            pairs.append((name, f"{low}..{high}"))
    return _address("/search", pairs)


def _from_box(name: str, text: str) -> str:
    """A number as it was typed, in the unit of addresses."""
    text = text.strip().replace(",", "")[:_LONGEST_VALUE]
    if name not in _PERCENT:
        return text
    try:
        return f"{float(text.rstrip('% ')) / 100:g}"
    except ValueError:
        return text


def to_box(name: str, bound: float | None) -> str:
    """A bound as an input box shows it."""
    if bound is None:
        return ""
    if name == "date":
        return f"{int(bound)}"
    if name in _PERCENT:
        return f"{round(bound * 100, 1):g}"
    return f"{bound:.0f}" if name == "words" else f"{round(bound, 1):g}"


def search_pairs(request: SearchRequest, page: int = 1) -> list[tuple[str, str]]:
    """The parameters by which an address or a form describes this search."""
    pairs = [("q", request.text)] if request.text else []
    if request.in_urls:
        pairs.append(("mode", "url"))
    if request.whole_page:
        pairs.append(("whole_page", "1"))
    pairs += _facet_pairs(request.filters)
    pairs += [
        (name, write_range(bounds))
        for name, bounds in request.filters.ranges.items()
        if bounds != (None, None)
    ]
    if request.ranking is not Ranking.CUSTOM:
        pairs.append(("rank", request.ranking.value))
    if page > 1:
        pairs.append(("page", str(page)))
    return pairs


def _facet_pairs(filters: Filters) -> Iterator[tuple[str, str]]:
    for name in FACETS:
        for value in filters.wanted.get(name, ()):
            yield name, value
        for value in filters.unwanted.get(name, ()):
            yield name, f"-{value}"


def search_address(request: SearchRequest, page: int = 1, path: str = "/search") -> str:
    """The address of a page of a search's results."""
    return _address(path, search_pairs(request, page))


def which_address(
    request: SearchRequest, statement: str, only: str = "", page: int = 1, place: str = ""
) -> str:
    """The address of which of a search's results make a statement; of one list if it is named."""
    bare = without_facet(request, "practice")
    pairs = [("which", statement), *([("list", only)] if only else []), *search_pairs(bare, page)]
    return _address("/which", pairs) + (f"#{place}" if place else "")


def library_question_address(
    request: SearchRequest, question: str, most: int = 0, place: str = ""
) -> str:
    """The address of what a search's policies reply to a question; `most` of them are read."""
    pairs = [("ask", question), *search_pairs(request), *([("most", str(most))] if most else [])]
    return _address("/ask-all", pairs) + (f"#{place}" if place else "")


def without_facet(request: SearchRequest, facet: str) -> SearchRequest:
    """The search without any condition on a facet."""
    filters = replace(
        request.filters,
        wanted={name: found for name, found in request.filters.wanted.items() if name != facet},
        unwanted={name: found for name, found in request.filters.unwanted.items() if name != facet},
    )
    return replace(request, filters=filters)


def with_value(request: SearchRequest, facet: str, value: str) -> SearchRequest:
    """The search narrowed to policies with a value, beside the values asked for already."""
    bare = without_value(request, facet, value)
    wanted = {**bare.filters.wanted, facet: (*bare.filters.wanted.get(facet, ()), value)}
    return replace(bare, filters=replace(bare.filters, wanted=wanted))


def with_not(request: SearchRequest, facet: str, value: str) -> SearchRequest:
    """The search narrowed to policies without a value."""
    bare = without_value(request, facet, value)
    unwanted = {**bare.filters.unwanted, facet: (*bare.filters.unwanted.get(facet, ()), value)}
    return replace(bare, filters=replace(bare.filters, unwanted=unwanted))


def without_value(request: SearchRequest, facet: str, value: str) -> SearchRequest:
    """The search without a condition on a value."""
    filters = replace(
        request.filters,
        wanted=_dropped(request.filters.wanted, facet, value),
        unwanted=_dropped(request.filters.unwanted, facet, value),
    )
    return replace(request, filters=filters, page=1)


def _dropped(
    values: Mapping[str, tuple[str, ...]], facet: str, value: str
) -> dict[str, tuple[str, ...]]:
    kept = {**values, facet: tuple(one for one in values.get(facet, ()) if one != value)}
    return {name: found for name, found in kept.items() if found}


def with_range(
    request: SearchRequest, name: str, low: float | None, high: float | None
) -> SearchRequest:
    """The search narrowed to a range, or freed of it when both bounds are None."""
    ranges = {**request.filters.ranges, name: (low, high)}
    if (low, high) == (None, None):
        ranges.pop(name)
    return replace(request, filters=replace(request.filters, ranges=ranges), page=1)


def bar_bounds(name: str, low: float, high: float) -> tuple[float, float]:
    """The range that holds what a histogram counts from `low` to below `high`."""
    return low, high - _BELOW[name]


def without_filters(request: SearchRequest) -> SearchRequest:
    """The search by its words alone."""
    return replace(request, filters=Filters(), page=1)


def policy_address(policy_id: str, place: str = "", **state: str | None) -> str:
    """The address of a policy's page; `place` is an id on it to jump to."""
    pairs = [(name, value) for name, value in state.items() if value]
    return _address(f"/policy/{quote(policy_id, safe='')}", pairs) + (f"#{place}" if place else "")


def diff_address(policy_id: str, earlier: str = "", later: str = "") -> str:
    """The address of what changed between two versions."""
    pairs = [(name, value) for name, value in (("from", earlier), ("to", later)) if value]
    return _address(f"/policy/{quote(policy_id, safe='')}/diff", pairs)


def alternatives_address(policy_id: str, without: Iterable[str] = ()) -> str:
    """The address of services like one, without some practices."""
    pairs = [("without", slug) for slug in without]
    return _address(f"/policy/{quote(policy_id, safe='')}/alternatives", pairs)


def picture_address(policy_id: str, kind: str, version: str = "") -> str:
    """The address of a label's picture: `kind` is label or badge."""
    pairs = [("version", version)] if version else []
    return _address(f"/policy/{quote(policy_id, safe='')}/{kind}.svg", pairs)


def practice_address(sector: str, statement: str) -> str:
    """The address of the policies of a sector that make a statement."""
    return _address("/search", [("sector", sector), ("practice", statement)])


def compare_address(policy_ids: Iterable[str]) -> str:
    """The address of some policies side by side."""
    return _address("/compare", [("policy", policy_id) for policy_id in policy_ids])


def web_link(url: str) -> str | None:
    """An untrusted address if a browser may follow it: http or https with a host, else None."""
    try:
        parts = urlsplit(url.strip())
        if parts.scheme in {"http", "https"} and parts.hostname:
            return parts.geturl()
    except ValueError:
        pass
    return None


def _address(path: str, pairs: list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(pairs)}" if pairs else path
