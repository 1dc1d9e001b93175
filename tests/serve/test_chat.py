"""The conversation on a page: all of it in the address, without script."""

import logging
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from privascope.serve.app import create_app
from tests.quick_answers import use_quick_answers


@pytest.fixture
def client(sample_library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    use_quick_answers(monkeypatch)
    with TestClient(create_app(sample_library, names=["testserver"])) as opened:
        yield opened


def page(client: TestClient, *turns: str, policy: str = "jotharbor") -> str:
    pairs = [("policy", policy)] if policy else []
    answer = client.get(f"/chat?{urlencode([*pairs, *(('t', turn) for turn in turns)])}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return unescape(answer.text)


def test_a_conversation_stays_in_its_address(client: TestClient) -> None:
    html = page(client, "do you sell my photos?", "what about helixbrook?")
    assert "Talk about Helixbrook" in html
    assert html.count("<p>The policy says:</p>") == 2
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html)
    assert hidden == [
        ("policy", "jotharbor"),
        ("t", "do you sell my photos?"),
        ("t", "what about helixbrook?"),
    ]


def test_quotes_lead_to_the_text_beside_them(client: TestClient) -> None:
    html = page(client, "do you sell my photos?")
    for place in re.findall(r'href="#(said-\d)"', html):
        assert f'id="{place}"' in html
    assert html.count('href="#said-') == html.count('id="said-') > 0


def test_choices_are_links_that_go_on(client: TestClient) -> None:
    html = page(client, "do you sell my photos?")
    yes = re.search(r'<a href="([^"]+)">Yes</a>', html)
    assert yes is not None
    more = client.get(unescape(yes[1]).split("#")[0])
    assert more.status_code == 200
    assert "t=Yes" in yes[1]


def test_a_page_without_a_policy_and_an_unknown_one(client: TestClient) -> None:
    assert "Talk about privacy policies" in page(client, policy="")
    assert client.get("/chat?policy=nosuchthing").status_code == 404


def test_what_is_said_is_escaped(client: TestClient) -> None:
    answer = client.get("/chat", params={"policy": "jotharbor", "t": "<script>alert(1)</script>"})
    assert "<script>alert" not in answer.text


def test_a_long_conversation_offers_a_new_one(client: TestClient) -> None:
    html = page(client, *["hello"] * 30)
    assert "as many turns as fit into an address" in html
    assert html.count('class="you"') == 20


def test_a_conversation_can_be_downloaded(client: TestClient) -> None:
    answer = client.get("/chat/text", params={"policy": "jotharbor", "t": "do you sell my photos?"})
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text.startswith("You: do you sell my photos?\n\nPrivascope: The policy says:\n“")


def test_logs_hold_no_questions(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="privascope"):
        page(client, "do you sell my zebra?")
    assert "zebra" not in "".join(
        one.getMessage() for one in caplog.records if "privascope" in one.name
    )


def test_a_policy_page_leads_to_the_conversation(client: TestClient) -> None:
    found = re.search(r'href="(/policy/[0-9a-f]+)', client.get("/search?q=jotharbor").text)
    assert found is not None
    assert 'href="/chat?policy=' in client.get(found[1]).text
