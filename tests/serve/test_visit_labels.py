"""Labels of pages that the library does not hold: on their page, and for programs."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from privascope.collect.fetch import Fetcher
from privascope.collect.visit import Visited, visit_limits, visit_text
from privascope.library.writer import LibraryWriter
from privascope.serve import visit_labels
from privascope.serve.app import create_app
from privascope.serve.shelf import Shelf
from privascope.serve.visit_labels import VisitLabels
from privascope.serve.visits import BusyError, Visits
from privascope.traits.practices.find import find_practices
from tests.collect.local_site import LocalSite, QuickClock, local_site, page
from tests.conftest import make_candidate, policy_page

FILE = {"file": ("saved.html", policy_page("Quill"), "text/html")}
NO_FILE = {"file": ("", b"", "application/octet-stream")}
TEXT = "We collect your name and your location.\n\nWe keep your data for seven years."
GERMAN = "Wir erheben Ihre Daten, wenn Sie ein Konto bei uns anlegen. " * 9


@pytest.fixture(scope="module")
def site() -> Iterator[LocalSite]:
    with local_site() as opened:
        opened.answers["/privacy"] = page(policy_page("Quill").decode())
        opened.answers["/cake"] = page("<title>Cake</title><p>Beat the eggs.</p>" * 9)
        yield opened


@pytest.fixture
def folder(tmp_path: Path, tiny_practices: Path) -> Path:
    place = tmp_path / "library"
    with LibraryWriter(place) as writer, writer.transaction():
        writer.store(make_candidate(policy_page("Dent"), "https://dent.example/privacy"))
    return place


@pytest.fixture
def near(folder: Path) -> Iterator[TestClient]:
    """Asks a server that may fetch from this machine and reads with the tiny model."""
    hosts = frozenset({"127.0.0.1"})
    visits = Visits(Fetcher(allowed_hosts=hosts, limits=visit_limits(), clock=QuickClock()))
    with TestClient(
        create_app(folder, visits, names=["testserver"]), follow_redirects=False
    ) as opened:
        yield opened


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts in which practices are sought."""
    seen: list[str] = []

    def counted(policy: Any) -> Any:
        seen.append(policy.text)
        return find_practices(policy)

    monkeypatch.setattr(visit_labels, "find_practices", counted)
    return seen


def label_of(answer: Any) -> str:
    """The label's part of a page, as text."""
    (section,) = LexborHTMLParser(answer.text).css("#label")
    return " ".join(section.text().split())


def way(answer: Any, words: str) -> str:
    """The address of the link of the label that has these words."""
    for link in LexborHTMLParser(answer.text).css("#label a"):
        if words in link.text():
            return link.attributes["href"] or ""
    raise AssertionError(words)


def test_a_file_has_its_label_when_it_is_asked_for(near: TestClient, found: list[str]) -> None:
    sent = near.post("/ask", files=FILE, data={"ask": "how long are invoices kept?"})
    shown = near.get(sent.headers["location"])
    assert "contact details" not in label_of(shown)
    assert found == []
    labelled = near.get(way(shown, "Show the label"))
    assert labelled.status_code == 200
    assert labelled.headers["cache-control"] == "no-store"
    assert "a stated time: “seven years”" in label_of(labelled)
    # The question stays, and a second look finds nothing anew.
    assert LexborHTMLParser(labelled.text).css(".answer .to-text")
    assert near.get(way(shown, "Show the label")).text == labelled.text
    assert len(found) == 1
    places = set(re.findall(r'href="#(said-\d+)"', labelled.text))
    assert len(places) > 2
    assert places <= set(re.findall(r' id="(said-\d+)"', labelled.text))
    assert "Compare with" not in label_of(labelled)


def test_a_fetched_page_has_its_label(near: TestClient, site: LocalSite, found: list[str]) -> None:
    shown = near.get("/ask", params={"policy": site.url("/privacy")})
    labelled = near.get(way(shown, "Show the label"))
    assert "contact details" in label_of(labelled)
    vague = near.get(way(labelled, "What is it vague about?"))
    assert "What it is vague about" in label_of(vague)
    assert len(found) == 1
    # The next question keeps the label on the page.
    (hidden,) = LexborHTMLParser(vague.text).css("form.ask input[name=label]")
    assert hidden.attributes["value"] == "vague"


def test_what_is_no_policy_or_not_english_is_told(near: TestClient, site: LocalSite) -> None:
    asked = {"policy": site.url("/cake"), "anyway": "1", "label": "1"}
    assert "does not seem to be a whole privacy policy" in label_of(near.get("/ask", params=asked))
    sent = near.post("/ask", files=NO_FILE, data={"text": GERMAN})
    told = label_of(near.get(sent.headers["location"]))
    assert "not the same as nothing" in told
    assert "Show the label" not in told


def test_a_long_text_is_told_before(near: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = near.post("/ask", files=NO_FILE, data={"text": TEXT})
    address = sent.headers["location"]
    monkeypatch.setattr("privascope.serve.web.label_view.expected_seconds", lambda _: 40.0)
    shown = near.get(address)
    assert "takes about 40 seconds" in label_of(shown)
    monkeypatch.setattr(visit_labels, "expected_seconds", lambda _: 600.0)
    assert "too long to be labelled here" in label_of(near.get(way(shown, "Show the label")))


def post(client: TestClient, **body: Any) -> Any:
    return client.post("/api/label", json=body)


def test_programs_get_the_label_of_a_text(near: TestClient) -> None:
    answer = post(near, text=TEXT)
    assert answer.status_code == 200, answer.text
    label = answer.json()
    assert label["source"]["policy_id"] == ""
    lines = [line for part in label["parts"] for topic in part["topics"] for line in topic["lines"]]
    assert {"Contact", "Location", "Stated Period"} <= {line["name"] for line in lines}
    quotes = [one for line in lines for one in line["evidence"]]
    assert quotes
    assert all(TEXT[one["start"] : one["end"]] == one["text"] for one in quotes)


def test_programs_get_the_label_of_an_address_and_of_a_stored_policy(
    near: TestClient, site: LocalSite
) -> None:
    fetched = post(near, url=site.url("/privacy")).json()
    assert fetched["source"]["url"] == site.url("/privacy")
    stored = post(near, target="dent.example").json()
    assert stored == near.get("/api/policies/dent.example/label").json()
    assert post(near, url=site.url("/cake"), anyway=True).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({}, 422, "bad_request"),
        ({"target": "dent.example", "text": TEXT}, 422, "bad_request"),
        ({"text": TEXT, "question": "why?"}, 422, "bad_request"),
        ({"text": "x" * 1_000_001}, 422, "bad_request"),
        ({"text": "a\n" * 250_000}, 413, "too_large"),
        ({"text": " \n "}, 404, "cannot_read"),
        ({"text": GERMAN}, 409, "not_english"),
        ({"target": "nobody"}, 404, "not_found"),
        ({"url": "http://10.0.0.1/privacy"}, 403, "refused_address"),
        ({"url": "file:///etc/passwd"}, 403, "refused_address"),
    ],
)
def test_what_cannot_be_labelled_is_told(
    near: TestClient, body: dict[str, Any], status: int, kind: str
) -> None:
    answer = post(near, **body)
    assert set(answer.json()["error"]) == {"kind", "message"}
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)


def test_missing_pages_and_other_pages_are_told(near: TestClient, site: LocalSite) -> None:
    assert post(near, url=site.url("/cake")).json()["error"]["kind"] == "not_a_policy"
    assert post(near, url=site.url("/nowhere")).json()["error"]["kind"] == "cannot_fetch"


@pytest.mark.slow
def test_a_body_is_read_only_so_far(near: TestClient) -> None:
    huge = b'{"text": "' + b"x" * 7_000_000 + b'"}'
    answer = near.post("/api/label", content=huge, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_labels_are_forgotten_after_a_while_and_when_others_come(
    folder: Path, found: list[str]
) -> None:
    now = 0.0
    labels = VisitLabels(Shelf(folder), lambda: now)
    papers = [_paper(number) for number in range(9)]
    for paper in papers:
        labels.label(paper)
    assert labels.practices(papers[0]) is None
    assert all(labels.practices(paper) is not None for paper in papers[1:])
    now = 700.0
    labels.label(papers[0])
    assert labels.practices(papers[1]) is None
    assert len(found) == 10


def test_few_labels_are_made_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = VisitLabels(Shelf(folder))
    refused = 0

    def greedy(policy: Any) -> Any:
        nonlocal refused
        try:
            labels.label(_paper(len(policy.text)))
        except BusyError:
            refused += 1
        return ()

    monkeypatch.setattr(visit_labels, "find_practices", greedy)
    labels.label(_paper(0))
    assert refused == 1


def _paper(number: int) -> Visited:
    return visit_text(f"We collect your name and {'x' * number}.")
