import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.collect import web_source
from privascope.collect.arrival import Arrival, PageSource, Refusal
from privascope.collect.fetch import Fetcher
from privascope.collect.web_source import WebSource, read_address_list
from privascope.errors import SourceError
from tests.collect.local_site import Answer, LocalSite, QuickClock, Received, local_site, page

LOCAL = frozenset({"127.0.0.1", "localhost"})


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as running:
        yield running


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with Fetcher(allowed_hosts=LOCAL, clock=QuickClock()) as polite:
        yield polite


def elsewhere(site: LocalSite, path: str) -> str:
    """The same site under another host's name."""
    return f"http://localhost:{site.port}{path}"


def test_it_is_a_source(fetcher: Fetcher) -> None:
    source: PageSource = WebSource(["https://shop.example/privacy"], fetcher)
    assert source.name == "https://shop.example/privacy"


def test_an_address_arrives(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/privacy"] = page("words", ETag='"1"', Last_Modified="Monday")
    (arrival,) = WebSource([site.url("/privacy/?utm_source=x")], fetcher).arrivals()
    assert isinstance(arrival, Refusal)
    (arrival,) = WebSource([site.url("/privacy")], fetcher).arrivals()
    assert isinstance(arrival, Arrival)
    assert arrival.content == b"words"
    assert arrival.url == arrival.asked_url == site.url("/privacy")
    assert arrival.key == f"https://{site.host}/privacy"
    assert (arrival.etag, arrival.last_modified) == ('"1"', "Monday")


def test_a_domain_arrives_as_its_policy(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<a href="/p">Privacy Policy</a>')
    site.answers["/p"] = page("<p>We keep nothing.</p>")
    (arrival,) = WebSource([site.host], fetcher).arrivals()
    assert isinstance(arrival, Arrival)
    assert arrival.url == site.url("/p")
    assert arrival.key == "127.0.0.1"


def test_items_keep_the_order_of_the_list(site: LocalSite, fetcher: Fetcher) -> None:
    others_done = threading.Event()

    def slow(asked: Received) -> Answer:
        assert others_done.wait(20)
        return page("slow")

    def last(asked: Received) -> Answer:
        others_done.set()
        return page("quick")

    site.answers["/slow"] = slow
    site.answers["/1"] = page("one")
    site.answers["/last"] = last
    addresses = [site.url("/slow"), elsewhere(site, "/1"), elsewhere(site, "/last")]
    arrivals = list(WebSource(addresses, fetcher, parallel=2).arrivals())
    contents = [item.content for item in arrivals if isinstance(item, Arrival)]
    assert contents == [b"slow", b"one", b"quick"]


def test_one_host_is_asked_one_at_a_time(site: LocalSite, fetcher: Fetcher) -> None:
    lock = threading.Lock()
    inside = 0
    most = 0

    def answer(asked: Received) -> Answer:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        threading.Event().wait(0.005)
        with lock:
            inside -= 1
        return page(asked.path)

    for number in range(12):
        site.answers[f"/{number}"] = answer
    addresses = [site.url(f"/{number}") for number in range(12)]
    arrivals = list(WebSource(addresses, fetcher).arrivals())
    assert [item.content for item in arrivals if isinstance(item, Arrival)] == [
        f"/{number}".encode() for number in range(12)
    ]
    assert most == 1


def test_failures_are_refusals_with_reasons(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/ok"] = page("words")
    addresses = [
        site.url("/gone"),
        "http://10.0.0.1/privacy",
        "ftp://shop.example/privacy",
        "http://[broken",
        "not a domain",
        site.url("/ok"),
    ]
    items = list(WebSource(addresses, fetcher).arrivals())
    assert [isinstance(item, Refusal) for item in items] == [True] * 5 + [False]
    refusals = [item for item in items if isinstance(item, Refusal)]
    assert [refusal.what for refusal in refusals] == addresses[:5]
    assert "404" in refusals[0].why
    assert "private" in refusals[1].why
    assert len({item.key for item in items}) == 6


def test_a_page_listed_twice_comes_once(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/privacy"] = page("words")
    source = WebSource([site.url("/privacy"), "", " ", site.url("/privacy#x")], fetcher)
    assert len(list(source.arrivals())) == 1


def test_unchanged_pages_are_refusals_that_say_so(site: LocalSite, fetcher: Fetcher) -> None:
    def answer(asked: Received) -> Answer:
        known = asked.headers.get("If-None-Match") == '"1"'
        return Answer(status=304) if known else page("words")

    site.answers["/known"] = answer
    site.answers["/new"] = answer
    asked: list[tuple[str, int]] = []

    def validators(url: str) -> tuple[str, str]:
        asked.append((url, threading.get_ident()))
        return ('"1"', "Mon, 05 Jan 2026 00:00:00 GMT") if "known" in url else ("", "")

    source = WebSource([site.url("/known"), site.url("/new")], fetcher, validators=validators)
    known, new = source.arrivals()
    assert isinstance(known, Refusal)
    assert known.unchanged
    assert known.why == "not modified since Mon, 05 Jan 2026 00:00:00 GMT"
    assert isinstance(new, Arrival)
    here = threading.get_ident()
    assert asked == [
        (f"https://{site.host}/known", here),
        (f"https://{site.host}/new", here),
    ]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, GeneratorExit])
def test_an_interrupted_crawl_begins_nothing_more(
    site: LocalSite, fetcher: Fetcher, interruption: type[BaseException]
) -> None:
    reached = threading.Event()
    go_on = threading.Event()

    def second(asked: Received) -> Answer:
        reached.set()
        assert go_on.wait(20)
        return page("second")

    site.answers["/0"] = page("first")
    site.answers["/1"] = second
    addresses = [site.url(f"/{number}") for number in range(20)]
    items = WebSource(addresses, fetcher).arrivals()
    next(items)
    assert reached.wait(20)
    with pytest.raises(interruption):
        items.throw(interruption)  # type: ignore[attr-defined]
    go_on.set()
    for thread in threading.enumerate():
        if thread.name.startswith("fetch "):
            thread.join(timeout=20)
    assert site.paths() == ["/0", "/1"]


def test_results_held_back_are_bounded(
    site: LocalSite, fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_source, "_MOST_HELD", 1)
    for number in range(6):
        site.answers[f"/{number}"] = page(f"page {number}")
    addresses = [
        address
        for number in range(6)
        for address in (site.url(f"/{number}"), elsewhere(site, f"/{number}"))
    ]
    items = list(WebSource(addresses, fetcher).arrivals())
    assert [item.url for item in items if isinstance(item, Arrival)] == addresses


def test_an_unforeseen_error_is_not_swallowed(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(fetcher, "fetch", broken)
    with pytest.raises(ZeroDivisionError):
        list(WebSource(["https://shop.example/privacy"], fetcher).arrivals())


def test_no_addresses(fetcher: Fetcher) -> None:
    assert list(WebSource([], fetcher).arrivals()) == []


def test_the_name_tells_lists_apart(fetcher: Fetcher) -> None:
    one = WebSource(["a.example", "b.example"], fetcher).name
    same = WebSource(["a.example", "b.example "], fetcher).name
    other = WebSource(["a.example", "c.example"], fetcher).name
    assert one == same != other


def test_lists_of_addresses(tmp_path: Path) -> None:
    listed = tmp_path / "sites.txt"
    listed.write_bytes(b"\xef\xbb\xbf# ours\nshop.example\r\n\n  https://b.example/p#x \n\xff\n")
    assert read_address_list(listed) == ["shop.example", "https://b.example/p#x", "\ufffd"]
    with pytest.raises(SourceError, match="cannot be read"):
        read_address_list(tmp_path / "missing.txt")
