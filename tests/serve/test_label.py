"""Labels and comparisons over HTTP: one typed result for programs, pages that need no script."""

import csv
import io
import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from privascope.library.index import catch_up
from privascope.library.practices import enrich_practices
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import make_candidate, policy_page
from tests.serve.conftest import HOSTILE, running

PATCHED = "privascope.models.practices.FOLDER"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, practice_folder: Path) -> Iterator[Path]:
    """A library of policies that the tiny model has read, some of them hostile, one not read."""
    place = tmp_path_factory.mktemp("labels") / "library"
    pages = {
        "quill": policy_page("Quill"),
        "dent": policy_page("Dent", without=("keep", "share")),
        "hostile": policy_page(
            "Hostile",
            *(f"We collect your name and {escape(one)}." for one in HOSTILE),
            without=("collect",),
        ),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PATCHED, practice_folder)
        with LibraryWriter(place) as writer:
            _store(writer, pages)
            assert len(list(enrich_practices(writer))) == len(pages)
            _store(writer, {"fresh": policy_page("Fresh", "We use your location.")})
            german = "<p>Wir erheben Ihre Daten, wenn Sie ein Konto bei uns anlegen.</p>" * 9
            page = f"<html lang=de><title>Datenschutz</title><h1>Datenschutz</h1>{german}"
            _store(writer, {"german": page.encode()})
            catch_up(writer)
        yield place


def _store(writer: LibraryWriter, pages: dict[str, bytes]) -> None:
    with writer.transaction():
        for name, page in pages.items():
            writer.store(make_candidate(page, f"https://{name}.example/privacy"))


@pytest.fixture(scope="module")
def labels(folder: Path) -> Iterator[httpx.Client]:
    with running(folder) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield client


def policy_id(client: httpx.Client, name: str) -> str:
    found: str = client.get(f"/api/policies/{name}.example").json()["policy"]["id"]
    return found


def test_the_api_gives_a_label_with_exact_quotes(labels: httpx.Client, folder: Path) -> None:
    label = labels.get("/api/policies/quill.example/label").json()
    with Library(folder) as library:
        text = library.derived(label["source"]["version_id"]).policy.text
    lines = [line for part in label["parts"] for topic in part["topics"] for line in topic["lines"]]
    assert {line["name"] for line in lines} >= {"Contact", "Stated Period"}
    for line in lines:
        assert line["evidence"]
        for one in line["evidence"]:
            assert text[one["start"] : one["end"]] == one["text"]
            assert all(one["start"] <= m["start"] < m["end"] <= one["end"] for m in one["marks"])


def test_the_api_gives_the_first_view(labels: httpx.Client) -> None:
    label = labels.get("/api/policies/quill.example/label").json()
    found = {line["slug"]: line for line in label["first_view"]}
    assert len(found) == 12
    assert found["kept"]["words"] == "7 years"
    assert found["kept"]["values"] == ["7 years"]
    assert found["kept"]["evidence"][0]["text"]
    assert found["ai"]["reply"] == "not_computed"
    assert found["kept"]["usual"] is None
    assert label["contradictions"] == []
    assert label["may_also"] == []


@pytest.mark.parametrize("kind", ["label", "badge"])
def test_a_label_has_pictures(labels: httpx.Client, kind: str) -> None:
    found = policy_id(labels, "quill")
    page = labels.get(f"/policy/{found}").text
    (address,) = re.findall(rf'href="(/policy/{found}/{kind}\.svg\?version=\w+)"', page)
    answer = labels.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.content).tag.endswith("svg")
    named = labels.get(f"/policy/quill.example/{kind}.svg")
    assert named.headers["location"] == f"/policy/{found}/{kind}.svg"
    assert labels.get(f"/policy/nobody/{kind}.svg").status_code == 404
    german = labels.get(f"/policy/{policy_id(labels, 'german')}/{kind}.svg")
    assert german.status_code == 409
    assert "another language" in german.text


def test_the_badge_of_one_question(labels: httpx.Client) -> None:
    found = policy_id(labels, "quill")
    assert "7 years" in labels.get(f"/policy/{found}/badge.svg?line=kept").text


def test_a_line_that_is_silent_says_what_was_looked_for(labels: httpx.Client) -> None:
    page = labels.get(f"/policy/{policy_id(labels, 'quill')}").text
    label = page.partition('id="label"')[2].partition("</section>")[0]
    assert "Looked for and not found: Encrypts data on its way" in label
    assert "Not computed yet: Uses content or personal data to train AI" in label


def test_the_api_compares(labels: httpx.Client) -> None:
    answer = labels.get("/api/compare", params={"policy": ["quill.example", "dent.example"]})
    found = answer.json()
    assert [one["title"] for one in found["policies"]] == [
        "Privacy Policy | Quill",
        "Privacy Policy | Dent",
    ]
    names = {(row["part"], row["name"]) for row in found["differences"]}
    assert ("kept", "Stated Period") in names
    assert ("collected", "Contact") in {(row["part"], row["name"]) for row in found["common"]}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/policies/nobody/label", 404),
        ("/api/policies/quill.example/label?version=0123456789abcdef", 404),
        ("/api/policies/quill.example/label?verson=1", 422),
        ("/api/policies/german.example/label", 409),
        ("/api/compare?policy=quill.example", 422),
        ("/api/compare?policy=quill.example&policy=nobody", 404),
        ("/api/compare?" + "&".join(["policy=quill.example"] * 7), 422),
        ("/api/compare", 422),
    ],
)
def test_the_api_refuses_in_its_one_shape(labels: httpx.Client, address: str, status: int) -> None:
    answer = labels.get(address)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"kind", "message"}


def test_every_link_of_the_label_leads_to_a_place_in_the_text(labels: httpx.Client) -> None:
    page = labels.get(f"/policy/{policy_id(labels, 'quill')}").text
    places = set(re.findall(r'href="#(said-\d+)"', page))
    assert len(places) > 2
    assert places <= set(re.findall(r' id="(said-\d+)"', page))
    assert "seven years" in page.partition('id="label"')[2].partition("</section>")[0]


def test_a_policy_that_was_not_read_is_read_when_its_page_is_opened(
    labels: httpx.Client, folder: Path
) -> None:
    found = policy_id(labels, "fresh")
    page = labels.get(f"/policy/{found}").text
    assert 'class="name">location' in page
    with Library(folder) as library:
        version = library.policy(found).current_version
        assert library.row(
            "SELECT 1 FROM trait WHERE version_id = ? AND name = 'practices'", version
        )


def test_a_long_policy_waits_until_it_is_asked_for(
    labels: httpx.Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LibraryWriter(folder) as writer:
        _store(writer, {"long": policy_page("Long")})
        catch_up(writer)
    monkeypatch.setattr("privascope.serve.web.label_view.expected_seconds", lambda _: 30.0)
    found = policy_id(labels, "long")
    page = labels.get(f"/policy/{found}").text
    assert "reading it takes about 30 seconds" in page
    (address,) = re.findall(r'href="([^"]*)" rel="nofollow">Show the label', page)
    assert "contact details" in labels.get(address).text.partition('id="label"')[2]


def test_another_language_is_told_apart_from_nothing(labels: httpx.Client) -> None:
    page = labels.get(f"/policy/{policy_id(labels, 'german')}").text
    assert "is unknown here, which is not the same as nothing" in page
    assert "not stated" not in page


def test_only_what_is_vague(labels: httpx.Client) -> None:
    page = labels.get(f"/policy/{policy_id(labels, 'dent')}?label=vague").text
    assert "What it is vague about" in page
    assert "Which data, for what, to whom" not in page


def test_policies_are_chosen_by_any_name_and_the_address_says_which(labels: httpx.Client) -> None:
    ids = [policy_id(labels, name) for name in ("quill", "dent")]
    answer = labels.get("/compare", params={"policy": ["quill.example", " dent.example "]})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/compare?policy={ids[0]}&policy={ids[1]}"
    page = labels.get(answer.headers["location"])
    assert page.status_code == 200
    differ, _, common = page.text.partition("What they have in common")
    assert "“<bdi>seven years</bdi>”" in differ
    assert "contact details" in common
    places = re.findall(rf'href="/policy/{ids[0]}#(said-\d+)"', page.text)
    text = labels.get(f"/policy/{ids[0]}").text
    assert places
    assert all(f'id="{place}"' in text for place in places)


def test_the_page_of_one_and_of_none_helps_to_choose(labels: httpx.Client) -> None:
    none = labels.get("/compare")
    assert none.status_code == 200
    assert "Start with" in none.text
    one = labels.get(f"/compare?policy={policy_id(labels, 'quill')}")
    assert one.status_code == 200
    assert "Compare with" in one.text
    assert "Where they differ" not in one.text


def test_what_names_no_policy_is_told_and_the_rest_is_kept(labels: httpx.Client) -> None:
    ids = [policy_id(labels, name) for name in ("quill", "dent")]
    answer = labels.get("/compare", params={"policy": [*ids, "<b>nobody</b>"]})
    assert answer.status_code == 404
    assert "“<bdi>&lt;b&gt;nobody&lt;/b&gt;</bdi>” does not match any policy" in answer.text
    assert "Where they differ" in answer.text
    several = labels.get("/compare", params={"policy": [ids[0], "privacy policy"]})
    assert "matches several policies" in several.text


def test_a_policy_that_cannot_be_read_does_not_hide_the_others(labels: httpx.Client) -> None:
    ids = [policy_id(labels, name) for name in ("quill", "german", "dent")]
    answer = labels.get("/compare", params={"policy": ids})
    assert answer.status_code == 200
    assert "English policies only" in answer.text
    assert "Where they differ" in answer.text
    head = answer.text.partition("<thead>")[2].partition("</thead>")[0]
    assert [f"/policy/{one}" in head for one in ids] == [True, False, True]


def test_hostile_words_are_only_text(labels: httpx.Client) -> None:
    ids = [policy_id(labels, name) for name in ("hostile", "quill")]
    for address in (f"/policy/{ids[0]}", f"/compare?policy={ids[0]}&policy={ids[1]}"):
        page = labels.get(address).text
        assert "<script>window.hit" not in page
        assert "&lt;script&gt;window.hit" in page
        assert "1337" not in page
        assert "<img" not in page


def test_more_than_six_are_cut_to_six(labels: httpx.Client) -> None:
    names = ["quill", "dent", "hostile", "fresh", "german"]
    ids = [policy_id(labels, name) for name in names]
    answer = labels.get("/compare", params={"policy": [*ids, *ids]})
    assert answer.headers["location"].count("policy=") == len(ids)


def test_exports_tell_what_each_policy_says(labels: httpx.Client) -> None:
    lines = [json.loads(line) for line in labels.get("/search.jsonl").text.splitlines()]
    said = {line["domain"]: line["statements"] for line in lines}
    assert "states-a-retention-period" in said["quill.example"]
    assert "states-a-retention-period" not in said["dent.example"]
    assert said["german.example"] is None
    table = labels.get("/search.csv").content.decode("utf-8-sig")
    cells = {row["domain"]: row["statements"] for row in csv.DictReader(io.StringIO(table))}
    assert cells["quill.example"].split("; ") == said["quill.example"]
    assert cells["german.example"] == ""
    listed = labels.get("/api/policies").json()["policies"]
    assert {one["domain"]: one["statements"] for one in listed} == said
