"""SIGKILL at any moment of an intake: everything reported as stored is there, whole, once."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from privascope.library.check import check_library
from privascope.library.index import catch_up
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page

PAGES = 120
KILLS = 8

# What `privascope add` does, with a line for each item that is reported as stored.
TAKE_IN = """
import sys
from pathlib import Path
from privascope.collect.examine import Criteria
from privascope.collect.intake import Intake
from privascope.collect.rows_source import RowsSource
from privascope.library.writer import LibraryWriter

if __name__ == "__main__":
    with LibraryWriter(Path(sys.argv[1])) as library:
        def report(taken):
            print(taken.what, taken.outcome.name, flush=True)
        Intake(library, Criteria(anyway=True), int(sys.argv[3]), report).take(
            RowsSource(Path(sys.argv[2])))
    print("finished", flush=True)
"""


@pytest.mark.slow
def test_kill_at_many_random_points(tmp_path: Path) -> None:
    rows = tmp_path / "pages.jsonl"
    urls = [f"https://firm{n}.example/privacy" for n in range(PAGES)]
    rows.write_text(
        "".join(
            json.dumps({"url": url, "html": policy_page(f"Firm {n * n}", *_own(n)).decode()}) + "\n"
            for n, url in enumerate(urls)
        )
    )
    script = tmp_path / "take_in.py"
    script.write_text(TAKE_IN)
    folder = tmp_path / "library"
    dice = random.Random(7)
    reported: set[str] = set()
    finished = False
    for attempt in range(KILLS + 1):
        command = [sys.executable, str(script), str(folder), str(rows), str(1 + attempt % 2)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert process.stdout is not None
        lines: list[str] = []
        if attempt < KILLS:
            # After so many reports and a moment more, or before the first.
            awaited = itertools.islice(process.stdout, dice.choice((0, 1, 5, 20)))
            lines += [line.strip() for line in awaited]
            time.sleep(dice.uniform(0.0, 0.3 if lines else 2.0))
            os.killpg(process.pid, signal.SIGKILL)
        lines += process.stdout.read().splitlines()
        process.wait()
        process.stdout.close()
        finished = "finished" in lines
        reported |= {line.split()[0] for line in lines if line.endswith((" NEW", " UNCHANGED"))}
        if (folder / "privascope.sqlite").exists() and folder.joinpath("writer.lock").exists():
            _check_whole(folder, reported)
        if finished:
            break
    assert finished
    assert reported == set(urls)
    with LibraryWriter(folder) as library:
        catch_up(library)
        assert check_library(library) == []
        stored = [policy.url for policy in library.policies(duplicates=True)]
        assert sorted(stored) == sorted(urls)
        # A kill between the end of a run and the word of it makes one more run, never an open one.
        runs = library.row("SELECT count(*), sum(finished_at IS NULL) FROM run")
        assert runs is not None
        assert runs[0] <= KILLS
        assert runs[1] == 0


@pytest.mark.slow
def test_workers_end_with_the_process_they_work_for(tmp_path: Path) -> None:
    script = tmp_path / "work.py"
    script.write_text(
        "import time\n"
        "from privascope.collect.workers import _new_pool\n"
        "import os\n"
        "if __name__ == '__main__':\n"
        "    with _new_pool(1) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdout.close()
    deadline = time.monotonic() + 20
    while Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not Path(f"/proc/{worker}").exists()


def _check_whole(folder: Path, reported: set[str]) -> None:
    with LibraryWriter(folder):
        pass
    with Library(folder) as library:
        policies = list(library.policies(duplicates=True))
        stored = [policy.url for policy in policies]
        assert len(stored) == len(set(stored))
        assert reported <= set(stored)
        for policy in policies:
            assert library.content(policy.current_version)[0]
            assert library.derived(policy.current_version).policy.sentences


def _own(number: int) -> list[str]:
    """Sentences that make a page unlike all the others."""
    dice = random.Random(number)
    words = "amber birch cedar delta ember fjord grove haven islet jetty knoll ledge".split()
    return [
        f"{' '.join(dice.choices(words, k=12))} number {dice.randrange(10**6)}.".capitalize()
        for _ in range(40)
    ]
