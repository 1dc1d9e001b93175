"""An index is made anew beside the old one: readers see all of one or all of the other."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from privascope.library import index
from privascope.library.check import check_library
from privascope.library.index import catch_up, open_index, rebuild
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from tests.library.many_policies import numbered_policies

POLICIES = 120
ASKED = SearchRequest("cookies")

# Rebuilds in many small steps and tells each, so that a kill can hit the middle.
REBUILD = """
import sys
from pathlib import Path
from privascope.library import index
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.writer import LibraryWriter

index._BATCH = 10

update = TantivyEngine.update

def telling(self, versions, gone):
    update(self, versions, gone)
    print("step", flush=True)

TantivyEngine.update = telling
with LibraryWriter(Path(sys.argv[1])) as library:
    index.rebuild(library)
print("done", flush=True)
"""


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of a hundred policies with its index, to copy."""
    made = tmp_path_factory.mktemp("pristine") / "library"
    with LibraryWriter(made) as library:
        with library.transaction():
            for policy in numbered_policies(POLICIES):
                library.store(policy)
        catch_up(library)
    return made


@pytest.fixture
def folder(pristine: Path, tmp_path: Path) -> Path:
    """A copy of the library."""
    return Path(shutil.copytree(pristine, tmp_path / "library"))


def total(folder: Path) -> int:
    with Library(folder) as library:
        return Searcher(library).search(ASKED).total


def indexes(folder: Path) -> list[str]:
    return sorted(part.name for part in (folder / "index").iterdir() if part.is_dir())


@pytest.mark.slow
def test_a_reader_sees_the_whole_library_while_its_index_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "_BATCH", 20)
    totals: set[int] = set()
    faults: list[BaseException] = []
    searches = 0
    stop = threading.Event()

    def read() -> None:
        nonlocal searches
        with Library(folder) as library:
            searcher = Searcher(library)
            while not stop.is_set():
                try:
                    totals.add(searcher.search(ASKED).total)
                except BaseException as error:
                    faults.append(error)
                    return
                searches += 1

    reader = threading.Thread(target=read)
    reader.start()
    try:
        with LibraryWriter(folder) as library:
            for _ in range(3):
                before = indexes(folder)
                assert rebuild(library) == POLICIES
                assert indexes(folder) != before
    finally:
        stop.set()
        reader.join()
    assert faults == []
    assert totals == {POLICIES}
    assert searches > 3


@pytest.mark.slow
@pytest.mark.parametrize("steps", [0, 1, 6, 11])
def test_a_rebuild_that_is_killed_leaves_the_index_as_it_was(folder: Path, steps: int) -> None:
    before = indexes(folder)
    process = subprocess.Popen(
        [sys.executable, "-c", REBUILD, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(steps)]
    os.kill(process.pid, signal.SIGKILL)
    rest = process.stdout.readlines()
    process.wait()
    process.stdout.close()
    assert told == ["step\n"] * steps
    assert "done\n" not in rest
    assert total(folder) == POLICIES
    with LibraryWriter(folder) as library:
        catch_up(library)
        assert indexes(folder) == before
        assert check_library(library) == []
        assert rebuild(library) == POLICIES
        assert len(indexes(folder)) == 1
    assert total(folder) == POLICIES


def test_a_first_index_that_is_half_made_is_not_read(tmp_path: Path, folder: Path) -> None:
    half = folder / "index"
    (half / "position").unlink()
    with Library(folder) as library:
        assert not open_index(library).exists()
    with LibraryWriter(folder) as library:
        catch_up(library)
        assert check_library(library) == []
    assert total(folder) == POLICIES


def test_an_open_reader_follows_an_index_that_was_made_anew(folder: Path) -> None:
    with Library(folder) as reading, LibraryWriter(folder) as writing:
        engine = open_index(reading)
        ids = engine.ids()
        rebuild(writing)
        assert engine.exists()
        assert engine.ids() == ids
        with writing.transaction():
            (found,) = writing.rows("SELECT id FROM policy LIMIT 1")
            writing.remove(found["id"])
        catch_up(writing)
        assert len(engine.ids()) == len(ids) - 1
