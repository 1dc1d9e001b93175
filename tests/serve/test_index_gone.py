"""The index vanishes under a running server: told in plain words, and mended by a rebuild."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from privascope.library.index import rebuild
from privascope.library.writer import LibraryWriter
from tests.serve.conftest import running

SEARCHING = (
    "/search?q=cookies",
    "/search.csv?q=cookies",
    "/search.jsonl",
    "/api/search?q=cookies",
    "/api/facets",
    "/api/policies?limit=3",
)
# What can do without an index, at least for what was counted before.
COUNTING = ("/", "/insights", "/api/stats")
READING = ("/policy/{id}", "/policy/{id}?q=cookies", "/policy/{id}/diff", "/api/policies/{id}")


@pytest.fixture
def folder(tmp_path: Path, sample_library: Path) -> Path:
    """A library of this test's own."""
    copied = tmp_path / "library"
    shutil.copytree(sample_library.with_name("pristine"), copied)
    return copied


@pytest.fixture
def server(folder: Path) -> Iterator[httpx.Client]:
    with running(folder) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield client


def ask_all(client: httpx.Client, addresses: tuple[str, ...]) -> list[httpx.Response]:
    """Every address several times at once, so that every thread of the server is asked."""
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(client.get, addresses * 3))


def total(client: httpx.Client) -> int:
    found: int = client.get("/api/search?q=cookies").json()["total"]
    return found


def remove_folder(index: Path) -> None:
    shutil.rmtree(index)


def spoil_head(index: Path) -> None:
    (index / "tantivy" / "meta.json").write_text("{")


@pytest.mark.slow
@pytest.mark.parametrize("harm", [remove_folder, spoil_head])
@pytest.mark.parametrize("warm", [True, False])
def test_an_index_that_is_gone_is_told_and_comes_back(
    folder: Path, server: httpx.Client, harm: Callable[[Path], None], warm: bool
) -> None:
    before = total(server)
    opened = server.get("/open?policy=tallowbridge.example").headers["location"]
    reading = tuple(address.replace("{id}", opened.rsplit("/", 1)[-1]) for address in READING)
    everything = SEARCHING + COUNTING + reading
    if warm:
        ask_all(server, everything)
    harm(folder / "index")
    for answer in ask_all(server, SEARCHING):
        assert answer.status_code == 503, answer.url
        assert "cannot be read at the moment" in answer.text
        assert str(folder) not in answer.text
    assert {answer.status_code for answer in ask_all(server, COUNTING)} <= {200, 503}
    assert {answer.status_code for answer in ask_all(server, reading)} == {200}
    if harm is remove_folder:
        assert not (folder / "index").exists()
    with LibraryWriter(folder) as library:
        rebuild(library)
    assert {answer.status_code for answer in ask_all(server, everything)} == {200}
    assert total(server) == before > 0


def test_damage_behind_an_open_index_is_no_fault_of_ours(
    folder: Path, server: httpx.Client
) -> None:
    """A thread that has the texts open goes on; one that has not tells that it cannot."""
    total(server)
    for part in (folder / "index" / "tantivy").iterdir():
        if part.suffix in {".term", ".idx", ".store", ".fast"}:
            part.unlink()
    answers = ask_all(server, ("/search?q=cookies", "/api/search?q=cookies"))
    assert {answer.status_code for answer in answers} <= {200, 503}
    with LibraryWriter(folder) as library:
        rebuild(library)
    assert {answer.status_code for answer in ask_all(server, SEARCHING)} == {200}


@pytest.mark.slow
def test_a_library_with_nothing_in_it_is_no_failure(tmp_path: Path) -> None:
    with LibraryWriter(tmp_path):
        pass
    with running(tmp_path) as address:
        for page in ("/", "/search?q=cookies", "/insights", "/api/search", "/search.csv"):
            assert httpx.get(address + page).status_code == 200, page
    assert not (tmp_path / "index").exists()
