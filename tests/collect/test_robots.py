from collections.abc import Iterator

import httpx
import pytest

from privascope.collect.fetch import Fetcher
from privascope.collect.robots import (
    LARGEST_ROBOTS,
    DisallowedError,
    Robots,
    RobotsFile,
    parse_robots,
)
from privascope.collect.user_agent import PRODUCT, user_agent
from privascope.errors import FetchError
from tests.collect.local_site import (
    Answer,
    LocalSite,
    QuickClock,
    Received,
    local_site,
    page,
    redirect,
)

LOCAL = frozenset({"127.0.0.1"})


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as running:
        running.answers["/privacy"] = page("words")
        yield running


@pytest.fixture
def clock() -> QuickClock:
    return QuickClock()


@pytest.fixture
def fetcher(clock: QuickClock) -> Iterator[Fetcher]:
    with Fetcher(allowed_hosts=LOCAL, clock=clock) as polite:
        yield polite


def rules(text: str) -> Answer:
    return Answer(text.encode(), headers={"Content-Type": "text/plain"})


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", True),
        ("User-agent: *\nDisallow: /", False),
        ("User-agent: *\nDisallow:", True),
        ("User-agent: *\nDisallow: /private", True),
        ("User-agent: *\nDisallow: /\nAllow: /privacy", True),
        ("User-agent: *\nDisallow: /*acy$", False),
        ("User-agent: Privascope\nDisallow: /", False),
        ("user-agent: PRIVASCOPE/2.0\ndisallow: /", False),
        ("User-agent: Otherbot\nDisallow: /", True),
        ("User-agent: Privascope\nAllow: /\n\nUser-agent: *\nDisallow: /", True),
        ("User-agent: Otherbot\nUser-agent: Privascope\nDisallow: /", False),
        ("User-agent: Otherbot # and Privascope\nDisallow: /", True),
        ("\ufeffUser-agent: *\nDisallow: /", False),
        ("<html><body>Not found</body></html>", True),
        ("\0\x01\x02", True),
    ],
)
def test_rules(site: LocalSite, fetcher: Fetcher, text: str, allowed: bool) -> None:
    site.answers["/robots.txt"] = rules(text)
    if allowed:
        assert fetcher.fetch(site.url("/privacy")).content == b"words"
    else:
        with pytest.raises(DisallowedError, match=r"robots\.txt does not allow"):
            fetcher.fetch(site.url("/privacy"))
        assert site.paths() == []


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_without_a_robots_file_all_is_allowed(
    site: LocalSite, fetcher: Fetcher, status: int
) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /", status)
    assert fetcher.fetch(site.url("/privacy")).status == 200


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_robots_file_out_of_order_forbids_all(
    site: LocalSite, fetcher: Fetcher, status: int
) -> None:
    site.answers["/robots.txt"] = Answer(status=status)
    with pytest.raises(FetchError, match=f"status {status}; until it can be read"):
        fetcher.fetch(site.url("/privacy"))
    assert site.paths() == []


def test_a_robots_file_that_cannot_be_reached_forbids_all(clock: QuickClock) -> None:
    with local_site() as gone:
        address = gone.url("/privacy")
    with Fetcher(allowed_hosts=LOCAL, clock=clock) as fetcher:
        for _ in range(2):
            with pytest.raises(FetchError, match="refuses"):
                fetcher.fetch(address)
    assert len(clock.slept) == 3  # the second time, the failure is remembered


def test_the_file_is_fetched_once_a_day(
    site: LocalSite, fetcher: Fetcher, clock: QuickClock
) -> None:
    site.answers["/robots.txt"] = rules("User-agent: *\nDisallow: /secret")

    def times() -> int:
        return sum(asked.path == "/robots.txt" for asked in site.asked)

    fetcher.fetch(site.url("/privacy"))
    fetcher.fetch(site.url("/privacy"))
    assert times() == 1
    clock.sleep(25 * 3600)
    fetcher.fetch(site.url("/privacy"))
    assert times() == 2


def test_the_file_may_redirect(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/robots.txt"] = redirect("/rules.txt")
    site.answers["/rules.txt"] = rules("User-agent: *\nDisallow: /privacy")
    with pytest.raises(DisallowedError):
        fetcher.fetch(site.url("/privacy"))


def test_a_redirect_is_checked_like_an_address(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/robots.txt"] = rules("User-agent: *\nDisallow: /privacy")
    site.answers["/open"] = redirect("/privacy")
    with pytest.raises(DisallowedError):
        fetcher.fetch(site.url("/open"))
    assert site.paths() == ["/open"]


@pytest.mark.parametrize(("asked", "kept"), [("7", 7), ("0.1", 1), ("86400", 30), ("soon", 1)])
def test_crawl_delay(
    site: LocalSite, fetcher: Fetcher, clock: QuickClock, asked: str, kept: float
) -> None:
    site.answers["/robots.txt"] = rules(f"User-agent: *\nCrawl-delay: {asked}")
    fetcher.fetch(site.url("/privacy"))
    clock.slept.clear()
    fetcher.fetch(site.url("/privacy"))
    assert len(clock.slept) == 1
    assert kept - 0.5 < clock.slept[0] <= kept


def test_only_the_beginning_of_a_huge_file_counts(site: LocalSite, fetcher: Fetcher) -> None:
    def endless() -> Iterator[bytes]:
        yield b"User-agent: *\nDisallow: /secret\n"
        for _ in range(2000):
            yield b"# nothing to see here\n" * 50
        yield b"Disallow: /privacy\n"

    def answer(asked: Received) -> Answer:
        return Answer(endless(), headers={"Content-Type": "text/plain"})

    site.answers["/robots.txt"] = answer
    assert fetcher.fetch(site.url("/privacy")).content == b"words"
    with pytest.raises(DisallowedError):
        fetcher.fetch(site.url("/secret"))


def test_many_robots_with_many_rules_stay_few() -> None:
    agents = "".join(f"User\u2003agent: robot{number}\x85" for number in range(10_000))
    lines = "".join(f"Disallow: /{number}\n" for number in range(10_000))
    content = f"{agents}User-agent: *\n{lines}".encode()
    assert len(content) < LARGEST_ROBOTS
    found = parse_robots(content)
    assert not found.can_fetch("https://site.example/9999", PRODUCT)
    assert found.can_fetch("https://site.example/x", PRODUCT)
    assert len(found._user_agents) == 2


def test_each_origin_has_its_own_rules() -> None:
    asked: list[str] = []

    def fetch(url: str) -> RobotsFile:
        asked.append(url)
        return RobotsFile(200, b"User-agent: *\nDisallow: /x")

    robots = Robots(fetch, QuickClock())
    for address in ("https://a.example/", "http://a.example/", "https://a.example:8443/y"):
        robots.check(httpx.URL(address))
    assert asked == [
        "https://a.example/robots.txt",
        "http://a.example/robots.txt",
        "https://a.example:8443/robots.txt",
    ]


def test_the_name_of_the_crawler() -> None:
    assert user_agent() == "Privascope/0.1 (privacy policy reader)"
    assert user_agent("x@y.example") == "Privascope/0.1 (privacy policy reader; x@y.example)"
    assert user_agent(") evil\n\u00e9") == "Privascope/0.1 (privacy policy reader;  evil)"
