"""A library whose index is on the cluster: from making it to serving it twice."""

import itertools
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from privascope import api
from privascope.errors import LibraryError
from privascope.library.backup import back_up, restore
from privascope.library.check import check_library, repair_library
from privascope.library.engines.engine import Request
from privascope.library.engines.opensearch_client import Cluster
from privascope.library.engines.query import Word
from privascope.library.index import catch_up, make_library, open_index, rebuild
from privascope.library.settings import read_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.serve.app import create_app
from tests.conftest import make_candidate, policy_page
from tests.library.many_policies import numbered_policies
from tests.library.test_concurrent_kill import INDEX

MANY = 120

pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def folder(cluster: Cluster, address: str, tmp_path: Path) -> Iterator[Path]:
    """An empty library on the cluster."""
    made = tmp_path / "library"
    place = make_library(made, "opensearch", address, f"test-{secrets.token_hex(4)}")
    yield made
    for name in cluster.ask("GET", f"/{place.index}-*/_settings", allow_no_indices=True):
        cluster.ask("DELETE", f"/{name}")


def fill(folder: Path, many: int = MANY) -> None:
    with LibraryWriter(folder) as library:
        with library.transaction():
            for policy in numbered_policies(many):
                library.store(policy)
        catch_up(library)


def add(folder: Path, name: str) -> str:
    with LibraryWriter(folder) as library:
        page = make_candidate(policy_page(name), f"https://{name.lower()}.example/privacy")
        with library.transaction():
            policy = library.store(page)[0]
        catch_up(library)
    return policy


def test_a_rebuild_is_never_seen_half_done(folder: Path, cluster: Cluster) -> None:
    fill(folder)
    totals: set[int] = set()
    done = threading.Event()

    def watch() -> None:
        with Library(folder) as library:
            engine = open_index(library)
            while not done.is_set():
                totals.add(engine.search(Request(Word("cookies"))).total)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        with LibraryWriter(folder) as library:
            for _ in range(3):
                assert rebuild(library) == MANY
            alias = read_engine(library).index
    finally:
        done.set()
        thread.join()
    assert totals == {MANY}
    assert len(cluster.ask("GET", f"/{alias}-*/_settings")) == 1


def test_verify_finds_what_the_index_lacks_and_mends_it(folder: Path, cluster: Cluster) -> None:
    fill(folder, 12)
    with LibraryWriter(folder) as library:
        assert check_library(library) == []
        index = read_engine(library).index
        lost = min(open_index(library).ids())
        cluster.ask("DELETE", f"/{index}/_doc/{lost}", refresh=True)
        (problem,) = check_library(library)
        assert "lacks 1 versions" in problem.what
        assert repair_library(library) == []
        assert lost in open_index(library).ids()
        # A kill of the cluster's data: all of the library's indexes are gone.
        for name in cluster.ask("GET", f"/{index}-*/_settings"):
            cluster.ask("DELETE", f"/{name}")
        assert check_library(library) != []
        assert repair_library(library) == []


def test_kills_while_indexing(folder: Path) -> None:
    dice = random.Random(5)
    begun = 0
    for _ in range(3):
        command = [sys.executable, "-c", INDEX, str(folder), "240", str(begun), "20"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        lines = list(itertools.islice(process.stdout, dice.randrange(2, 5)))
        time.sleep(dice.uniform(0.0, 0.3))
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        begun += 20 * lines.count("stored\n")
        with LibraryWriter(folder) as library:
            catch_up(library)
            assert check_library(library) == []
    assert begun


def test_two_servers_share_one_index(folder: Path, tmp_path: Path) -> None:
    add(folder, "Cedar")
    copies = [tmp_path / "first", tmp_path / "second"]
    with Library(folder) as library:
        for copy in copies:
            assert back_up(library, copy).policies == 1
    servers = [TestClient(create_app(copy, names=["testserver"])) for copy in copies]
    new = add(folder, "Birch")
    for server in servers:
        found = server.get("/api/search", params={"q": "birch"}).json()
        # Its facts and its sentences come from the engine: the copies do not have it yet.
        assert [one["service"] or one["title"] for one in found["results"]]
        assert found["results"][0]["policy_id"] == new
        assert found["results"][0]["snippets"]
        assert server.get(f"/policy/{new}").status_code == 404
    with Library(folder) as library:
        for copy in copies:
            back_up(library, copy)
    for server in servers:
        assert server.get(f"/policy/{new}").status_code == 200


def test_a_copy_is_not_written_to_and_can_be_restored(folder: Path, tmp_path: Path) -> None:
    add(folder, "Cedar")
    copy, again = tmp_path / "copy", tmp_path / "again"
    with Library(folder) as library:
        back_up(library, copy)
        with pytest.raises(LibraryError, match="a library of its own"):
            back_up(library, folder)
    with pytest.raises(LibraryError, match="read-only copy"):
        LibraryWriter(copy)
    add(folder, "Birch")
    restore(copy, again)
    with Library(again) as library:
        assert check_library(library) == []
        assert library.count() == 1


def test_the_same_page_of_results_as_from_the_store(
    pristine_sample: Path, folder: Path, tmp_path: Path
) -> None:
    local = tmp_path / "local"
    restore(pristine_sample, local)
    restored = tmp_path / "distributed"
    restore(pristine_sample, restored)
    with LibraryWriter(restored) as library, Library(folder) as empty:
        from privascope.library.index import move_index
        from privascope.library.settings import chosen_place

        place = read_engine(empty)
        move_index(library, chosen_place(library, "opensearch", place.address, f"{place.index}-x"))
    with Library(local) as here, Library(restored) as there:
        for text in ("location data", "", "cookies -children", '"personal data"'):
            request = SearchRequest(text)
            one, other = Searcher(here).search(request), Searcher(there).search(request)
            assert one.total == other.total
            assert one.facets == other.facets
            assert one.ranges == other.ranges
            mine = {result.version_id: result for result in one.results}
            for result in other.results:
                ours = mine[result.version_id]
                assert result.snippets == ours.snippets
                assert result.title == ours.title
                assert result.sector == ours.sector
                assert result.score == pytest.approx(ours.score, rel=0.01)


def test_the_python_api_needs_to_know_nothing(folder: Path, pristine_sample: Path) -> None:
    add(folder, "Cedar")
    with api.open(folder) as library:
        page = library.search("cedar")
        assert page.total == 1
        assert page.results[0].snippets
