"""Slow and idle connections are closed, and only so many are open at once."""

import socket
import threading
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI, Request

from privascope.cli.serve import served
from privascope.serve import connections

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a small server as `privascope serve` runs it, with less patience."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.4)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.8)
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 8)
    app = FastAPI()

    @app.get("/")
    def small() -> str:
        return "yes"

    @app.post("/")
    async def large(request: Request) -> int:
        return len(await request.body())

    listener = socket.create_server(("127.0.0.1", 0))
    server = served(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


def is_closed(visitor: socket.socket) -> bool:
    """Whether the server ends the connection within a few seconds."""
    visitor.settimeout(4)
    try:
        while visitor.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET",
        HEAD,
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf",
        HEAD + b"\r\n" + HEAD,
    ],
    ids=["nothing", "a word", "half the headers", "half a body", "half a second request"],
)
def test_a_request_that_does_not_arrive_is_given_up(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as visitor:
        visitor.sendall(sent)
        assert is_closed(visitor)


def test_only_so_many_connections_are_open(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"http://127.0.0.1:{port}/"
    assert httpx.get(address).status_code == 200
    monkeypatch.setattr(connections, "HEADER_SECONDS", 3.0)
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(12)]
    try:
        assert all(is_closed(one) for one in idle[-3:])
        # Those before run out of time, and then there is room again.
        assert all(is_closed(one) for one in idle)
        assert httpx.get(address).status_code == 200
    finally:
        for one in idle:
            one.close()


def test_usual_requests_are_served_one_after_the_other(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for size in (0, 10, 100_000):
            assert client.get("/").json() == "yes"
            assert client.post("/", content=b"x" * size).json() == size
