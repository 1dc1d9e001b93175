"""Which policies say something, deny it or are silent, and the facet beside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from privascope.library.engines.engine import Filters
from privascope.library.index import rebuild
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.parameters import FilterError
from privascope.search.statement_names import looked_for, nearest_statements
from privascope.search.which import Standing, which
from privascope.traits.practices.statements import by_slug
from tests.conftest import TOPICS, make_candidate, policy_page
from tests.location_policies import (
    ADVERTISING,
    LOCATION,
    NOT,
    OPPOSITE,
    SENTENCES,
    SHARING,
    SLUG,
    four_policies,
    keep,
    practices_in,
)


@pytest.fixture
def library(writer: LibraryWriter) -> LibraryWriter:
    """One policy that says so, one that denies it, a silent one, one that was not read."""
    four_policies(writer)
    return writer


def found(library: LibraryWriter, **filters: tuple[str, ...]) -> set[str]:
    """The sites that a search by practice finds; `no` are unwanted."""
    kept = Filters(
        {"practice": filters["yes"]} if "yes" in filters else {},
        {"practice": filters["no"]} if "no" in filters else {},
    )
    page = Searcher(library).search(SearchRequest(filters=kept))
    return {result.domain.partition(".")[0] for result in page.results}


def test_the_facet_narrows(library: LibraryWriter) -> None:
    assert found(library, yes=(SLUG,)) == {"alder"}
    assert found(library, yes=(SLUG, OPPOSITE)) == {"alder", "birch"}


def test_without_means_read_and_not_said(library: LibraryWriter) -> None:
    assert found(library, no=(SLUG,)) == {"birch", "cedar"}
    assert found(library, no=(SLUG, OPPOSITE)) == {"cedar"}


def test_the_facet_tells_how_many_were_read(library: LibraryWriter) -> None:
    page = Searcher(library).search(SearchRequest())
    facet = next(one for one in page.facets if one.name == "practice")
    assert (page.total, facet.known) == (4, 3)
    counts = {value.value: (value.count, value.total) for value in facet.values}
    assert counts == {
        SLUG: (1, 1),
        OPPOSITE: (1, 1),
        "shares-location": (2, 2),
        "shares-data-with-advertisers": (1, 1),
        "does-not-share-data-with-advertisers": (1, 1),
    }
    known = {one.name: one.known for one in page.facets if one.known is not None}
    assert known == {"practice": 3, "ai": 4}


def test_results_name_what_they_were_found_by(library: LibraryWriter) -> None:
    filters = Filters({"practice": (SLUG, "shares-location")})
    page = Searcher(library).search(SearchRequest(filters=filters))
    matched = {result.domain: result.matched for result in page.results}
    assert matched == {
        "alder.example": ("shares-location", SLUG),
        "cedar.example": ("shares-location",),
    }


def test_an_unknown_practice_is_told(library: LibraryWriter) -> None:
    page = Searcher(library).search(SearchRequest(filters=Filters({"practice": ("sell",)})))
    assert page.total == 0
    assert "sells-data" in page.notes[0]


def test_three_lists_with_their_words(library: LibraryWriter) -> None:
    page = which(Searcher(library), library, SearchRequest(), SLUG)
    assert [one.standing for one in page.lists] == list(Standing)
    assert [[two.domain for two in one.policies] for one in page.lists] == [
        ["alder.example"],
        ["birch.example"],
        ["cedar.example"],
    ]
    assert (page.total, page.tally.read, page.tally.unread) == (4, 3, 1)
    for one, name in zip(page.lists, SENTENCES, strict=False):
        (policy,) = one.policies
        (quote,) = policy.quotes
        assert quote.text == SENTENCES[name]
        assert quote.marks
        text = library.derived(policy.version_id).policy.text
        assert text[quote.start : quote.end] == quote.text
        assert not policy.both


def test_the_question_can_be_turned(library: LibraryWriter) -> None:
    page = which(Searcher(library), library, SearchRequest(), OPPOSITE)
    assert [one.policies[0].domain for one in page.lists[:2]] == ["birch.example", "alder.example"]


def test_without_an_opposite_there_are_two_lists(library: LibraryWriter) -> None:
    page = which(Searcher(library), library, SearchRequest(), "collects-location")
    assert [one.standing for one in page.lists] == [Standing.SAYS, Standing.SILENT]
    assert (page.tally.says, page.tally.silent, page.tally.denies) == (0, 3, 0)


def test_one_list_by_pages(library: LibraryWriter) -> None:
    request = SearchRequest(size=1, page=2)
    page = which(Searcher(library), library, request, "lets-you-opt-out", Standing.SILENT)
    (silent,) = page.lists
    assert (silent.total, silent.pages, len(silent.policies)) == (3, 3, 1)
    beyond = which(Searcher(library), library, replace(request, page=9), "lets-you-opt-out")
    assert beyond.lists[-1].policies == ()
    assert "the last one is 3" in beyond.notes[-1]


def test_the_search_stays_in_force(library: LibraryWriter) -> None:
    filters = Filters({"practice": (OPPOSITE,)})
    page = which(Searcher(library), library, SearchRequest("courier", filters=filters), SLUG)
    assert (page.total, page.tally.silent, page.tally.says) == (1, 1, 0)
    assert "ignored here" in page.notes[0]


def test_says_both(writer: LibraryWriter) -> None:
    pair = (SENTENCES["Alder"], SENTENCES["Birch"])
    with writer.transaction():
        candidate = make_candidate(policy_page("Elm", *pair), "https://elm.example/privacy")
        version = writer.policy(writer.store(candidate)[0]).current_version
        policy = writer.derived(version).policy
        words = {LOCATION: "location", ADVERTISING: "advertisers"}
        keep(
            writer,
            version,
            practices_in(policy, SHARING, pair[0], words)
            + practices_in(policy, SHARING, pair[1], {**words, NOT: "never"}),
        )
    rebuild(writer)
    page = which(Searcher(writer), writer, SearchRequest(), SLUG)
    assert (page.tally.says, page.tally.denies, page.tally.both, page.tally.read) == (1, 1, 1, 1)
    assert all(one.policies[0].both for one in page.lists[:2])


def test_unknown_statements_name_the_nearest(library: LibraryWriter) -> None:
    with pytest.raises(FilterError, match="shares-location-with-advertisers"):
        which(Searcher(library), library, SearchRequest(), "share my location with advertiser")
    assert len(nearest_statements("x" * 10_000)) == 3


def test_what_a_heading_says_is_quoted_from_under_it(writer: LibraryWriter) -> None:
    with writer.transaction():
        candidate = make_candidate(policy_page("Fir"), "https://fir.example/privacy")
        version = writer.policy(writer.store(candidate)[0]).current_version
        policy = writer.derived(version).policy
        words = {("Access Type", "Edit information"): "Rights"}
        access = "User Access, Edit and Deletion"
        keep(writer, version, practices_in(policy, access, "Rights at Fir", words))
    rebuild(writer)
    page = which(Searcher(writer), writer, SearchRequest(), "lets-you-correct-your-data")
    (quote,) = page.lists[0].policies[0].quotes
    assert quote.text == TOPICS["rights"]
    assert quote.marks == ()
    assert quote.section[-1] == "Rights at Fir"
    silent = which(Searcher(writer), writer, SearchRequest(), "lets-you-see-your-data")
    assert silent.lists[-1].policies[0].quotes == (quote,)


def test_an_empty_library(tmp_path: Path) -> None:
    with LibraryWriter(tmp_path / "empty") as empty:
        page = which(Searcher(empty), empty, SearchRequest(), SLUG)
    assert (page.total, page.tally.read) == (0, 0)


def test_what_was_looked_for() -> None:
    assert looked_for(by_slug()[SLUG]) == (
        "Who else gets it",
        "location",
        "for advertising or for marketing",
    )
    assert looked_for(by_slug()["sells-data"]) == (
        "Who else gets it",
        "words such as “sell” or “rent”",
    )
