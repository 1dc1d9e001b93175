"""A file or a pasted text is asked from the first page, and stays nowhere."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from privascope.library.store import Library
from privascope.serve.app import create_app
from privascope.serve.visits import BusyError
from privascope.serve.web import uploads
from privascope.serve.web.uploads import Brought, Uploads
from tests.conftest import policy_page

QUESTION = "how long are invoices kept?"
FILE = {"file": ("saved.html", policy_page("Quill"), "text/html")}
NO_FILE = {"file": ("", b"", "application/octet-stream")}


def send(client: Any, files: Any = NO_FILE, **fields: str) -> Any:
    return client.post("/ask", files=files, data=fields)


def texts(answer: Any, selector: str) -> list[str]:
    tree = LexborHTMLParser(answer.text)
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def test_a_file_is_asked_and_not_stored(client: httpx.Client, sample_library: Path) -> None:
    with Library(sample_library) as library:
        before = library.count()
        sent = send(client, FILE, ask=QUESTION)
        assert sent.status_code == 303, sent.text
        address = sent.headers["location"]
        shown = client.get(address)
        assert shown.status_code == 200
        assert library.count() == before
    assert "We keep invoices for seven years" in texts(shown, ".answer .to-text")[0]
    assert texts(shown, ".text mark.evidence")
    assert "not stored" in shown.text
    assert "Keep it in the library" not in shown.text
    assert shown.headers["cache-control"] == "no-store"
    # The next question goes to the same document.
    suggested = LexborHTMLParser(shown.text).css_first(".suggested a").attributes["href"]
    assert client.get(suggested or "").status_code == 200


def test_a_pasted_text_is_asked(client: httpx.Client) -> None:
    sent = send(client, ask=QUESTION, text="We keep invoices for <b>seven</b> years.")
    shown = client.get(sent.headers["location"])
    assert "invoices" in texts(shown, ".answer .to-text")[0]
    assert texts(shown, "h1") == ["A pasted text"]
    assert not LexborHTMLParser(shown.text).css(".answer b")


def test_without_a_question_the_text_is_shown(client: httpx.Client) -> None:
    shown = client.get(send(client, FILE).headers["location"])
    assert shown.status_code == 200
    assert texts(shown, ".suggested.first a")
    assert not texts(shown, ".answer")


def test_a_name_or_address_goes_on_to_its_own_page(client: httpx.Client) -> None:
    sent = send(client, policy="jotharbor", ask=QUESTION)
    assert sent.status_code == 303
    assert sent.headers["location"] == (
        "/ask?policy=jotharbor&ask=how+long+are+invoices+kept%3F#answer"
    )
    assert send(client).headers["location"].startswith("/ask")


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("empty.html", b"", 422),
        ("noise.pdf", b"\x00\x01\xff" * 99, 422),
        ("broken.pdf", b"%PDF-1.7 broken", 422),
        ("drawn.html", b"<div id=root></div><script src=a.js></script>", 422),
        ("large.txt", b"We sell it. " * 500_000, 413),
    ],
)
def test_a_file_that_cannot_be_asked_is_told(
    client: httpx.Client, name: str, content: bytes, status: int
) -> None:
    sent = send(client, {"file": (name, content, "text/html")}, ask=QUESTION)
    assert sent.status_code == status
    assert texts(sent, "h1")
    # The box to ask again is there, with the question in it where it came so far.
    assert texts(sent, ".bring summary")


def test_a_text_that_is_too_long_is_told(client: httpx.Client) -> None:
    sent = send(client, ask=QUESTION, text="x" * (uploads.LONGEST_TEXT + 1))
    assert sent.status_code == 413
    assert "1,000,000 characters" in sent.text


def test_a_body_that_is_no_form_is_told(client: httpx.Client) -> None:
    kind = "multipart/form-data; boundary=b"
    sent = client.post("/ask", content=b"nonsense", headers={"Content-Type": kind})
    assert sent.status_code == 400
    plain = client.post("/ask", content=b"{}", headers={"Content-Type": "application/json"})
    assert plain.status_code == 303


def test_other_sites_cannot_send(sample_library: Path) -> None:
    with TestClient(
        create_app(sample_library, names=["testserver"]), follow_redirects=False
    ) as client:
        elsewhere = {"Origin": "https://elsewhere.example"}
        sent = client.post("/ask", files=FILE, data={"ask": QUESTION}, headers=elsewhere)
        assert sent.status_code == 403


def test_what_is_forgotten_is_told(client: httpx.Client) -> None:
    gone = client.get("/ask", params={"upload": "nobody-knows", "ask": QUESTION})
    assert gone.status_code == 410
    assert "no longer here" in gone.text


def test_uploads_are_forgotten_after_a_while_and_when_others_come() -> None:
    now = 0.0
    kept = Uploads(lambda: now)
    first, *others = [kept.take(Brought("", "", text="We sell it.")) for _ in range(9)]
    assert kept.get(first) is None
    assert all(kept.get(one) is not None for one in others)
    now = 599.0
    assert kept.get(others[0]) is not None
    now = 1100.0
    assert kept.get(others[0]) is not None
    assert kept.get(others[1]) is None


def test_few_uploads_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Uploads()
    depth = 0

    def nested(text: str) -> Any:
        nonlocal depth
        depth += 1
        kept.take(Brought("", "", text=text))

    monkeypatch.setattr(uploads, "visit_text", nested)
    with pytest.raises(BusyError):
        kept.take(Brought("", "", text="We sell it."))
    assert depth == uploads.MOST_READ_AT_ONCE
