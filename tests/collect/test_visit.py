"""A page on a short visit: read and judged, stored only when asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.collect.fetch import Fetcher, StatusError
from privascope.collect.outcome import Outcome
from privascope.collect.visit import (
    NotPolicyError,
    keep,
    visit_address,
    visit_bytes,
    visit_file,
    visit_limits,
    visit_text,
)
from privascope.errors import PrivascopeError, RefusedAddressError, SourceError
from privascope.library.store import Library
from tests.collect.local_site import Answer, LocalSite, QuickClock, local_site, page
from tests.conftest import policy_page

RECIPE = (
    "<title>Plum cake</title><h1>Plum cake</h1>"
    + "<p>Stir flour, butter and sugar.</p>" * 40
    + "<footer><a href=/terms>Terms</a> <a href=/legal/privacy>Privacy policy</a></footer>"
)
LOGIN = "<title>Log in</title><h1>Log in</h1><p>E-mail</p><p>Password</p><button>Log in</button>"
WALL = (
    "<title>Before you continue</title><p>We and our partners use cookies.</p>"
    "<p>Accept all</p><p>Manage options</p>"
)
DRAWN = "<html><body><div id=root></div><script src=app.js></script></body></html>"


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as opened:
        opened.answers["/privacy"] = page(policy_page("Quill").decode())
        yield opened


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    hosts = frozenset({"127.0.0.1"})
    with Fetcher(allowed_hosts=hosts, limits=visit_limits(), clock=QuickClock()) as opened:
        yield opened


def test_a_policy_is_read_and_not_stored(site: LocalSite, fetcher: Fetcher) -> None:
    visited = visit_address(site.url("/privacy"), fetcher)
    assert "We keep invoices for seven years" in visited.policy.text
    assert visited.probability > 0.5
    assert visited.arrival.url == site.url("/privacy")


@pytest.mark.parametrize(
    ("html", "outcome", "told"),
    [
        (RECIPE, Outcome.NOT_POLICY, "does not seem to be a privacy policy"),
        (LOGIN, Outcome.LOGIN, "login form"),
        (WALL, Outcome.CONSENT, "consent wall"),
        (DRAWN, Outcome.NEEDS_BROWSER, "drawn by scripts"),
        ("<title>404 Not Found</title><h1>Not found</h1>", Outcome.ERROR, "error page"),
    ],
)
def test_another_kind_of_page_is_named(
    site: LocalSite, fetcher: Fetcher, html: str, outcome: Outcome, told: str
) -> None:
    site.answers["/other"] = page(html)
    with pytest.raises(NotPolicyError, match=told) as refused:
        visit_address(site.url("/other"), fetcher)
    assert refused.value.outcome is outcome


def test_links_that_may_lead_to_the_policy_are_offered(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page(RECIPE)
    with pytest.raises(NotPolicyError) as refused:
        visit_address(site.url("/"), fetcher)
    assert [link.target for link in refused.value.links] == [site.url("/legal/privacy")]
    assert "flour" in visit_address(site.url("/"), fetcher, anyway=True).policy.text


def test_a_site_alone_leads_to_its_policy(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page("<p>Hello</p><a href=/privacy>Privacy policy</a>")
    assert visit_address(site.host, fetcher).arrival.url == site.url("/privacy")


def test_a_missing_page_and_a_private_address(site: LocalSite, fetcher: Fetcher) -> None:
    with pytest.raises(StatusError, match="no such page"):
        visit_address(site.url("/nowhere"), fetcher)
    with pytest.raises(RefusedAddressError, match="private"):
        visit_address("http://10.0.0.1/privacy", fetcher)


def test_robots_are_obeyed(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /")
    with pytest.raises(RefusedAddressError, match=r"robots\.txt"):
        visit_address(site.url("/privacy"), fetcher)
    assert site.paths() == []


def test_a_file_and_a_text(tmp_path: Path) -> None:
    (tmp_path / "saved.html").write_bytes(policy_page("Nib"))
    assert "At Nib this concerns keep." in visit_file(tmp_path / "saved.html").policy.text
    assert visit_text("We sell nothing.").policy.text == "We sell nothing."
    with pytest.raises(SourceError, match="cannot be read"):
        visit_file(tmp_path / "nowhere.html")


def test_keeping_stores_once(site: LocalSite, fetcher: Fetcher, tmp_path: Path) -> None:
    visited = visit_address(site.url("/privacy"), fetcher)
    first = keep(visited, tmp_path / "library")
    assert keep(visited, tmp_path / "library") == first
    with Library(tmp_path / "library") as library:
        assert [policy.id for policy in library.policies()] == [first]
        assert library.policy(first).url == site.url("/privacy")


def test_a_document_that_was_sent_is_read() -> None:
    visited = visit_bytes(policy_page("Quill"), "saved page.html")
    assert "We keep invoices for seven years" in visited.policy.text
    assert visited.arrival.service == "saved page"
    assert visit_bytes(b"We sell it.", "note").policy.text == "We sell it."


@pytest.mark.parametrize("content", [b"", b" \n", b"\x00\x01\xff" * 50, b"%PDF-1.7 broken"])
def test_a_document_that_cannot_be_read_is_told(content: bytes) -> None:
    with pytest.raises(PrivascopeError):
        visit_bytes(content, "sent.pdf")
