"""Intake on the workers of a Dask scheduler: the same as here, and nothing lost on the way."""

import contextlib
import gzip
import itertools
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from privascope.collect.arrival import Arrival
from privascope.collect.cdx_source import CdxSource
from privascope.collect.ranges import RangeFetcher
from privascope.collect.rows_source import RowsSource
from privascope.collect.scheduler import Scheduler
from privascope.collect.warc_source import WarcSource
from privascope.errors import SchedulerError
from privascope.library.check import check_library
from privascope.library.store import Library
from tests.collect.test_kill import _own as own_sentences
from tests.collect.warc_bytes import packed, page, record
from tests.conftest import policy_page

PAGES = 96
SECONDS = 60.0
ROOT = Path(__file__).parents[2]


@contextmanager
def running(*arguments: str, awaited: Callable[[], bool]) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's, once it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "OMP_NUM_THREADS": "1"},
    )
    try:
        deadline = time.monotonic() + SECONDS
        while not awaited():
            assert process.poll() is None, f"{arguments} ended"
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def machines(
    folder: Path, workers: int = 2, preload: str = ""
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]], subprocess.Popen[bytes]]]:
    """A scheduler with workers of one thread: its address, the workers, the scheduler."""
    folder.mkdir()
    told = folder / "scheduler.json"
    (folder / "preload.py").write_text(preload)
    with running(
        "distributed.cli.dask_scheduler",
        *("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter"),
        *("--scheduler-file", str(told)),
        awaited=lambda: told.exists() and bool(told.read_text()),
    ) as scheduler:
        address = json.loads(told.read_text())["address"]
        with_workers: list[subprocess.Popen[bytes]] = []
        with contextlib.ExitStack() as stack:
            for number in range(workers):
                local = folder / f"worker{number}"
                with_workers.append(
                    stack.enter_context(
                        running(
                            "distributed.cli.dask_worker",
                            address,
                            *("--nthreads", "1", "--no-nanny", "--no-dashboard"),
                            *("--host", "127.0.0.1", "--local-directory", str(local)),
                            *("--preload", str(folder / "preload.py")),
                            awaited=local.exists,
                        )
                    )
                )
            yield address, with_workers, scheduler


def rows_file(folder: Path, many: int = PAGES) -> tuple[Path, list[str]]:
    rows = folder / "pages.jsonl"
    urls = [f"https://firm{n}.example/privacy" for n in range(many)]
    rows.write_text(
        "".join(
            json.dumps({"url": url, "html": policy_page(f"Firm {n}", *own_sentences(n)).decode()})
            + "\n"
            for n, url in enumerate(urls)
        )
    )
    return rows, urls


def add(folder: Path, rows: Path, address: str, *more: str) -> subprocess.Popen[str]:
    """`privascope add`, which prints a line for each item on standard error."""
    command = ["add", str(rows), "--library", str(folder), "--anyway", "--scheduler", address]
    return subprocess.Popen(
        [sys.executable, "-m", "privascope", *command, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stored(folder: Path) -> list[str]:
    with Library(folder) as library:
        assert check_library(library) == []
        return sorted(policy.url for policy in library.policies(duplicates=True))


@pytest.mark.slow
def test_what_a_killed_worker_had_in_hand_goes_to_another(tmp_path: Path) -> None:
    rows, urls = rows_file(tmp_path)
    folder = tmp_path / "library"
    with machines(tmp_path / "dask") as (address, workers, _), add(folder, rows, address) as adding:
        assert adding.stderr is not None
        assert list(itertools.islice(adding.stderr, 1))
        os.killpg(workers[0].pid, signal.SIGKILL)
        rest = adding.stderr.read()
        assert adding.wait(SECONDS) == 0, rest
    assert stored(folder) == sorted(urls)


@pytest.mark.slow
def test_a_killed_scheduler_loses_and_doubles_nothing(tmp_path: Path) -> None:
    rows, urls = rows_file(tmp_path)
    folder = tmp_path / "library"
    with (
        machines(tmp_path / "dask", workers=1) as (address, _, scheduler),
        add(folder, rows, address) as adding,
    ):
        assert adding.stderr is not None
        first = list(itertools.islice(adding.stderr, 1))
        os.killpg(scheduler.pid, signal.SIGKILL)
        told = adding.stderr.read()
        assert adding.wait(SECONDS) == 1
    assert first[0].startswith("new policy")
    assert "was lost" in told
    assert "run the same command again" in told
    with machines(tmp_path / "again", workers=1) as (address, _, _):
        with add(folder, rows, address, "--json") as adding:
            printed, _ = adding.communicate(timeout=SECONDS)
        assert adding.returncode == 0
    assert json.loads(printed)["outcomes"]["new"] < PAGES
    assert stored(folder) == sorted(urls)


@pytest.mark.slow
def test_a_worker_of_another_version_is_named(tmp_path: Path) -> None:
    rows, _ = rows_file(tmp_path, 1)
    other = "import privascope.collect.scheduler as one; one.__version__ = '9.9'"
    with (
        machines(tmp_path / "dask", 1, other) as (address, _, _),
        add(tmp_path / "library", rows, address) as adding,
    ):
        _, told = adding.communicate(timeout=SECONDS)
    assert adding.returncode == 1
    assert "runs Privascope 9.9" in told
    assert "install the same version everywhere" in told


class OtherPython:
    """What a client of Dask says where a worker runs another Python, which no test can start."""

    def wait_for_workers(self, number: int, timeout: float) -> None:
        """There are some."""

    def scheduler_info(self, n_workers: int) -> dict[str, object]:
        return {"workers": {"tcp://there:1": {"nthreads": 1}}}

    def get_versions(self) -> dict[str, object]:
        told = {"host": {"python": "3.9.1.final.0"}}
        return {"scheduler": told, "workers": {"tcp://there:1": told}}


def test_a_worker_of_another_python_is_named() -> None:
    scheduler = Scheduler.__new__(Scheduler)
    scheduler._client, scheduler._address = OtherPython(), "tcp://here:1"
    with pytest.raises(SchedulerError, match=r"tcp://there:1 .*runs Python 3.9, this is 3\."):
        scheduler._check()


@pytest.mark.slow
def test_no_scheduler_and_no_workers(tmp_path: Path) -> None:
    rows, _ = rows_file(tmp_path, 1)
    with add(tmp_path / "library", rows, "tcp://127.0.0.1:1") as adding:
        _, told = adding.communicate(timeout=SECONDS)
    assert adding.returncode == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in told
    with (
        machines(tmp_path / "dask", workers=0) as (address, _, _),
        add(tmp_path / "library", rows, address) as adding,
    ):
        _, told = adding.communicate(timeout=SECONDS)
    assert "has no workers" in told


def keys(items: object) -> list[str]:
    return [item.key for item in items]  # type: ignore[attr-defined]


@pytest.mark.parametrize("many", [1, 16, 17, 40])
def test_rows_in_pieces_are_the_same_rows(tmp_path: Path, many: int) -> None:
    rows, _ = rows_file(tmp_path, many)
    with rows.open("a") as file:
        file.write("\n{not json}\n\n")
    source = RowsSource(rows)
    whole = list(source.arrivals())
    pieces = source.pieces(lambda _: False)
    assert pieces is not None
    assert [item for piece in pieces for item in piece.arrivals()] == whole
    taken = {item.key for item in random.Random(3).sample(whole, len(whole) // 2)}
    pieces = source.pieces(taken.__contains__)
    assert pieces is not None
    left = [item for piece in pieces for item in piece.arrivals()]
    assert keys(left) == [key for key in keys(whole) if key not in taken]


@pytest.mark.parametrize("gzipped", [True, False])
@pytest.mark.parametrize("cut", [0, 40])
def test_records_in_pieces_are_the_same_records(tmp_path: Path, gzipped: bool, cut: int) -> None:
    path = tmp_path / "pages.warc"
    records = [
        page(n) if n % 5 else record(f"https://x{n}.test", b"", kind="request") for n in range(40)
    ]
    whole_file = packed(*records) if gzipped else b"".join(records)
    path.write_bytes(whole_file[: -cut or None])
    source = WarcSource(path)
    whole = list(source.arrivals())
    pieces = source.pieces(lambda _: False)
    assert pieces is not None
    several = list(pieces)
    assert len(several) > 1
    there = [item for one in several for item in pickle.loads(pickle.dumps(one)).arrivals()]
    assert keys(there) == keys(whole)
    assert [one for one in there if isinstance(one, Arrival)] == [
        one for one in whole if isinstance(one, Arrival)
    ]


def test_records_packed_as_one_are_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(gzip.compress(page(1) + page(2)))
    assert WarcSource(path).pieces(lambda _: False) is None


def test_an_index_in_pieces_names_the_same_pages(tmp_path: Path) -> None:
    one = packed(page(1))
    (tmp_path / "all.warc.gz").write_bytes(one * 20)
    rows = "".join(
        json.dumps(
            {
                "url": f"https://site{n}.test/privacy",
                "timestamp": "20240506070809",
                "status": "200",
                "mime": "text/html",
                "filename": "all.warc.gz",
                "offset": str(n * len(one)),
                "length": str(len(one)),
            }
        )
        + "\n"
        for n in range(20)
    )
    (tmp_path / "index.cdx").write_text(rows)

    def source() -> CdxSource:
        return CdxSource(
            tmp_path / "index.cdx", warc_folder=tmp_path, fetch_range=RangeFetcher("me")
        )

    whole = list(source().arrivals())
    assert len(whole) == 20
    opened = source()
    opened.leave_out(lambda _: False)
    sent = [pickle.loads(pickle.dumps(piece)) for piece in opened.pieces(lambda _: False)]
    assert len(sent) == 2
    assert [item for piece in sent for item in piece.arrivals()] == whole
    taken = {item.key for item in whole[::2]}
    left = [item for piece in source().pieces(taken.__contains__) for item in piece.arrivals()]
    assert left == whole[1::2]
