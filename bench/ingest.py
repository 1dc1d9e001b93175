"""Pages a second through the whole funnel, the cost of each stage, memory and the second core.

Usage: python bench/ingest.py --data pages.jsonl.zst
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from privascope.collect.arrival import Arrival
from privascope.collect.examine import Criteria
from privascope.collect.intake import Intake, Taken
from privascope.data.rows import read_rows
from privascope.library.writer import LibraryWriter

_COMMON = re.compile(r" (?:and|of|the|to) ")


class SaltedPages:
    """The pages again and again, each copy with words of its own so that none is a duplicate."""

    name = "salted pages"

    def __init__(self, data: Path, count: int) -> None:
        self.data = data
        self.count = count

    def arrivals(self) -> Iterator[Arrival]:
        number = 0
        while number < self.count:
            for row in read_rows(self.data, ("html", "url")):
                if number == self.count:
                    return
                yield Arrival(
                    content=_salted(row["html"], number).encode(),
                    content_type="text/html; charset=utf-8",
                    url=f"https://copy{number}.example/{row['url'].split('//')[-1]}",
                    source=self.name,
                    key=str(number),
                    fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
                )
                number += 1


def _salted(html: str, number: int) -> str:
    """A word of this copy alone after every common word, so often that it is no near-duplicate."""
    return _COMMON.sub(lambda found: f"{found[0]}x{number} ", html)


@contextmanager
def memory_watched() -> Iterator[dict[str, float]]:
    """The peak of memory of this process and its children together, in MB, while it runs.

    Own memory is what the processes allocate; mapped is what they see of files, above all of the
    index, and what the kernel takes back when it needs the room.
    """
    peaks = {"own_mb": 0.0, "mapped_mb": 0.0}
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.3):
            own, mapped = _memory_now()
            peaks["own_mb"] = max(peaks["own_mb"], own)
            peaks["mapped_mb"] = max(peaks["mapped_mb"], mapped)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peaks
    finally:
        ended.set()
        watcher.join()


def _memory_now() -> tuple[float, float]:
    me = str(os.getpid())
    own = mapped = 0
    for folder in Path("/proc").iterdir():
        # A process may end while it is looked at.
        with suppress(OSError, ValueError, KeyError):
            if folder.name.isdigit():
                lines = (folder / "status").read_text().splitlines()
                fields = dict(line.split(":", 1) for line in lines)
                if me in (folder.name, fields["PPid"].strip()):
                    own += int(fields["RssAnon"].split()[0])
                    mapped += int(fields["RssFile"].split()[0])
    return own / 1024, mapped / 1024


def run(data: Path, count: int, workers: int) -> dict[str, float]:
    """One intake into a new library; figures of this process and of its workers."""
    folder = Path(tempfile.mkdtemp())
    taken: list[str] = []

    def note(item: Taken) -> None:
        taken.append(item.outcome)

    try:
        with LibraryWriter(folder) as library, memory_watched() as memory:
            intake = Intake(library, Criteria(), workers, note)
            start, cpu = time.perf_counter(), time.process_time()
            intake.take(SaltedPages(data, count))
            seconds = time.perf_counter() - start
            stored = library.count()
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return {
            "pages": count,
            "stored": stored,
            "seconds": seconds,
            "cpu": time.process_time() - cpu + children.ru_utime + children.ru_stime,
            **memory,
            **{f"cost: {stage}": value for stage, value in intake.costs.items()},
        }
    finally:
        shutil.rmtree(folder)


def run_apart(data: Path, count: int, workers: int) -> dict[str, float]:
    """The same in a process of its own, so that its peak of memory is its own."""
    command = [sys.executable, __file__, "--data", str(data), "--one", f"{count},{workers}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--one", default="")
    parser.add_argument("--sizes", default="2000,20000")
    arguments = parser.parse_args()
    if arguments.one:
        count, workers = map(int, arguments.one.split(","))
        print(json.dumps(run(arguments.data, count, workers)))
        return
    small, large = map(int, arguments.sizes.split(","))
    one = run_apart(arguments.data, small, 1)
    print(
        f"One core, {small:,} pages: {one['pages'] / one['cpu']:.1f} pages a second of CPU, "
        f"{one['pages'] / one['seconds']:.1f} by the clock, {one['stored']:.0f} policies stored"
    )
    print(f"\n{'stage':<26}{'ms a page':>10}{'share':>8}")
    named = {key: value for key, value in one.items() if key.startswith("cost: ")}
    for key, value in sorted(named.items(), key=lambda pair: -pair[1]):
        print(f"{key[6:]:<26}{value / small * 1000:>10.2f}{value / one['cpu']:>8.1%}")
    rest = one["cpu"] - sum(named.values())
    print(
        f"{'source, index and the rest':<26}{rest / small * 1000:>10.2f}{rest / one['cpu']:>8.1%}"
    )
    cores = os.cpu_count() or 1
    print(
        f"\n{'workers':<9}{'pages':>8}{'pages/s':>9}{'speed-up':>10}"
        f"{'peak MB, all processes':>24}{'mapped':>8}{'stored':>9}"
    )
    print(
        f"{1:<9}{small:>8,}{small / one['seconds']:>9.1f}{1:>10.2f}"
        f"{one['own_mb']:>24.0f}{one['mapped_mb']:>8.0f}{one['stored']:>9,.0f}"
    )
    for count in (small, large):
        many = run_apart(arguments.data, count, cores)
        speed = count / many["seconds"]
        print(
            f"{cores:<9}{count:>8,}{speed:>9.1f}{speed / (small / one['seconds']):>10.2f}"
            f"{many['own_mb']:>24.0f}{many['mapped_mb']:>8.0f}{many['stored']:>9,.0f}"
        )


if __name__ == "__main__":
    main()
