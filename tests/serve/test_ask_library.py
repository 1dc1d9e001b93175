"""A question to the whole library over HTTP: REST, the page that comes piece by piece, bounds."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

import privascope.answer.ask_library as asking
from privascope.answer.answer import Answer, Source
from privascope.library.engines.engine import Filters
from privascope.library.writer import LibraryWriter
from privascope.models.onnx import ModelError
from privascope.policy.policy import Policy
from privascope.search.page import SearchRequest
from privascope.serve.library_questions import LibraryQuestions, TooManyError
from privascope.serve.shelf import Shelf
from tests.answer.test_ask_library import SENTENCE, hand_ask
from tests.conftest import make_candidate, policy_page
from tests.location_policies import four_policies
from tests.serve.conftest import HOSTILE, running

TRAINING = "do any of these train models on my notes?"
SHARING = "which of these do not share location with advertisers?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four policies with practices, and six that reply by hand; one title is an attack."""
    place = tmp_path_factory.mktemp("many") / "library"
    with LibraryWriter(place) as writer:
        with writer.transaction():
            for name, sentence in SENTENCE.items():
                title = f"{name} {HOSTILE[0]}" if name == "Dock" else name
                page = policy_page(title.replace("<", "&lt;"), sentence)
                writer.store(make_candidate(page, f"https://{name.lower()}.test/privacy"))
        four_policies(writer)
    return place


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    """A server whose policies are asked by hand."""
    with pytest.MonkeyPatch.context() as patch:

        def ask(policy: Policy, source: Source, question: str, **_: Any) -> Answer:
            return hand_ask(policy, source, question)

        patch.setattr(asking, "ask", ask)
        with running(folder) as address, httpx.Client(base_url=address, timeout=60) as opened:
            yield opened


def post(client: httpx.Client, **body: Any) -> httpx.Response:
    return client.post("/api/ask-library", json=body)


def get(client: httpx.Client, **query: Any) -> httpx.Response:
    return client.get(f"/ask-all?{urlencode(query, doseq=True)}")


def texts(page: str, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in LexborHTMLParser(page).css(selector)]


def stances(answer: dict[str, Any]) -> dict[str, str | None]:
    return {one["domain"].split(".")[0]: one["stance"] for one in answer["policies"]}


def test_the_api_gives_each_policys_stance(client: httpx.Client) -> None:
    answer = post(client, question=TRAINING, q="models").json()
    assert stances(answer) == {
        "yarrow": "yes",
        "nettle": "no",
        "dock": "depends",
        "sorrel": None,
        "fern": None,
    }
    assert answer["counts"] == {
        "yes": 1, "no": 1, "depends": 1, "answers": 1, "unsure": 1, "silent": 0
    }  # fmt: skip
    assert (answer["matching"], answer["read"], answer["statement"]) == (5, 5, None)
    assert answer["asked"] == "Do you train models on my notes?"
    assert post(client, question=TRAINING, q="models", most=2).json()["read"] == 2


def test_the_api_looks_a_statement_up(client: httpx.Client) -> None:
    answer = post(client, question=SHARING, q="location").json()
    assert answer["statement"] == "does-not-share-location-with-advertisers"
    assert stances(answer) == {"birch": "yes", "alder": "no", "cedar": None}
    none = post(client, question=SHARING, q="location", sector=["Medical"]).json()
    assert (none["matching"], none["policies"]) == (0, [])


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"question": ""}, 422, "question is empty"),
        ({}, 422, "question"),
        ({"question": "x" * 20_001}, 422, "question"),
        ({"question": TRAINING, "most": 0}, 422, "most"),
        ({"question": TRAINING, "most": 101}, 422, "most"),
        ({"question": TRAINING, "method": "none"}, 422, "no method"),
        ({"question": TRAINING, "colour": "red"}, 422, "colour"),
        ({"question": TRAINING, "grade": "high"}, 422, "range"),
        ({"question": "does Zzyzx sell my data?"}, 404, "Zzyzx"),
    ],
)
def test_the_api_refuses_in_words(
    client: httpx.Client, body: dict[str, Any], status: int, words: str
) -> None:
    answer = post(client, **body)
    assert answer.status_code == status
    assert words in answer.json()["error"]["message"]


def test_a_question_to_one_that_names_none_is_sent_there(client: httpx.Client) -> None:
    answer = client.post("/api/ask", json={"question": "do you sell my data?"})
    assert answer.status_code == 404
    assert "/api/ask-library" in answer.json()["error"]["message"]


def test_the_page_lists_replies_with_their_sentences(client: httpx.Client) -> None:
    answer = get(client, ask=TRAINING, q="models")
    assert answer.status_code == 200
    page = answer.text
    assert "<script>window.hit" not in page
    assert texts(page, ".tally li") == [
        "1 says yes",
        "1 says no",
        "1 says it depends",
        "1 says something on it",
        "1 is unclear",
    ]
    for reply, name in (("yes", "Yarrow"), ("no", "Nettle"), ("depends", "Dock")):
        assert texts(page, f"#{reply} q") == [SENTENCE[name]]
    assert "All 5 policies were read." in texts(page, ".scope")[0]
    addresses = [one.attributes["href"] or "" for one in LexborHTMLParser(page).css("#yes a")]
    assert all("ask=Do+you+train+models" in one and one.endswith("#answer") for one in addresses)


def test_the_page_says_what_is_being_read(client: httpx.Client) -> None:
    with client.stream("GET", "/ask-all", params={"ask": "which of these train models?"}) as answer:
        page = "".join(answer.iter_text())
    lines = texts(page, ".reading p")
    assert lines[0].startswith("Reading policy 1 of 10: ")
    assert len(lines) == 10
    assert page.index('class="reading"') < page.index('class="replies"')
    assert page.rstrip().endswith("</html>")
    # Asked again, it is remembered, and nothing has to be said meanwhile.
    assert 'class="reading"' not in get(client, ask="which of these train models?").text


def test_only_some_are_read_and_more_on_demand(client: httpx.Client) -> None:
    page = get(client, ask=TRAINING, most=2).text
    assert "2 of 10 policies were read, the likeliest first." in texts(page, ".scope")[0]
    assert texts(page, ".button") == ["Read 8 more"]
    assert "most=22" in page


def test_a_statement_is_shown_in_its_words(client: httpx.Client) -> None:
    page = get(client, ask=SHARING, q="location").text
    assert texts(page, "#yes h2")[0].startswith("Yes: says it does not share location")
    assert "/which?which=does-not-share-location-with-advertisers" in page
    assert 'class="reading"' not in page


def test_filters_are_kept_and_can_be_lifted(client: httpx.Client) -> None:
    page = get(client, ask=TRAINING, sector="Medical", words="1..").text
    assert texts(page, ".chips a")[0].startswith("Medical")
    assert "No policy matches the words and filters above" in " ".join(texts(page, ".empty"))
    assert '<input type="hidden" name="sector" value="Medical">' in page


def test_the_box_on_the_first_page_leads_here(client: httpx.Client) -> None:
    answer = client.get("/ask", params={"ask": TRAINING})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/ask-all?{urlencode({'ask': TRAINING})}"
    named = client.get("/ask", params={"ask": "does Yarrow sell my notes?"})
    assert named.headers["location"].startswith("/policy/")
    assert client.get("/ask", params={"ask": "does Zzyzx sell my notes?"}).status_code == 404
    assert client.get("/ask-all").headers["location"] == "/"
    assert get(client, ask="does Zzyzx sell my notes?").status_code == 404
    assert "/ask-all?ask=" in client.get("/").text
    assert 'action="/ask-all"' in client.get("/search?q=models").text


def test_few_questions_at_once_and_none_is_forgotten(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = LibraryQuestions(Shelf(folder))
    busy, go = threading.Semaphore(0), threading.Event()

    def ask(policy: Policy, source: Source, question: str, **_: Any) -> Answer:
        busy.release()
        go.wait(20)
        return hand_ask(policy, source, question)

    monkeypatch.setattr(asking, "ask", ask)
    request = SearchRequest("yarrow", filters=Filters())
    threads = [
        threading.Thread(target=questions.ask, args=(f"which train {n}?", request))
        for n in range(2)
    ]
    for thread in threads:
        thread.start()
    for _ in threads:
        busy.acquire(timeout=20)
    with pytest.raises(TooManyError):
        questions.ask("which train models?", request)
    go.set()
    for thread in threads:
        thread.join()
    assert questions.ask("which train models?", request).read == 1


def test_a_model_that_is_missing_is_told_without_names_of_files(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: Any, **__: Any) -> Answer:
        raise ModelError("/srv/secret/model.onnx is missing")

    monkeypatch.setattr(asking, "ask", ask)
    answer = post(client, question="which of these like secret models?")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "method_unavailable")
    page = get(client, ask="which of these like hidden models?")
    assert "Something went wrong while the policies were read" in page.text
    assert "secret/model" not in answer.text + page.text
