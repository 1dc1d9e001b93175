"""Services like one, those whose policies suit a reader better first."""

import pytest

from privascope.compare.alternatives import Alternatives, alternatives_to
from privascope.errors import NotFoundError, PrivascopeError
from privascope.library.index import catch_up
from privascope.library.records import Company
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.parameters import FilterError
from tests.location_policies import OPPOSITE, SLUG, four_policies


@pytest.fixture
def library(writer: LibraryWriter) -> LibraryWriter:
    """One policy that says so, one that denies it, a silent one, one that was not read."""
    four_policies(writer)
    domains = [row["domain"] for row in writer.rows("SELECT domain FROM policy")]
    with writer.transaction():
        writer.set_companies(
            [
                Company(domain, name=domain.partition(".")[0].title(), industry="computer software")
                for domain in domains
            ]
        )
    catch_up(writer)
    return writer


def asked(library: LibraryWriter, target: str, *without: str) -> Alternatives:
    return alternatives_to(library, Searcher(library), target, without)


def test_a_service_that_denies_it_comes_before_one_that_is_silent(library: LibraryWriter) -> None:
    found = asked(library, "alder", SLUG)
    assert found.name == "Alder"
    assert [one.name for one in found.policies] == ["Birch", "Cedar"]
    birch, cedar = found.policies
    assert [wish.statement for wish in birch.wishes] == [OPPOSITE]
    assert (birch.denied, cedar.denied) == (1, 0)
    text = library.derived(birch.version_id).policy.text
    (quote,) = birch.wishes[0].quotes
    assert text[quote.start : quote.end] == quote.text
    assert cedar.wishes[0].quotes == ()
    assert (found.similar, found.ruled_out, found.unread) == (3, 0, 1)


def test_a_service_that_says_it_is_left_out(library: LibraryWriter) -> None:
    found = asked(library, "cedar", SLUG)
    assert [one.name for one in found.policies] == ["Birch"]
    assert found.ruled_out == 1
    assert {one.name for one in asked(library, "cedar").policies} == {"Alder", "Birch"}


def test_what_cannot_be_followed_is_an_error_that_says_why(library: LibraryWriter) -> None:
    with pytest.raises(FilterError, match="nearest"):
        asked(library, "cedar", "sell-all")
    with pytest.raises(NotFoundError):
        asked(library, "nobody")
    with library.transaction():
        library.write("DELETE FROM company")
        library.write("DELETE FROM trait WHERE name = 'sector'")
    with pytest.raises(PrivascopeError, match="sector"):
        asked(library, "cedar")
