"""An answer writer on a server: off unless set up, asked on demand, never shown unchecked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from privascope.answer.answer import Answer, Source, Verdict
from privascope.answer.chat_writer import ChatWriter
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from privascope.policy.policy import Policy
from privascope.serve.app import create_app
from tests.answer.writing_endpoint import Endpoint, writing_endpoint
from tests.conftest import make_candidate, policy_page
from tests.hand_answer import hand_answer

QUESTION = "do you keep invoices?"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with writing_endpoint() as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with one policy, which is asked by hand."""

    def ask(policy: Policy, source: Source, question: str, **_: Any) -> Answer:
        return hand_answer(policy, Verdict.ANSWERED, "hashed", "invoices", source=source)

    monkeypatch.setattr("privascope.answer.ask.ask", ask)
    with LibraryWriter(tmp_path / "library") as writer:
        with writer.transaction():
            writer.store(make_candidate(policy_page("Quill"), "https://quill.example/privacy"))
        catch_up(writer)
    return tmp_path / "library"


@pytest.fixture
def client(folder: Path, endpoint: Endpoint) -> Iterator[TestClient]:
    app = create_app(
        folder, writer=ChatWriter(endpoint.address, "tiny", seconds=5.0), names=["testserver"]
    )
    with TestClient(app) as opened:
        yield opened


def post(client: TestClient, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/ask", json={"target": "quill", "question": QUESTION, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def answer_part(client: TestClient, **query: str) -> LexborHTMLParser:
    address = str(client.get("/ask", params={"policy": "quill", "ask": QUESTION}).url)
    page = client.get(address.split("#")[0], params={"ask": QUESTION, **query})
    assert page.status_code == 200
    return LexborHTMLParser(page.text)


def test_the_api_writes_on_demand_only(client: TestClient, endpoint: Endpoint) -> None:
    endpoint.says("They keep invoices for seven years [2].")
    assert post(client)["written"] is None
    assert endpoint.seen == []
    written = post(client, write=True)["written"]
    assert written == {
        "text": "They keep invoices for seven years [2].",
        "cited": [2],
        "by": "tiny",
    }


def test_a_liar_is_a_note_for_the_api_and_the_page(client: TestClient, endpoint: Endpoint) -> None:
    endpoint.says("They sell invoices [3].")
    found = post(client, write=True)
    assert found["written"] is None
    assert "cites a sentence that was not found" in found["notes"][-1]
    page = answer_part(client, write="1")
    assert page.css_first(".written") is None
    assert "cites a sentence that was not found" in page.css_first(".answer .note").text()
    assert len(page.css(".quotes .quote")) == 2


def test_the_page_offers_it_and_leads_to_the_sources(
    client: TestClient, endpoint: Endpoint
) -> None:
    endpoint.says('They "keep invoices" <b>long</b> & well [2].')
    offered = answer_part(client)
    assert endpoint.seen == []
    assert "write=1" in (offered.css_first(".answer .ways a").attributes["href"] or "")
    page = answer_part(client, write="1")
    text = page.css_first(".written p")
    assert text.text().strip() == 'They "keep invoices" <b>long</b> & well [2].'
    (source,) = page.css(".written a.source")
    place = (source.attributes["href"] or "").removeprefix("#")
    assert page.css_first(f".text #{place}").text().startswith("We keep")
    assert page.css_first(".answer .ways") is None
    # What is asked next is not sent to the writer unless it is wanted again.
    assert all("write" not in (a.attributes["href"] or "") for a in page.css(".suggested a"))


def test_a_written_text_beside_a_summary(
    folder: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(policy: Policy, source: Source, question: str, **_: Any) -> Answer:
        summary = hand_answer(policy, Verdict.ANSWERED, "hashed").quotes
        return hand_answer(
            policy, Verdict.ANSWERED, "hashed", "invoices", source=source, summary=summary
        )

    monkeypatch.setattr("privascope.answer.ask.ask", ask)
    endpoint.says("They keep invoices for seven years [2].")
    app = create_app(
        folder, writer=ChatWriter(endpoint.address, "tiny", seconds=5.0), names=["testserver"]
    )
    with TestClient(app) as client:
        offered = answer_part(client, summary="5", risk="low")
        address = offered.css_first(".answer .ways a").attributes["href"] or ""
        assert all(part in address for part in ("write=1", "summary=5", "risk=low"))
        page = answer_part(client, summary="5", risk="low", write="1")
    assert len(page.css(".summed .quote")) == 1
    # What is cited has its place in the text, even if the summary lacks it.
    (source,) = page.css(".written a.source")
    place = (source.attributes["href"] or "").removeprefix("#")
    assert page.css_first(f".text #{place}").text().startswith("We keep")
    choices = [link.attributes["href"] or "" for link in page.css(".options a")]
    assert choices
    assert all("write=1" in address for address in choices)


def test_without_a_writer_there_is_no_offer(folder: Path) -> None:
    with TestClient(create_app(folder, names=["testserver"])) as client:
        assert answer_part(client).css_first(".answer .ways") is None
        assert answer_part(client, write="1").css_first(".written") is None
        assert "no answer writer" in post(client, write=True)["notes"][-1]
