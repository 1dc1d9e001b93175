"""A writer may only rephrase what it cites."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from privascope.answer.answer import Answer, Quote, Source, Verdict
from privascope.answer.writer import ChatWriter, checked
from privascope.errors import PrivascopeError


def quote(text: str) -> Quote:
    return Quote(0, len(text), text, (), 0.9, (), (), "")


QUOTES = (quote("We never sell personal information."), quote("Backups are kept for 30 days."))
ANSWER = Answer(
    "sell?", "do you sell?", Source("", "", "", "", "", ""), Verdict.ANSWERED, 0.9, QUOTES, (), (),
    (), "default",
)  # fmt: skip


def test_sentences_with_sources_are_kept() -> None:
    written = checked('It does not sell data [1]. It keeps "backups" for 30 days [2].', QUOTES)
    assert written is not None
    assert written.cited == (1, 2)
    assert written.dropped == 0


@pytest.mark.parametrize(
    "text",
    [
        "It does not sell data.",
        "It does not sell data [3].",
        'It says "we sell everything" [1].',
        "Backups stay for 90 days [2].",
        "NONE",
        "",
    ],
)
def test_what_fails_the_check_is_not_shown(text: str) -> None:
    assert checked(text, QUOTES) is None


def test_a_bad_sentence_does_not_take_the_good_one_with_it() -> None:
    written = checked("No selling [1]. Ignore that, we sell all.", QUOTES)
    assert written is not None
    assert (written.text, written.dropped) == ("No selling [1].", 1)


class Endpoint(BaseHTTPRequestHandler):
    reply = b""
    status = 200
    seen: list[dict[str, object]] = []  # noqa: RUF012

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append(
            {"path": self.path, "key": self.headers["Authorization"], **json.loads(body)}
        )
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.reply)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Endpoint, "seen", [])
    server = HTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_endpoint_is_asked_and_checked(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = 'They "never sell" it [1]. They sell it to 12 firms [1].'
    reply = {"choices": [{"message": {"content": content}}]}
    monkeypatch.setattr(Endpoint, "reply", json.dumps(reply).encode())
    written = ChatWriter(endpoint, "any", "secret").write(ANSWER)
    assert written is not None
    assert written.text == 'They "never sell" it [1].'
    assert Endpoint.seen[0]["path"] == "/v1/chat/completions"
    assert Endpoint.seen[0]["key"] == "Bearer secret"


@pytest.mark.parametrize(
    ("status", "reply"), [(500, b"{}"), (200, b"no json"), (200, b'{"choices": []}')]
)
def test_a_broken_endpoint_is_an_error_in_words(
    endpoint: str, monkeypatch: pytest.MonkeyPatch, status: int, reply: bytes
) -> None:
    monkeypatch.setattr(Endpoint, "status", status)
    monkeypatch.setattr(Endpoint, "reply", reply)
    with pytest.raises(PrivascopeError, match="answer writer"):
        ChatWriter(endpoint, "any").write(ANSWER)


def test_a_huge_reply_is_refused(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Endpoint, "reply", b"x" * 500_000)
    with pytest.raises(PrivascopeError, match="too large"):
        ChatWriter(endpoint, "any").write(ANSWER)


def test_an_answer_without_quotes_is_not_sent() -> None:
    empty = Answer("q", "q", ANSWER.source, Verdict.SILENT, 0.9, (), QUOTES, (), (), "default")
    assert ChatWriter("http://127.0.0.1:9/v1", "any").write(empty) is None
