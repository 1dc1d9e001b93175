from collections.abc import Iterator

import pytest

from privascope.collect.fetch import Fetcher
from privascope.collect.verification import VerificationState, verify_address
from tests.collect.local_site import Answer, LocalSite, QuickClock, local_site, page, redirect

LOCAL = frozenset({"127.0.0.1"})


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as running:
        running.answers["/privacy"] = page("<p>words")
        yield running


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with Fetcher(allowed_hosts=LOCAL, clock=QuickClock()) as polite:
        yield polite


def test_a_direct_link(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<a href="/privacy/?utm_source=foot#top">Our promise</a>')
    result = verify_address(site.url("/privacy"), fetcher)
    assert result.state is VerificationState.VERIFIED
    assert result.status == 200
    assert "'Our promise'" in result.reason
    assert site.paths() == ["/privacy", "/"]


def test_a_link_that_redirects_there(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<a href="/legal/privacy">Privacy Policy</a>')
    site.answers["/legal/privacy"] = redirect("/privacy")
    result = verify_address(site.url("/privacy"), fetcher)
    assert result.state == "verified"
    assert "which leads to it" in result.reason


def test_an_old_address_that_redirects_to_the_linked_one(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/old"] = redirect("/privacy", 301)
    site.answers["/"] = page('<a href="/privacy">Privacy</a>')
    assert verify_address(site.url("/old"), fetcher).state == "verified"


def test_a_policy_on_the_first_page(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page("<p>We keep nothing.</p>")
    assert verify_address(site.url("/"), fetcher).state == "verified"


def test_no_link_leads_there(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<a href="/new">Privacy Policy</a> <a href="/about">About</a>')
    site.answers["/new"] = page("<p>new words")
    result = verify_address(site.url("/privacy"), fetcher)
    assert (result.state, result.status) == ("unverified", 200)
    assert f"No link on {site.url('/')} leads to it" in result.reason


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone(site: LocalSite, fetcher: Fetcher, status: int) -> None:
    site.answers["/privacy"] = Answer(status=status)
    result = verify_address(site.url("/privacy"), fetcher)
    assert (result.state, result.status) == ("unverified", status)
    assert str(status) in result.reason
    assert site.paths() == ["/privacy"]


@pytest.mark.parametrize("status", [403, 500, 503])
def test_an_address_that_cannot_be_judged(site: LocalSite, fetcher: Fetcher, status: int) -> None:
    site.answers["/privacy"] = Answer(status=status)
    result = verify_address(site.url("/privacy"), fetcher)
    assert (result.state, result.status) == ("unchecked", status)


def test_a_first_page_that_does_not_answer(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = Answer(status=403)
    result = verify_address(site.url("/privacy"), fetcher)
    assert (result.state, result.status) == ("unchecked", 200)
    assert "403" in result.reason


def test_a_first_page_drawn_by_scripts(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<div id="app"></div><script src="app.js"></script>')
    result = verify_address(site.url("/privacy"), fetcher)
    assert result.state == "unchecked"
    assert "without a browser" in result.reason


@pytest.mark.parametrize("url", ["http://10.0.0.1/privacy", "nonsense", ""])
def test_an_address_that_is_refused(fetcher: Fetcher, url: str) -> None:
    result = verify_address(url, fetcher)
    assert (result.state, result.status) == ("unchecked", 0)
    assert result.reason


def test_a_subdomain_is_also_looked_for_on_the_main_site(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    from privascope.collect.fetch import Fetched

    pages = {
        "https://legal.shop.example/privacy": b"<p>words",
        "https://legal.shop.example/": b'<a href="/terms">Terms</a>',
        "https://shop.example/": b'<a href="https://legal.shop.example/privacy">Privacy</a>',
    }

    def fetch(self: Fetcher, url: str, **_: str) -> Fetched:
        now = datetime.now(UTC)
        return Fetched(url, url, 200, "text/html", pages[url], "", "", now)

    monkeypatch.setattr(Fetcher, "fetch", fetch)
    with Fetcher() as fetcher:
        result = verify_address("https://legal.shop.example/privacy", fetcher)
    assert result.state == "verified"
    assert "https://shop.example/" in result.reason
