"""SIGKILL while indexing: what is made up afterwards equals an index made anew."""

import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from privascope.library.check import check_library
from privascope.library.engines.engine import Request, Sorted
from privascope.library.engines.query import Node, Phrase, Word
from privascope.library.facets import FACETS, HISTOGRAMS
from privascope.library.index import catch_up, open_index, rebuild
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter

KILLS = 6
BATCH = 40
POLICIES = 800
QUESTIONS: tuple[Node, ...] = (
    Word("cookies"),
    Word("encrypted"),
    Phrase("number 0000077"),
    Word("firm0000123", "url"),
)

# Stores and indexes by turns from where it was; every third policy is removed again.
INDEX = """
import sys
from pathlib import Path
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from tests.library.many_policies import numbered_policies

policies = iter(list(numbered_policies(int(sys.argv[2])))[int(sys.argv[3]):])
many = int(sys.argv[4])
with LibraryWriter(Path(sys.argv[1])) as library:
    print("ready", flush=True)
    while True:
        with library.transaction():
            batch = [library.store(policy)[0] for _, policy in zip(range(many), policies)]
        if not batch:
            break
        print("stored", flush=True)
        catch_up(library)
        with library.transaction():
            for policy_id in batch[::3]:
                library.remove(policy_id)
        catch_up(library)
        print("indexed", flush=True)
"""


def found(folder: Path) -> list[object]:
    """All that an index answers, but for scores: those of removed policies fade only in time."""
    with Library(folder) as library:
        engine = open_index(library)
        answers: list[object] = [engine.ids()]
        for question in QUESTIONS:
            request = Request(
                question,
                order=Sorted("date"),
                limit=POLICIES,
                facets=tuple(FACETS),
                histograms=HISTOGRAMS,
            )
            hits = engine.search(request)
            answers += [hits.total, [hit.version_id for hit in hits.best]]
            answers += [hits.facets, hits.histograms]
    return answers


@pytest.mark.slow
def test_an_index_survives_kills_at_random_points(tmp_path: Path) -> None:
    folder, anew = tmp_path / "library", tmp_path / "anew"
    dice = random.Random(11)
    begun = 0
    for _ in range(KILLS):
        arguments = [str(folder), str(POLICIES), str(begun), str(BATCH)]
        process = subprocess.Popen(
            [sys.executable, "-c", INDEX, *arguments], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        lines = list(itertools.islice(process.stdout, dice.randrange(1, 5)))
        assert lines, "it ended before it was killed"
        time.sleep(dice.uniform(0.0, 0.15))
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        begun += BATCH * lines.count("stored\n")
        with LibraryWriter(folder) as library:
            catch_up(library)
            assert check_library(library) == []
    shutil.copytree(folder, anew)
    with LibraryWriter(anew) as library:
        assert rebuild(library) > 100
    assert found(folder) == found(anew)


def test_a_folder_that_a_kill_left_half_made_is_made_anew(tmp_path: Path) -> None:
    from tests.library.many_policies import numbered_policies

    folder = tmp_path / "library"
    with LibraryWriter(folder) as library, library.transaction():
        for policy in numbered_policies(20):
            library.store(policy)
    expected = None
    for left in ((), ("meta.json",), (".managed.json", "0123456789abcdef.store")):
        shutil.rmtree(folder / "index", ignore_errors=True)
        (folder / "index" / "tantivy").mkdir(parents=True)
        for name in left:
            (folder / "index" / "tantivy" / name).write_text("half a fi")
        with LibraryWriter(folder) as library:
            assert check_library(library) != []
            catch_up(library)
            assert check_library(library) == []
        expected = expected or found(folder)
        assert found(folder) == expected
