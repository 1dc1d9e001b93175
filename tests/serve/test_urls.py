"""What an address says is what the page does, there and back."""

from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams

from privascope.library.engines.engine import Filters
from privascope.library.facets import FACETS, RANGES
from privascope.search.page import SearchRequest
from privascope.search.ranking import Ranking
from privascope.serve.web.urls import (
    bar_bounds,
    from_form,
    policy_address,
    read_search,
    search_address,
    web_link,
    with_not,
    with_range,
    with_value,
    without_filters,
    without_value,
)


def parameters(address: str) -> QueryParams:
    return QueryParams(urlsplit(address).query)


WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30
).map(str.strip)
VALUES = WORDS.filter(lambda text: text and not text.startswith("-"))
CHOSEN = st.dictionaries(
    st.sampled_from(list(FACETS)), st.lists(VALUES, min_size=1, max_size=4, unique=True).map(tuple)
)
BOUND = st.none() | st.integers(-500, 99_999).map(float)
REQUESTS = st.builds(
    SearchRequest,
    text=WORDS,
    in_urls=st.booleans(),
    whole_page=st.booleans(),
    filters=st.builds(
        Filters,
        wanted=CHOSEN,
        unwanted=CHOSEN,
        ranges=st.dictionaries(
            st.sampled_from([name for name in RANGES if name != "date"]),
            st.tuples(BOUND, BOUND).filter(lambda bounds: bounds != (None, None)),
        ),
    ),
    ranking=st.sampled_from(Ranking),
    page=st.integers(1, 1000),
)


@pytest.mark.slow
@given(REQUESTS)
def test_an_address_stands_for_its_search(request_: SearchRequest) -> None:
    read, notes = read_search(parameters(search_address(request_, request_.page)))
    assert read == request_
    assert notes == ()


def test_a_year_means_all_of_its_days_and_is_written_as_a_year() -> None:
    read, _ = read_search(QueryParams("date=2020..2022"))
    low, high = read.filters.ranges["date"]
    assert low == 2020
    assert high is not None
    assert 2022.99 < high < 2023
    assert search_address(read) == "/search?date=2020..2022"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("page=0", "no page '0'"),
        ("page=-1", "no page"),
        ("page=many", "no page 'many'"),
        ("page=" + "9" * 500, "no page"),
        ("rank=best", "no order 'best'"),
        ("grade=low..high", "is not a range"),
        ("words=nan..", "not a number"),
    ],
)
def test_what_makes_no_sense_is_told_and_left_out(query: str, told: str) -> None:
    read, notes = read_search(QueryParams(query))
    assert read == SearchRequest()
    assert told in notes[0]


def test_many_and_long_values_are_left_out() -> None:
    query = "&".join([f"law=law{n}" for n in range(1000)] + ["body=" + "x" * 5000])
    read, _ = read_search(QueryParams(query))
    assert len(read.filters.wanted["law"]) == 50
    assert "body" not in read.filters.wanted


def test_values_are_added_negated_and_taken_away() -> None:
    plain = SearchRequest("cookies", page=4)
    both = with_value(with_value(plain, "law", "gdpr"), "law", "ccpa")
    assert search_address(both) == "/search?q=cookies&law=gdpr&law=ccpa"
    one = with_not(both, "law", "gdpr")
    assert search_address(one) == "/search?q=cookies&law=ccpa&law=-gdpr"
    assert without_value(without_value(one, "law", "gdpr"), "law", "ccpa") == replace(plain, page=1)
    assert without_filters(one) == replace(plain, page=1)


def test_a_range_is_set_and_lifted() -> None:
    narrowed = with_range(SearchRequest("x"), "grade", None, 12.0)
    assert search_address(narrowed) == "/search?q=x&grade=..12"
    assert with_range(narrowed, "grade", None, None) == SearchRequest("x")


@pytest.mark.parametrize("name", RANGES)
def test_bars_side_by_side_share_no_value(name: str) -> None:
    low, high = bar_bounds(name, 2020.0, 2021.0)
    assert low == 2020
    assert 2020 <= high < 2021


def test_the_boxes_of_a_range_become_an_address() -> None:
    def sent(query: str) -> str | None:
        return from_form(QueryParams(query))

    assert sent("q=x&law=gdpr&grade-from=5&grade-to=") == "/search?q=x&law=gdpr&grade=5.."
    assert sent("vagueness-from=10&vagueness-to=25+%25") == "/search?vagueness=0.1..0.25"
    assert sent("words=1..2&words-from=1,000&words-to=2,000") == "/search?words=1000..2000"
    assert sent("q=x&grade-from=&grade-to=") == "/search?q=x"
    assert sent("q=x&grade=5..") is None


def test_a_policy_s_address_holds_its_state() -> None:
    assert policy_address("ab", q=None, vague="") == "/policy/ab"
    address = policy_address("a/b", "mention-1", q='"a b" & c', mention="law:gdpr")
    assert address == "/policy/a%2Fb?q=%22a+b%22+%26+c&mention=law%3Agdpr#mention-1"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//elsewhere.example",
        "https:///path",
        "http://[::1",
        "notes.html",
        "",
    ],
)
def test_only_web_addresses_are_links(url: str) -> None:
    assert web_link(url) is None


def test_web_addresses_are_links() -> None:
    assert web_link("https://a.example/p?x=1#y") == "https://a.example/p?x=1#y"
