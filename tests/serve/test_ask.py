"""Asking over HTTP: one Answer in the API and on pages, and fetching within limits."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from privascope.answer.ask import ask
from privascope.answer.subject import stored_subject
from privascope.collect.fetch import Fetcher
from privascope.collect.visit import visit_limits
from privascope.library.store import Library
from privascope.serve import visits as visits_module
from privascope.serve.app import create_app
from privascope.serve.visits import BusyError, SlowError, Visits
from tests.collect.local_site import Answer, LocalSite, QuickClock, local_site, page
from tests.collect.test_visit import DRAWN, LOGIN, RECIPE, WALL
from tests.conftest import policy_page

QUESTION = "how long do you keep my data?"


@pytest.fixture(scope="module")
def site() -> Iterator[LocalSite]:
    with local_site() as opened:
        opened.answers["/privacy"] = page(policy_page("Quill").decode())
        opened.answers["/legal/privacy"] = page(policy_page("Nib").decode())
        opened.answers["/cake"] = page(RECIPE)
        yield opened


def local_visits() -> Visits:
    hosts = frozenset({"127.0.0.1"})
    return Visits(Fetcher(allowed_hosts=hosts, limits=visit_limits(), clock=QuickClock()))


@pytest.fixture(scope="module")
def near(sample_library: Path) -> Iterator[TestClient]:
    """Asks a server that may fetch from this machine."""
    app = create_app(sample_library, local_visits(), names=["testserver"])
    with TestClient(app, follow_redirects=False) as opened:
        yield opened


def post(client: Any, **body: Any) -> Any:
    return client.post("/api/ask", json=body)


def problem(answer: Any) -> tuple[int, str, str]:
    assert set(answer.json()) == {"error"}
    error = answer.json()["error"]
    assert set(error) == {"kind", "message"}
    return answer.status_code, error["kind"], error["message"]


def texts(answer: Any, selector: str) -> list[str]:
    tree = LexborHTMLParser(answer.text)
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def links(answer: Any, selector: str) -> list[str]:
    return [n.attributes["href"] or "" for n in LexborHTMLParser(answer.text).css(selector)]


def test_the_api_answers_as_the_core_does(client: httpx.Client, sample_library: Path) -> None:
    answer = post(client, target="jotharbor", question=QUESTION)
    assert answer.status_code == 200, answer.text
    with Library(sample_library) as library:
        subject = stored_subject(library, "jotharbor")
    assert answer.json() == ask(subject.policy, subject.source, QUESTION).to_dict()


def test_a_question_may_name_its_policy(client: httpx.Client) -> None:
    answer = post(client, question="does Jotharbor share my notes?")
    assert answer.json()["source"]["organisation"] == "Jotharbor"
    assert problem(post(client, question="does Zzyzx share my notes?"))[:2] == (404, "not_found")


def test_a_text_is_asked(client: httpx.Client) -> None:
    answer = post(client, text="We keep your data for two years.", question=QUESTION).json()
    assert answer["source"]["policy_id"] == ""
    for quote in [*answer["quotes"], *answer["nearest"]]:
        assert quote["text"] == "We keep your data for two years."


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"target": "nosuchpolicy"}, 404, "not_found"),
        ({"target": "jotharbor", "url": "https://a.example"}, 422, "bad_request"),
        ({"target": "jotharbor", "color": "red"}, 422, "bad_request"),
        ({"target": "jotharbor", "method": "nosuchmethod"}, 422, "bad_request"),
        ({"target": "jotharbor", "risk": "none"}, 422, "bad_request"),
        ({"target": "jotharbor", "summary": 21}, 422, "bad_request"),
        ({"target": "jotharbor", "summary": -1}, 422, "bad_request"),
        ({"target": "x" * 301}, 422, "bad_request"),
        ({"url": "http://10.0.0.1/privacy"}, 403, "refused_address"),
        ({"url": "http://169.254.169.254/latest"}, 403, "refused_address"),
        ({"url": "file:///etc/passwd"}, 403, "refused_address"),
        ({"url": "http://[::1]:22/"}, 403, "refused_address"),
        ({"text": "a\n" * 250_000}, 413, "too_large"),
    ],
)
def test_what_cannot_be_asked_is_told(
    client: httpx.Client, body: dict[str, Any], status: int, kind: str
) -> None:
    found = problem(post(client, question=QUESTION, **body))
    assert found[:2] == (status, kind)
    assert "allowed hosts" not in found[2]


def test_a_question_is_needed(client: httpx.Client) -> None:
    assert "question" in problem(post(client, target="jotharbor"))[2]
    assert problem(client.get("/api/ask"))[:2] == (405, "method_not_allowed")
    broken = client.post("/api/ask", content=b"{", headers={"Content-Type": "application/json"})
    assert problem(broken)[:2] == (422, "bad_request")


def test_a_body_is_read_only_so_far(client: httpx.Client) -> None:
    huge = b'{"question": "' + b"x" * 7_000_000 + b'"}'
    answer = client.post("/api/ask", content=huge, headers={"Content-Type": "application/json"})
    assert problem(answer)[0] == 413


def test_an_address_is_fetched_once_and_not_stored(
    near: TestClient, site: LocalSite, sample_library: Path
) -> None:
    with Library(sample_library) as library:
        before = library.count()
        for question in (QUESTION, "who gets my data?"):
            answer = post(near, url=site.url("/privacy"), question=question)
            assert answer.status_code == 200, answer.text
            assert answer.json()["source"]["url"] == site.url("/privacy")
        assert library.count() == before
    assert site.paths().count("/privacy") == 1


def test_another_page_is_refused_with_likely_links(near: TestClient, site: LocalSite) -> None:
    status, kind, message = problem(post(near, url=site.url("/cake"), question=QUESTION))
    assert (status, kind) == (404, "not_a_policy")
    assert site.url("/legal/privacy") in message
    assert post(near, url=site.url("/cake"), question=QUESTION, anyway=True).status_code == 200
    missing = problem(post(near, url=site.url("/nowhere"), question=QUESTION))
    assert missing[:2] == (404, "cannot_fetch")
    assert "no such page" in missing[2]


def test_few_pages_are_fetched_at_once_and_none_for_long(
    site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(_: object) -> Answer:
        go_on.wait(20)
        return page(policy_page("Slow").decode())

    site.answers["/slow"] = slow
    visits = local_visits()
    monkeypatch.setattr(visits_module, "MOST_SECONDS", 0.2)

    async def crowd() -> list[BaseException | object]:
        addresses = [site.url(f"/slow?{n}") for n in range(visits_module.MOST_AT_ONCE + 2)]
        for address in addresses:
            site.answers[address.removeprefix(f"http://{site.host}")] = slow
        return await asyncio.gather(*map(visits.bring, addresses), return_exceptions=True)

    found = asyncio.run(crowd())
    go_on.set()
    kinds = [type(one) for one in found]
    assert kinds.count(SlowError) == visits_module.MOST_AT_ONCE
    assert kinds.count(BusyError) == 2


def test_the_policy_page_answers_and_lights_up(client: httpx.Client) -> None:
    policy_id = post(client, target="jotharbor", question=QUESTION).json()["source"]["policy_id"]
    answer = post(client, target=policy_id, question=QUESTION).json()
    shown = client.get(f"/policy/{policy_id}", params={"ask": QUESTION})
    assert shown.status_code == 200
    quotes = [" ".join(quote["text"].split()) for quote in answer["quotes"]]
    found = texts(shown, ".answer .to-text")
    assert found[:1] == quotes[:1]
    assert sorted(found) == sorted(quotes)
    for place in links(shown, ".answer .to-text"):
        assert texts(shown, f".text {place}"), place
    for address in links(shown, ".suggested a"):
        assert address.startswith(f"/policy/{policy_id}?ask=")
    assert client.get(f"/policy/{policy_id}").text.count('class="answer') == 0


def test_risk_and_summary_are_part_of_the_address(client: httpx.Client) -> None:
    options = {"risk": "low", "summary": "4"}
    plain = post(client, target="jotharbor", question=QUESTION, risk="low", summary=4).json()
    assert len(plain["summary"]) == 4
    policy_id = plain["source"]["policy_id"]
    asked = {"ask": QUESTION, **options}
    shown = client.get(f"/policy/{policy_id}", params=asked)
    wanted = [" ".join(quote["text"].split()) for quote in plain["summary"]]
    assert texts(shown, ".answer .to-text") == wanted
    for link in links(shown, ".suggested a"):
        assert "risk=low&summary=4" in link
    hidden = LexborHTMLParser(shown.text).css('.ask input[type="hidden"]')
    assert {node.attributes["name"]: node.attributes["value"] for node in hidden} == options
    lengths = links(shown, ".options .lengths a")
    assert all("risk=low" in one for one in lengths)
    assert "summary" not in lengths[0]
    led = client.get("/ask", params={"policy": "jotharbor", **asked})
    assert (
        led.headers["location"]
        == f"/policy/{policy_id}?ask=how+long+do+you+keep+my+data%3F&risk=low&summary=4#answer"
    )


def test_a_name_or_address_leads_to_the_policy(client: httpx.Client) -> None:
    for policy in ("jotharbor", "jotharbor.example", "https://www.jotharbor.example/privacy"):
        answer = client.get("/ask", params={"policy": policy, "ask": QUESTION})
        assert answer.status_code == 303, policy
        assert answer.headers["location"].startswith("/policy/")
        assert answer.headers["location"].endswith("#answer")
    assert client.get("/ask").headers["location"] == "/"
    several = client.get("/ask", params={"policy": "privacy", "ask": QUESTION})
    assert "Which of these?" in several.text
    assert all("ask=how+long" in one for one in links(several, "main li a")[:-1])
    none = client.get("/ask", params={"policy": "zzyzx", "ask": QUESTION})
    assert none.status_code == 404
    assert "zzyzx" in none.text


def test_a_fetched_page_shows_the_same_answer(near: TestClient, site: LocalSite) -> None:
    address = site.url("/privacy")
    shown = near.get("/ask", params={"policy": address, "ask": "how long are invoices kept?"})
    assert shown.status_code == 200, shown.text
    answer = post(near, url=address, question="how long are invoices kept?").json()
    quotes = [quote["text"] for quote in answer["quotes"] or answer["nearest"]]
    told = answer["verdict"] != "out_of_scope"
    assert sorted(texts(shown, ".answer .to-text")) == (sorted(quotes) if told else [])
    assert "not stored" in shown.text
    summed = near.get("/ask", params={"policy": address, "ask": QUESTION, "summary": "2"})
    assert len(texts(summed, ".answer .to-text")) == 2
    assert all("summary=2" in one for one in links(summed, ".suggested a"))


def test_a_page_that_is_no_policy_leads_on(near: TestClient, site: LocalSite) -> None:
    shown = near.get("/ask", params={"policy": site.url("/cake"), "ask": QUESTION})
    assert shown.status_code == 422
    ways = links(shown, "main li a")
    assert near.get(ways[0]).status_code == 200
    assert "anyway=1" in ways[1]
    assert near.get(ways[1]).status_code == 200
    missing = near.get("/ask", params={"policy": site.url("/nowhere"), "ask": QUESTION})
    assert missing.status_code == 502
    assert "no such page" in missing.text


@pytest.mark.parametrize(
    ("html", "told"),
    [(LOGIN, "login form"), (WALL, "consent wall"), (DRAWN, "drawn by scripts")],
)
def test_what_stands_before_the_policy_is_told(
    near: TestClient, site: LocalSite, html: str, told: str
) -> None:
    path = f"/{told.replace(' ', '-')}"
    site.answers[path] = page(html)
    address = site.url(path)
    shown = near.get("/ask", params={"policy": address, "ask": QUESTION})
    assert shown.status_code == 422
    assert told in shown.text
    status, kind, message = problem(post(near, url=address, question=QUESTION))
    assert (status, kind) == (404, "not_a_policy")
    assert told in message


def test_only_our_own_pages_may_keep(site: LocalSite, tmp_path: Path, sample_library: Path) -> None:
    import shutil

    folder = tmp_path / "library"
    shutil.copytree(sample_library.with_name("pristine"), folder)
    query = {"policy": site.url("/privacy"), "ask": QUESTION}
    with TestClient(
        create_app(folder, local_visits(), names=["testserver"]), follow_redirects=False
    ) as client:
        for headers in (
            {"Origin": "https://elsewhere.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            assert client.post("/ask/keep", params=query, headers=headers).status_code == 403
        with Library(folder) as library:
            before = library.count()
            ours = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
            kept = client.post("/ask/keep", params=query, headers=ours)
            assert kept.status_code == 303, kept.text
            assert library.count() == before + 1
        assert client.get(kept.headers["location"]).status_code == 200
        again = client.get("/ask", params=query)
        assert again.headers["location"] == kept.headers["location"]


@pytest.mark.parametrize("text", ["\x00\x01", " ", "%PDF-1.7", "<b>We sell data.</b>", "☃"])
def test_odd_texts_are_answered(client: httpx.Client, text: str) -> None:
    answer = post(client, text=text, question=QUESTION)
    assert answer.status_code == 200, answer.text
    assert all(quote["text"] in text for quote in answer.json()["quotes"])


@pytest.mark.parametrize("question", ["?", "data", "x" * 10_000, "¿venden mis datos?", "☃ \x00"])
def test_odd_questions_get_an_answer_or_a_reason(client: httpx.Client, question: str) -> None:
    answer = post(client, target="jotharbor", question=question)
    assert answer.status_code in (200, 422), answer.text
    shown = client.get("/policy/jotharbor", params={"ask": question})
    address = shown.headers["location"]
    assert client.get(address, params={"ask": question}).status_code == 200
