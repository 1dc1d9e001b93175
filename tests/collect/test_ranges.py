import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from privascope.collect.ranges import RangeFetcher
from privascope.errors import FetchError

CONTENT = bytes(range(256)) * 40


class Site(BaseHTTPRequestHandler):
    """Serves parts of CONTENT; the path says in what way it misbehaves."""

    busy = 0

    def do_GET(self) -> None:
        first, last = (int(x) for x in self.headers["Range"].removeprefix("bytes=").split("-"))
        part, status = CONTENT[first : last + 1], 206
        if self.path == "/whole":
            part, status = CONTENT, 200
        elif self.path == "/gone":
            part, status = b"", 404
        elif self.path == "/short":
            part = part[:-1]
        elif self.path == "/long":
            part += b"more" * 1000
        elif self.path == "/busy" and Site.busy:
            Site.busy -= 1
            part, status = b"", 503
        self.send_response(status)
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_part_is_fetched(site: str) -> None:
    with RangeFetcher() as fetch:
        assert fetch(f"{site}/file", 100, 1000) == CONTENT[100:1100]
        assert fetch(f"{site}/file", 0, 1) == CONTENT[:1]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("whole", "sends the whole file"),
        ("gone", "status 404"),
        ("short", "sent 9 bytes where 10"),
        ("long", "where 10 were asked for"),
    ],
)
def test_anything_but_the_part_is_an_error(site: str, path: str, why: str) -> None:
    with RangeFetcher() as fetch, pytest.raises(FetchError, match=why):
        fetch(f"{site}/{path}", 5, 10)


def test_a_busy_server_is_asked_again_after_growing_pauses(site: str) -> None:
    pauses: list[float] = []
    with RangeFetcher(sleep=pauses.append) as fetch:
        Site.busy = 2
        assert fetch(f"{site}/busy", 0, 5) == CONTENT[:5]
        assert len(pauses) == 2
        assert pauses == sorted(pauses)
        Site.busy = 99
        with pytest.raises(FetchError, match="status 503"):
            fetch(f"{site}/busy", 0, 5)
        assert Site.busy == 95


def test_an_address_that_does_not_answer_is_an_error() -> None:
    with RangeFetcher(sleep=lambda _: None) as fetch:
        with pytest.raises(FetchError, match="cannot be fetched"):
            fetch("http://127.0.0.1:9/x", 0, 5)
        with pytest.raises(FetchError, match="cannot be fetched"):
            fetch("http://[broken", 0, 5)
