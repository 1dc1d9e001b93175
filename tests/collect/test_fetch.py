import contextlib
import gzip
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from datetime import UTC, timedelta

import pytest

from privascope.collect.body import beginning_of_body, read_body
from privascope.collect.fetch import Fetcher, Limits, StatusError
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
HTML = {"Content-Type": "text/html"}
MEBIBYTE = 1024 * 1024


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as running:
        yield running


@pytest.fixture
def clock() -> QuickClock:
    return QuickClock()


@pytest.fixture
def fetcher(clock: QuickClock) -> Iterator[Fetcher]:
    with Fetcher(allowed_hosts=LOCAL, clock=clock) as polite:
        yield polite


def limited(clock: QuickClock, **limits: float) -> Fetcher:
    return Fetcher(allowed_hosts=LOCAL, clock=clock, limits=Limits(**limits))  # type: ignore[arg-type]


def test_a_page(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/privacy"] = page("<p>Words", ETag='"1"', Last_Modified="yesterday")
    fetched = fetcher.fetch(site.url("/privacy"))
    assert fetched.content == b"<p>Words"
    assert fetched.url == fetched.asked_url == site.url("/privacy")
    assert (fetched.status, fetched.content_type) == (200, "text/html; charset=utf-8")
    assert (fetched.etag, fetched.last_modified) == ('"1"', "yesterday")
    assert fetched.fetched_at.utcoffset() == timedelta(0)
    assert fetched.fetched_at.tzinfo is UTC
    assert not fetched.not_modified


def test_the_crawler_says_who_it_is(site: LocalSite, clock: QuickClock) -> None:
    site.answers["/"] = page("x")
    with Fetcher(allowed_hosts=LOCAL, clock=clock, contact="me@site.example\r\nX: y") as fetcher:
        fetcher.fetch(site.url())
    agent = site.asked[-1].headers["User-Agent"]
    assert agent == "Privascope/0.1 (privacy policy reader; me@site.exampleX: y)"


def test_redirects_are_followed_to_the_end(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/old"] = redirect("/older#part", 301)
    site.answers["/older"] = redirect(site.url("/privacy"), 308)
    site.answers["/privacy"] = page("there")
    fetched = fetcher.fetch(site.url("/old"))
    assert (fetched.url, fetched.asked_url) == (site.url("/privacy"), site.url("/old"))


def test_redirects_in_a_circle_end(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/a"] = redirect("/b")
    site.answers["/b"] = redirect("/a")
    with pytest.raises(FetchError, match="more than 5 times"):
        fetcher.fetch(site.url("/a"))
    assert len(site.paths()) == 6


def test_a_redirect_that_needs_the_cookie_it_sets(site: LocalSite, fetcher: Fetcher) -> None:
    def door(asked: Received) -> Answer:
        if asked.headers.get("Cookie") == "seen=1":
            return page("inside")
        return Answer(status=302, headers={"Location": "/privacy", "Set-Cookie": "seen=1"})

    site.answers["/privacy"] = door
    assert fetcher.fetch(site.url("/privacy")).content == b"inside"
    fetcher.fetch(site.url("/privacy"))
    assert [asked.headers.get("Cookie") for asked in site.asked if asked.path == "/privacy"] == [
        None,
        "seen=1",
        None,
        "seen=1",
    ]


@pytest.mark.parametrize("location", ["", "http://[broken", "https://exa mple:x/"])
def test_a_redirect_to_nowhere(site: LocalSite, fetcher: Fetcher, location: str) -> None:
    site.answers["/a"] = Answer(status=302, headers={"Location": location} if location else {})
    with pytest.raises(FetchError):
        fetcher.fetch(site.url("/a"))


@pytest.mark.parametrize(
    ("status", "advice"),
    [
        (401, "login"),
        (403, "save it as a file"),
        (404, "Check the address"),
        (410, "removed for good"),
        (418, "in a browser"),
        (500, "Try again later"),
    ],
)
def test_statuses_are_explained(
    site: LocalSite, fetcher: Fetcher, status: int, advice: str
) -> None:
    site.answers["/privacy"] = Answer(b"no", status)
    with pytest.raises(StatusError, match=f"status {status}.*{advice}") as failure:
        fetcher.fetch(site.url("/privacy"))
    assert failure.value.status == status
    assert site.paths() == ["/privacy"]


def test_a_refused_connection(clock: QuickClock) -> None:
    with local_site() as gone:
        address = gone.url("/privacy")
    with (
        Fetcher(allowed_hosts=LOCAL, clock=clock) as fetcher,
        pytest.raises(FetchError, match="refuses the connection"),
    ):
        fetcher.fetch(address)
    assert len(clock.slept) == 3


def test_an_unknown_host(clock: QuickClock) -> None:
    with (
        Fetcher(clock=clock, resolver=lambda host, port: []) as fetcher,
        pytest.raises(FetchError, match=r"no host named nowhere\.example"),
    ):
        fetcher.fetch("https://nowhere.example/privacy")
    assert clock.slept == []


def test_a_failed_handshake(site: LocalSite, fetcher: Fetcher, clock: QuickClock) -> None:
    with pytest.raises(FetchError, match=r"No secure connection to 127\.0\.0\.1"):
        fetcher.fetch(f"https://{site.host}/privacy")
    assert clock.slept == []


@pytest.mark.parametrize(
    "kind", ["text/html", "Text/HTML; charset=x", "application/xhtml+xml", "application/pdf"]
)
def test_readable_types(site: LocalSite, fetcher: Fetcher, kind: str) -> None:
    site.answers["/p"] = Answer(b"x", headers={"Content-Type": kind})
    assert fetcher.fetch(site.url("/p")).content_type == kind


def test_no_type_at_all_is_left_to_the_reader(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/p"] = Answer(b"x")
    assert fetcher.fetch(site.url("/p")).content_type == ""


@pytest.mark.parametrize("kind", ["image/png", "application/json", "video/mp4"])
def test_other_types_are_named(site: LocalSite, fetcher: Fetcher, kind: str) -> None:
    site.answers["/p"] = Answer(b"x", headers={"Content-Type": kind})
    with pytest.raises(FetchError, match=kind):
        fetcher.fetch(site.url("/p"))


def test_unchanged_pages_come_without_content(site: LocalSite, fetcher: Fetcher) -> None:
    def answer(asked: Received) -> Answer:
        known = asked.headers.get("If-None-Match") == '"1"'
        return Answer(status=304) if known else page("words", ETag='"1"')

    site.answers["/p"] = answer
    first = fetcher.fetch(site.url("/p"))
    again = fetcher.fetch(site.url("/p"), etag=first.etag, last_modified="Mon, 01 Jan 2024")
    assert (first.not_modified, again.not_modified) == (False, True)
    assert (again.status, again.content, again.etag) == (304, b"", '"1"')
    assert site.asked[-1].headers["If-Modified-Since"] == "Mon, 01 Jan 2024"


def test_validators_that_cannot_be_sent_are_left_out(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/p"] = page("words")
    assert fetcher.fetch(site.url("/p"), etag='"é"', last_modified="a\r\nb").content == b"words"
    assert "If-None-Match" not in site.asked[-1].headers
    assert "If-Modified-Since" not in site.asked[-1].headers


def test_not_modified_without_being_asked_is_an_error(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/p"] = Answer(status=304)
    with pytest.raises(StatusError):
        fetcher.fetch(site.url("/p"))


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_passing_troubles_are_waited_out(
    site: LocalSite, fetcher: Fetcher, clock: QuickClock, status: int
) -> None:
    site.answers["/p"] = [Answer(status=status), Answer(status=status), page("at last")]
    assert fetcher.fetch(site.url("/p")).content == b"at last"
    assert len(clock.slept) == 3  # the pause after robots.txt, then one for each trouble


def test_lasting_troubles_are_given_up(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/p"] = Answer(status=503)
    with pytest.raises(StatusError, match="503"):
        fetcher.fetch(site.url("/p"))
    assert len(site.paths()) == 4


def test_retry_after_is_honoured(site: LocalSite, fetcher: Fetcher, clock: QuickClock) -> None:
    site.answers["/p"] = [Answer(status=429, headers={"Retry-After": "40"}), page("words")]
    fetcher.fetch(site.url("/p"))
    assert 39 < clock.slept[-1] <= 40


def test_retry_after_may_be_a_date(site: LocalSite, fetcher: Fetcher, clock: QuickClock) -> None:
    def busy_then_free(asked: Received) -> Answer:
        if len(site.paths()) > 1:
            return page("words")
        later = clock.now() + timedelta(seconds=50)
        date = later.strftime("%a, %d %b %Y %H:%M:%S GMT")
        return Answer(status=503, headers={"Retry-After": date})

    site.answers["/p"] = busy_then_free
    fetcher.fetch(site.url("/p"))
    assert 45 < clock.slept[-1] <= 51


@pytest.mark.parametrize("value", ["7200", "Fri, 01 Jan 2100 00:00:00 GMT", "9" * 400])
def test_a_long_wait_is_left_to_the_user(site: LocalSite, fetcher: Fetcher, value: str) -> None:
    site.answers["/p"] = Answer(status=429, headers={"Retry-After": value})
    with pytest.raises(StatusError, match="asks to wait"):
        fetcher.fetch(site.url("/p"))
    assert site.paths() == ["/p"]


@pytest.mark.parametrize("value", ["soon", "-5", "", "Mon, 99 Foo 2020", "١٢"])
def test_an_odd_retry_after_does_no_harm(site: LocalSite, fetcher: Fetcher, value: str) -> None:
    headers = {"Retry-After": value} if value.isascii() else {}
    site.answers["/p"] = [Answer(status=503, headers=headers), page("words")]
    assert fetcher.fetch(site.url("/p")).content == b"words"


def test_requests_to_one_host_keep_their_distance(
    site: LocalSite, fetcher: Fetcher, clock: QuickClock
) -> None:
    site.answers["/p"] = page("words")
    for _ in range(3):
        fetcher.fetch(site.url("/p"))
    assert len(clock.slept) == 3
    assert all(0.5 < pause <= 1 for pause in clock.slept)


def test_packed_pages_are_unpacked(site: LocalSite, fetcher: Fetcher) -> None:
    packed = {
        "gzip": gzip.compress(b"words" * 1000),
        "x-gzip": gzip.compress(b"words" * 500) + gzip.compress(b"words" * 500) + b"\0\0",
        "deflate": zlib.compress(b"words" * 1000),
        "identity": b"words" * 1000,
    }
    for encoding, body in packed.items():
        site.answers["/p"] = Answer(body, headers=HTML | {"Content-Encoding": encoding})
        assert fetcher.fetch(site.url("/p")).content == b"words" * 1000


def test_deflate_without_its_header(site: LocalSite, fetcher: Fetcher) -> None:
    bare = zlib.compressobj(wbits=-15)
    body = bare.compress(b"words" * 1000) + bare.flush()
    site.answers["/p"] = Answer(body, headers=HTML | {"Content-Encoding": "deflate"})
    assert fetcher.fetch(site.url("/p")).content == b"words" * 1000


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "nonsense"])
def test_encodings_that_were_not_asked_for(
    site: LocalSite, fetcher: Fetcher, encoding: str
) -> None:
    site.answers["/p"] = Answer(b"\x1b" * 100, headers=HTML | {"Content-Encoding": encoding})
    with pytest.raises(FetchError, match=encoding):
        fetcher.fetch(site.url("/p"))
    assert site.asked[-1].headers["Accept-Encoding"] == "gzip, deflate"


@pytest.mark.parametrize("body", [gzip.compress(b"words" * 1000)[:-12], b"\x1f\x8bnonsense" * 9])
def test_damaged_packing(site: LocalSite, fetcher: Fetcher, body: bytes) -> None:
    site.answers["/p"] = Answer(body, headers=HTML | {"Content-Encoding": "gzip"})
    with pytest.raises(FetchError, match=r"broke off|damaged"):
        fetcher.fetch(site.url("/p"))


def test_a_bomb_is_cut_off_early(site: LocalSite, fetcher: Fetcher) -> None:
    bomb = gzip.compress(b"\0" * (30 * MEBIBYTE))
    assert len(bomb) < MEBIBYTE / 20
    site.answers["/p"] = Answer(bomb, headers=HTML | {"Content-Encoding": "gzip"})
    with pytest.raises(FetchError, match="as only a trap does"):
        fetcher.fetch(site.url("/p"))


def test_unpacking_stops_within_a_step_of_the_limit() -> None:
    bomb = gzip.compress(b"\0" * (50 * MEBIBYTE))
    read: list[int] = []

    def chunks() -> Iterator[bytes]:
        for start in range(0, len(bomb), 512):
            read.append(start)
            yield bomb[start : start + 512]

    with pytest.raises(FetchError, match="trap"):
        read_body(chunks(), "gzip", 20 * MEBIBYTE)
    assert len(read) * 512 < len(bomb) / 10


def test_pages_may_be_very_repetitive() -> None:
    body = b"".join(b"<li>We keep your data for %d days.</li>\n" % day for day in range(50_000))
    assert read_body(iter([gzip.compress(body)]), "gzip", 20 * MEBIBYTE) == body


def test_the_beginning_of_a_body() -> None:
    assert beginning_of_body(iter([b"abc", b"def"]), "", 4) == b"abcd"
    assert beginning_of_body(iter([]), "", 4) == b""
    assert beginning_of_body(iter([gzip.compress(b"abcdef")]), "gzip", 4) == b"abcd"


def test_an_endless_body_is_cut_off(site: LocalSite, clock: QuickClock) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 500 * MEBIBYTE:
            sent += 65536
            yield b"a" * 65536

    site.answers["/p"] = Answer(endless(), headers=HTML)
    with (
        limited(clock, size=MEBIBYTE) as fetcher,
        pytest.raises(FetchError, match="larger than 1 MiB"),
    ):
        fetcher.fetch(site.url("/p"))
    assert sent < 50 * MEBIBYTE


def test_a_page_of_just_the_limit_is_read(site: LocalSite, clock: QuickClock) -> None:
    site.answers["/p"] = Answer(b"a" * 1000, headers=HTML)
    site.answers["/q"] = Answer(b"a" * 1001, headers=HTML)
    with limited(clock, size=1000) as fetcher:
        assert len(fetcher.fetch(site.url("/p")).content) == 1000
        with pytest.raises(FetchError, match="larger"):
            fetcher.fetch(site.url("/q"))


def drip(pieces: bytes) -> Iterator[bytes]:
    for _ in range(400):
        time.sleep(0.02)
        yield pieces


def test_a_body_that_drips_is_cut_off(site: LocalSite, clock: QuickClock) -> None:
    site.answers["/p"] = Answer(drip(b"a"), headers=HTML)
    with (
        limited(clock, seconds=0.3) as fetcher,
        pytest.raises(FetchError, match=r"longer than 0\.3 seconds"),
    ):
        fetcher.fetch(site.url("/p"))
    assert site.paths() == ["/p"]


def test_headers_that_drip_are_cut_off(clock: QuickClock) -> None:
    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
            for piece in drip(b"x"):
                connection.sendall(piece)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=serve, args=(listener,))
        server.start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/privacy"
        with limited(clock, seconds=0.3) as fetcher, pytest.raises(FetchError) as failure:
            fetcher.fetch(address)
        server.join()
    assert "took longer than 0.3 seconds" in str(failure.value)


def test_a_silent_server_is_asked_again_and_then_given_up(
    site: LocalSite, clock: QuickClock
) -> None:
    def silent(asked: Received) -> Answer:
        time.sleep(0.5)
        return page("too late")

    site.answers["/p"] = silent
    with (
        limited(clock, step_seconds=0.1, retries=1) as fetcher,
        pytest.raises(FetchError, match="does not answer"),
    ):
        fetcher.fetch(site.url("/p"))
    assert site.paths() == ["/p", "/p"]


def test_an_answer_that_breaks_off(site: LocalSite, clock: QuickClock) -> None:
    site.answers["/p"] = Answer(b"half", headers=HTML | {"Content-Length": "8"})
    with limited(clock, retries=1) as fetcher, pytest.raises(FetchError, match="broke off"):
        fetcher.fetch(site.url("/p"))


def test_a_closed_fetcher_fetches_no_more(site: LocalSite, clock: QuickClock) -> None:
    fetcher = Fetcher(allowed_hosts=LOCAL, clock=clock)
    fetcher.close()
    with pytest.raises(FetchError, match="stopped"):
        fetcher.fetch(site.url("/p"))
    assert site.asked == []
