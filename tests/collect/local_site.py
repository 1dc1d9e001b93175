"""A small web site on 127.0.0.1 whose pages behave as a test scripts them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from privascope.collect.politeness import Clock


@dataclass(frozen=True)
class Answer:
    """What the site says to one request; a `body` that iterates is sent piece by piece."""

    body: bytes | Iterator[bytes] = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Received:
    """One request that the site has seen."""

    path: str
    headers: dict[str, str]


Script = Callable[[Received], Answer]


def page(body: str, **headers: str) -> Answer:
    """An HTML page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(body.encode(), headers={"Content-Type": "text/html; charset=utf-8"} | named)


def redirect(target: str, status: int = 302) -> Answer:
    """An answer that leads elsewhere."""
    return Answer(status=status, headers={"Location": target})


class LocalSite:
    """The site: `answers` maps a path to its answer, its script, or one answer a request."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer | Script | list[Answer]] = {}
        self.asked: list[Received] = []
        self.port = 0

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        return f"http://{self.host}{path}"

    def paths(self) -> list[str]:
        """The paths asked for, robots.txt left out."""
        return [asked.path for asked in self.asked if asked.path != "/robots.txt"]

    def answer(self, asked: Received) -> Answer:
        self.asked.append(asked)
        scripted = self.answers.get(asked.path, Answer(b"nothing here", 404))
        if isinstance(scripted, list):
            return scripted.pop(0) if len(scripted) > 1 else scripted[0]
        return scripted if isinstance(scripted, Answer) else scripted(asked)


@contextmanager
def local_site() -> Iterator[LocalSite]:
    """A site that runs until the block ends."""
    site = LocalSite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = site.answer(Received(self.path, dict(self.headers.items())))
            self.send_response_only(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            try:
                if isinstance(answer.body, bytes):
                    if "Content-Length" not in answer.headers:
                        self.send_header("Content-Length", str(len(answer.body)))
                    self.end_headers()
                    self.wfile.write(answer.body)
                else:
                    self.end_headers()
                    for piece in answer.body:
                        self.wfile.write(piece)
                        self.wfile.flush()
            except (ConnectionError, TimeoutError):
                pass  # the crawler has cut it off, as it should

        def log_message(self, format: str, *values: object) -> None:  # noqa: A002
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class QuickClock(Clock):
    """A clock on which sleeping takes no time: it only moves the hands."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []
        self._ahead = 0.0
        self._lock = threading.Lock()

    def seconds(self) -> float:
        return super().seconds() + self._ahead

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self._ahead)

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.slept.append(seconds)
            self._ahead += seconds
        self.check()
