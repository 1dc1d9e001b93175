"""A library made before the facet `ai` was declared, kept as a file beside this test.

It holds two policies in three versions with their practices, and the index of its time.
"""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from privascope import api
from privascope.cli.main import app
from privascope.library.check import check_library
from privascope.library.index import catch_up, is_behind, rebuild
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search.page import Facet, SearchPage
from tests.serve.conftest import running

KEPT = Path(__file__).with_name("library_before_ai.tar.xz")
ALL_KINDS = ("artificial-intelligence", "generative-ai", "machine-learning")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with tarfile.open(KEPT) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path) -> Iterator[api.OpenLibrary]:
    with api.open(folder) as opened:
        yield opened


def ai(page: SearchPage) -> Facet:
    return next(facet for facet in page.facets if facet.name == "ai")


def values(page: SearchPage) -> dict[str, int]:
    return {value.value: value.count for value in ai(page).values}


def test_it_is_searched_by_all_that_it_knows(library: api.OpenLibrary) -> None:
    page = library.search("cookies")
    assert page.total == 2
    names = [facet.name for facet in page.facets]
    assert names[-4:] == ["ai", "language", "country", "company_size"]
    assert ai(page) == Facet("ai", "Artificial intelligence", (), known=0)
    assert next(facet.known for facet in page.facets if facet.name == "practice") == 2
    assert library.search("machine learning").total == 1
    assert library.search(law="gdpr").total == 2
    assert library.search(law="-gdpr").total == 0
    assert library.search("cookies", rank="newest").total == 2
    with Library(library.folder) as store:
        assert is_behind(store)


@pytest.mark.parametrize("asked", ["machine-learning", "-machine-learning"])
def test_a_filter_on_what_is_not_computed_finds_nothing_and_says_why(
    library: api.OpenLibrary, asked: str
) -> None:
    page = library.search(ai=asked)
    assert page.total == 0
    assert any("not computed yet for any policy of this library" in note for note in page.notes)


def test_not_computed_yet_is_shown_and_never_none(library: api.OpenLibrary) -> None:
    result = library.search("cookies").results[0]
    assert result.artificial_intelligence is None  # type: ignore[attr-defined]
    assert result.to_dict()["artificial_intelligence"] is None
    assert result.to_dict()["laws"] == ["gdpr"]
    with running(library.folder) as address, httpx.Client(base_url=address, timeout=60) as client:
        badges = client.get(f"/policy/{result.policy_id}").text
        assert '<dt>Artificial intelligence</dt>\n    <dd><span class="unknown">not comp' in badges
        listed = client.get("/search").text
        part = listed.split('id="facet-ai"')[1].split("</section>")[0]
        assert "Not computed yet for these policies." in part
        insights = client.get("/insights").text.split('<section id="ais">')[1]
        assert "Not counted here: 2 policies" in insights.split("</section>")[0]
        assert client.get("/search.jsonl").json
        rows = [json.loads(line) for line in client.get("/search.jsonl").text.splitlines()]
        assert {row["artificial_intelligence"] for row in rows} == {None}
        traits = client.get(f"/api/policies/{result.policy_id}").json()["traits"]
        assert traits["artificial_intelligence"] is None
    shown = CliRunner().invoke(app, ["search", "--facets", "--library", str(library.folder)])
    assert "Artificial intelligence (not computed yet for these policies)" in shown.output


def test_a_rebuild_knows_the_facet_of_nothing_and_enriching_of_all(folder: Path) -> None:
    with LibraryWriter(folder) as writer:
        assert rebuild(writer) == 3
        assert check_library(writer) == []
    with api.open(folder) as library:
        assert (ai(library.search()).known, values(library.search())) == (0, {})
        library.enrich()
        page = library.search()
        assert ai(page).known == 2
        assert values(page) == {"artificial-intelligence": 1, "machine-learning": 1}
        assert [one.domain for one in library.search(ai="machine-learning").results] == [
            "cedar.example"
        ]
        assert [
            one.domain for one in library.search(ai=[f"-{kind}" for kind in ALL_KINDS]).results
        ] == ["dogwood.example"]
        assert library.search().results[0].to_dict()["artificial_intelligence"] is not None


@pytest.mark.parametrize("options", [["enrich"], ["rederive", "--all"]])
def test_either_way_brings_it_up_to_date(folder: Path, options: list[str]) -> None:
    done = CliRunner().invoke(app, [*options, "--library", str(folder)])
    assert done.exit_code == 0, done.output
    with LibraryWriter(folder) as writer:
        catch_up(writer)
        assert check_library(writer) == []
    with api.open(folder) as library:
        assert ai(library.search()).known == 2
