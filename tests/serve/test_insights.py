"""The insights page: every bar leads to as many policies as it shows."""

import re
import threading
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from privascope.compare import insights
from privascope.library.engines.engine import Engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.serve.app import create_app
from privascope.serve.web.urls import read_search


@pytest.fixture(scope="module")
def page(client: TestClient) -> str:
    answer = client.get("/insights")
    assert answer.status_code == 200
    return answer.text


def figure(page: str, key: str) -> str:
    found = re.search(rf'<figure id="chart-{key}".*?</figure>', page, re.DOTALL)
    assert found, key
    return found[0]


def marks(drawing: str) -> list[tuple[str, str]]:
    """The address and the told words of each linked mark."""
    found = re.findall(r'<a href="([^"]+)"><title>([^<]*)</title>', drawing)
    return [(unescape(address), unescape(told)) for address, told in found]


def total(client: TestClient, address: str) -> int:
    """How many policies a search by its page's address finds."""
    query = address.partition("?")[2]
    return int(client.get(f"/api/search?{query}").json()["total"])


@pytest.mark.parametrize(
    "key", ["sectors", "years", "tracker", "body", "law", "grade", "vagueness", "words"]
)
def test_a_bar_leads_to_as_many_policies_as_it_shows(
    client: TestClient, page: str, key: str
) -> None:
    found = marks(figure(page, key))
    assert found
    for address, told in found:
        shown = re.search(r": ([\d,]+)", told)
        assert shown, told
        assert total(client, address) == int(shown[1].replace(",", "")), (address, told)


@pytest.mark.parametrize("key", ["tracker-sectors", "law-sectors", "tracker-years", "law-years"])
def test_a_cell_leads_to_as_many_policies_as_it_counts(
    client: TestClient, page: str, key: str
) -> None:
    found = marks(figure(page, key))
    assert found
    for address, told in found[:12]:
        shown = re.search(r": ([\d,]+) of ([\d,]+)$", told)
        assert shown, told
        assert total(client, address) == int(shown[1])
        assert int(shown[1]) <= int(shown[2])


@pytest.mark.parametrize("key", ["grade-sectors", "vagueness-years", "vague-sectors"])
def test_groups_lead_to_their_policies(client: TestClient, page: str, key: str) -> None:
    found = marks(figure(page, key))
    assert found
    assert all(total(client, address) > 0 for address, _ in found)


def test_every_figure_has_its_table_and_sample(page: str) -> None:
    figures = re.findall(r"<figure id.*?</figure>", page, re.DOTALL)
    assert len(figures) >= 20
    for one in figures:
        assert "<svg" in one
        assert "<table>" in one
        assert re.search(r"<small>[\d,]+ (policies|policy|pages)", one)


def test_nothing_is_styled_or_scripted_inside_the_page(page: str) -> None:
    assert " style=" not in page
    assert "<style" not in page
    assert re.findall(r"<script(?! src)", page) == []


def test_ids_are_used_once(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_addresses_are_those_of_the_results_page(page: str) -> None:
    from starlette.datastructures import QueryParams

    for address, _ in marks(page):
        path, _, query = address.partition("?")
        assert path == "/search"
        assert read_search(QueryParams(query))[1] == ()


def test_the_page_answers_without_a_policy(tmp_path: Path) -> None:
    LibraryWriter(tmp_path / "library").close()
    with TestClient(create_app(tmp_path / "library", names=["testserver"])) as client:
        text = client.get("/insights").text
        stats = client.get("/api/stats").json()
    assert "nothing to show yet" in text
    assert stats["insights"]["policies"] == 0


def test_what_is_not_computed_yet_is_said(tmp_path: Path, sample_library: Path) -> None:
    import shutil

    folder = tmp_path / "library"
    shutil.copytree(sample_library.with_name("pristine"), folder)
    with LibraryWriter(folder) as writer, writer.transaction():
        writer.write("DELETE FROM trait WHERE name = 'vagueness'")
    with Library(folder) as library:
        policies = library.count()
    with TestClient(create_app(folder, names=["testserver"])) as client:
        text = client.get("/insights").text
    assert f"{policies} policies for which this is not computed yet" in text
    assert 'id="chart-vagueness"' not in text
    assert 'id="chart-grade"' in text


def test_a_server_counts_before_anybody_asks(
    tmp_path: Path, sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = threading.Event()
    counting = insights.count_library

    def told(library: Library, engine: Engine) -> insights.Insights:
        counted.set()
        return counting(library, engine)

    monkeypatch.setattr(insights, "_known", {})
    monkeypatch.setattr(insights, "count_library", told)
    with TestClient(create_app(sample_library, names=["testserver"])) as client:
        assert counted.wait(30)
        assert client.get("/insights").status_code == 200
        assert list(insights._known) == [sample_library]
