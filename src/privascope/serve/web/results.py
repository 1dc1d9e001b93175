"""A page of search results as its template shows it: rows, bars, chips and menus with addresses."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import quote_plus

from markupsafe import Markup

from privascope.library.engines.engine import Filters
from privascope.library.facets import FACETS, IN_TEXT
from privascope.search.facet_counts import value_name
from privascope.search.page import Facet, FacetValue, Result, SearchPage, SearchRequest
from privascope.search.query import required
from privascope.search.ranking import Ranking
from privascope.search.snippets import Snippet
from privascope.serve.web.histograms import Histogram, bounds_text, draw
from privascope.serve.web.marked import mark_words
from privascope.serve.web.showing import count, plural
from privascope.serve.web.statement_choice import StatementChoice, statement_choice
from privascope.serve.web.urls import (
    policy_address,
    search_address,
    which_address,
    with_not,
    with_range,
    with_value,
    without_filters,
    without_value,
)
from privascope.traits.practices.statements import by_slug

RANKINGS = {
    Ranking.CUSTOM: (
        "best match",
        "matching words, the site’s popularity and how likely it is to be a policy",
    ),
    Ranking.UNWEIGHTED: ("best match, policy or not", "words and popularity of the site"),
    Ranking.RELEVANCE: ("words alone", "how well the words match, each as it is written"),
    Ranking.PUBLISHED: ("as published", "PrivaSeer’s formula: words, popularity, P(policy)"),
    Ranking.PROBABILITY: ("P(policy)", "the likeliest to be a policy first"),
    Ranking.POPULARITY: ("popularity of the site", "the best known sites first"),
    Ranking.NEWEST: ("newest", "by the date that the policy states, or the day it was seen"),
    Ranking.READABILITY: ("easiest to read", "the lowest reading grade first"),
    Ranking.VAGUENESS: ("vaguest", "the largest share of vague sentences first"),
}
_SHOWN_VALUES = 7
_AROUND = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """A link that may be in force."""

    name: str
    address: str
    current: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A facet's value: its link sets or lifts it, `not_address` excludes it."""

    value: FacetValue
    address: str
    not_address: str
    bar: float
    whole_bar: float


@dataclass(frozen=True, slots=True)
class FacetBox:
    """A facet with the values that are shown at once and those behind a fold."""

    name: str
    title: str
    rows: tuple[ValueRow, ...]
    more: tuple[ValueRow, ...]
    known: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A snippet as HTML; its address leads to the place in the policy."""

    html: Markup
    section: str
    address: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A result."""

    result: Result
    address: str
    url: Markup | None
    excerpts: tuple[Excerpt, ...]
    matched: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ResultsView:
    """All that the template of the results page needs."""

    page: SearchPage
    entries: tuple[Entry, ...]
    facets: tuple[FacetBox, ...]
    histograms: tuple[Histogram, ...]
    chips: tuple[Choice, ...]
    orders: tuple[Choice, ...]
    modes: tuple[Choice, ...]
    whole_page: Choice
    suggestion: Choice | None
    numbers: tuple[Choice | None, ...]
    previous: str | None
    following: str | None
    clear: str
    hopes: tuple[Choice, ...]
    questions: tuple[Choice, ...]
    choice: StatementChoice | None
    all_words: str


def view_results(page: SearchPage) -> ResultsView:
    """The page of results with every address on it."""
    request = replace(page.request, page=1)
    reached = min(page.request.page, max(1, page.pages))
    return ResultsView(
        page=page,
        entries=tuple(_entry(result, request) for result in page.results),
        facets=tuple(
            _facet(facet, request, page.total) for facet in page.facets if _is_choice(facet)
        ),
        histograms=tuple(draw(one, request) for one in page.ranges),
        chips=tuple(filter_chips(request)),
        orders=tuple(
            Choice(
                name,
                search_address(replace(request, ranking=ranking)),
                ranking is request.ranking,
                note,
            )
            for ranking, (name, note) in RANKINGS.items()
        ),
        modes=tuple(
            Choice(name, search_address(replace(request, in_urls=on)), on is request.in_urls)
            for name, on in (("text", False), ("URL", True))
        ),
        whole_page=Choice(
            "whole pages",
            search_address(replace(request, whole_page=not request.whole_page)),
            request.whole_page,
        ),
        suggestion=_suggestion(page, request),
        numbers=tuple(
            page_numbers(
                page.request.page,
                reached,
                page.pages,
                lambda number: search_address(request, number),
            )
        ),
        previous=search_address(request, reached - 1) if reached > 1 else None,
        following=search_address(request, reached + 1) if reached < page.pages else None,
        clear=search_address(without_filters(request)),
        hopes=tuple(_hopes(request)) if not page.total else (),
        questions=tuple(_questions(request)),
        choice=statement_choice(request) if page.total else None,
        all_words=search_address(replace(request, text=required(request.text)))
        if page.total_all_words < page.total
        else "",
    )


def _suggestion(page: SearchPage, request: SearchRequest) -> Choice | None:
    if page.suggestion is None:
        return None
    return Choice(page.suggestion, search_address(replace(request, text=page.suggestion)))


def _is_choice(facet: Facet) -> bool:
    """Whether there is anything to choose: one value that all results have narrows nothing.

    A facet that is computed later is always there, if only to say that it is not known yet.
    """
    chosen = any(value.wanted or value.unwanted for value in facet.values)
    return facet.known is not None or len(facet.values) > 1 or chosen


def _facet(facet: Facet, request: SearchRequest, total: int) -> FacetBox:
    base = search_address(request)
    joined = f"{base}{'&' if '?' in base else '?'}"
    most = max((value.total for value in facet.values), default=0) or 1
    rows = []
    for value in facet.values:
        if value.wanted or value.unwanted:
            address = search_address(without_value(request, facet.name, value.value))
            change = with_value if value.unwanted else with_not
            not_address = search_address(change(request, facet.name, value.value))
        else:
            quoted = quote_plus(value.value)
            address = f"{joined}{facet.name}={quoted}"
            not_address = f"{joined}{facet.name}=-{quoted}"
        bar, whole = 100 * value.count / most, 100 * value.total / most
        rows.append(ValueRow(value, address, not_address, round(bar, 1), round(whole, 1)))
    # A fold that would hide a single line is not worth its click.
    shown = len(rows) if len(rows) <= _SHOWN_VALUES + 1 else _SHOWN_VALUES
    in_force = [row for row in rows[shown:] if row.value.wanted or row.value.unwanted]
    rest = [row for row in rows[shown:] if row not in in_force]
    in_all = not (facet.name in request.filters.wanted or facet.name in request.filters.unwanted)
    known = "" if facet.known is None else _known(facet.known, total if in_all else None)
    return FacetBox(facet.name, facet.title, (*rows[:shown], *in_force), tuple(rest), known)


def _known(known: int, total: int | None) -> str:
    """Of how many policies a facet that may be missing is known; a filter hides the total."""
    if not known:
        return "Not computed yet for these policies." if total else ""
    if total is None:
        return f"Computed for {plural(known, 'policy', 'policies')}."
    if known >= total:
        return ""
    return f"Computed for {count(known)} of {count(total)}; the others are not counted."


def _questions(request: SearchRequest) -> Iterator[Choice]:
    """The way to those that say what is filtered by, those that deny it and the silent ones."""
    filters = request.filters
    for slug in (*filters.wanted.get("practice", ()), *filters.unwanted.get("practice", ())):
        if slug in by_slug():
            asked = ["which say so", "which are silent?"]
            if by_slug()[slug].opposite:
                asked.insert(1, "which say the opposite")
            address = which_address(request, slug)
            yield Choice(by_slug()[slug].plain, address, note=", ".join(asked))


def filter_chips(
    request: SearchRequest, address: Callable[[SearchRequest], str] = search_address
) -> Iterator[Choice]:
    """The active filters; the address of each is that of the search without it."""
    filters: Filters = request.filters
    for values, word in ((filters.wanted, ""), (filters.unwanted, "not ")):
        for facet, found in values.items():
            for value in found:
                without = address(without_value(request, facet, value))
                note = FACETS[facet].title if facet in FACETS else facet
                yield Choice(word + value_name(facet, value), without, bool(word), note)
    for name, (low, high) in filters.ranges.items():
        without = address(with_range(request, name, None, None))
        yield Choice(bounds_text(name, low, high), without)


def page_numbers(
    page: int, reached: int, pages: int, address: Callable[[int], str]
) -> Iterator[Choice | None]:
    """Links to pages; None stands for a gap."""
    shown = {1, pages, *range(reached - _AROUND, reached + _AROUND + 1)}
    before = 0
    for number in sorted(number for number in shown if 1 <= number <= pages):
        if number > before + 1:
            yield None
        yield Choice(str(number), address(number), number == page)
        before = number


def _entry(result: Result, request: SearchRequest) -> Entry:
    words = "" if request.in_urls else request.text
    matched = []
    for facet, declared in IN_TEXT.items():
        for value in request.filters.wanted.get(facet, ()):
            if value in result.matched:
                address = policy_address(
                    result.policy_id, "mention-1", q=words, mention=f"{facet}:{value}"
                )
                matched.append(Choice(value_name(facet, value), address, note=declared.verb))
    return Entry(
        result=result,
        address=policy_address(result.policy_id, q=words),
        url=_marked_url(result.url, request.text) if request.in_urls else None,
        excerpts=tuple(_excerpt(snippet, result, words) for snippet in result.snippets),
        matched=tuple(matched),
    )


def _excerpt(snippet: Snippet, result: Result, words: str) -> Excerpt:
    first = snippet.start + (snippet.marks[0].start if snippet.marks else 0)
    return excerpt_of(snippet, policy_address(result.policy_id, f"found-{first}", q=words))


def excerpt_of(snippet: Snippet, address: str) -> Excerpt:
    """A snippet as a page shows it, with the way to its place."""
    return Excerpt(
        html=mark_words(snippet.text, [(mark.start, mark.end) for mark in snippet.marks]),
        section=snippet.section[-1] if snippet.section else "",
        address=address,
    )


def _marked_url(url: str, asked: str) -> Markup:
    words = [re.escape(word) for word in re.findall(r"[^\W_]+", asked)]
    if not words:
        return mark_words(url, ())
    pattern = re.compile("|".join(sorted(words, key=len, reverse=True)), re.IGNORECASE)
    return mark_words(url, [match.span() for match in pattern.finditer(url)])


def _hopes(request: SearchRequest) -> Iterator[Choice]:
    """Other searches to try where this one found nothing."""
    filters = request.filters
    if filters.wanted or filters.unwanted or filters.ranges:
        yield Choice("Search without the filters", search_address(without_filters(request)))
    plain = [w for w in request.text.split() if w not in {"OR", "AND"} and not w.startswith("-")]
    words = list(dict.fromkeys(word.strip('"*+') for word in plain))
    if 1 < len(words) <= 12 and not request.in_urls:
        either = " ".join(word for word in words if word)
        if either != request.text:
            yield Choice("Look for any of the words", search_address(replace(request, text=either)))
    if request.in_urls:
        in_texts = replace(request, in_urls=False)
        yield Choice("Look in the texts instead of the addresses", search_address(in_texts))
    elif not request.whole_page and request.text:
        whole = replace(request, whole_page=True)
        yield Choice("Search menus and footers too", search_address(whole))
    yield Choice("See all policies in the library", "/search")
