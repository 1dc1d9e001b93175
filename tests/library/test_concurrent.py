"""Readers and a writer at once: nobody errs, nobody waits, what is indexed is found."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from privascope.library.check import check_library
from privascope.library.index import catch_up
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from tests.library.many_policies import numbered_policies

POLICIES = 1500
BATCH = 100
# A reader that has to wait for a lock of SQLite waits this long before it gives up.
LOCK_SECONDS = 10

WRITE = """
import sys
from pathlib import Path
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from tests.library.many_policies import numbered_policies

folder, told, many, batch = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:])
with LibraryWriter(folder) as library:
    policies = numbered_policies(many)
    for first in range(0, many, batch):
        with library.transaction():
            for _, policy in zip(range(batch), policies):
                library.store(policy)
        catch_up(library)
        told.with_suffix(".new").write_text(str(first + batch))
        told.with_suffix(".new").replace(told)
"""

READ = """
import json, sys, time
from pathlib import Path
from privascope.library.store import Library
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest

folder, told, many = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
totals, faults, longest = [], [], 0.0
with Library(folder) as library:
    searcher = Searcher(library)
    while not totals or totals[-1] < many:
        indexed = int(told.read_text())
        start = time.monotonic()
        page = searcher.search(SearchRequest("cookies", size=5))
        longest = max(longest, time.monotonic() - start)
        if page.total < indexed:
            faults.append(f"{indexed} were indexed, {page.total} were found")
        if totals and page.total < totals[-1]:
            faults.append(f"{page.total} after {totals[-1]}")
        if len({result.policy_id for result in page.results}) != min(5, page.total):
            faults.append(f"{len(page.results)} results of {page.total}")
        if any("cookies" not in one.trackers or not one.snippets for one in page.results):
            faults.append("a result without its evidence")
        for facet in page.facets:
            for value in facet.values:
                if value.count > value.total:
                    faults.append(f"{value.name}: {value.count} of {value.total}")
        for one in page.ranges:
            if one.bins and sum(bin.count for bin in one.bins) != page.total:
                faults.append(f"{one.name} counts {sum(bin.count for bin in one.bins)}")
        totals.append(page.total)
        time.sleep(0.02)
print(json.dumps({"totals": sorted(set(totals)), "faults": faults[:5], "longest": longest}))
"""


@pytest.mark.slow
def test_two_readers_search_while_a_writer_adds(tmp_path: Path) -> None:
    folder, told = tmp_path / "library", tmp_path / "indexed"
    with LibraryWriter(folder) as library:
        with library.transaction():
            library.store(next(numbered_policies(1)))
        catch_up(library)
    told.write_text("1")
    reading = [
        subprocess.Popen(
            [sys.executable, "-c", READ, str(folder), str(told), str(POLICIES)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    arguments = [str(folder), str(told), str(POLICIES), str(BATCH)]
    try:
        subprocess.run([sys.executable, "-c", WRITE, *arguments], check=True, timeout=240)
        answers = [json.loads(reader.communicate(timeout=60)[0]) for reader in reading]
    finally:
        for reader in reading:
            reader.kill()
            reader.wait()
    for answer in answers:
        assert answer["faults"] == []
        assert answer["totals"][-1] == POLICIES
        # Each saw the library grow, not only its end.
        assert len(answer["totals"]) > 3
        assert answer["longest"] < LOCK_SECONDS
    with Library(folder) as library:
        assert check_library(library) == []


def test_a_reader_counts_what_was_indexed_since_it_last_looked(tmp_path: Path) -> None:
    """A search between the store's commit and the index's must not leave old totals behind."""
    policies = numbered_policies(6)
    with LibraryWriter(tmp_path) as writer, Library(tmp_path) as library:
        searcher = Searcher(library)

        def cookies() -> tuple[int, int]:
            facets = {facet.name: facet for facet in searcher.search(SearchRequest()).facets}
            found = [value for value in facets["tracker"].values if value.value == "cookies"]
            return (found[0].count, found[0].total) if found else (0, 0)

        for number in (3, 6):
            with writer.transaction():
                for _, policy in zip(range(3), policies, strict=False):
                    writer.store(policy)
            if number > 3:
                assert cookies() == (3, 3)
            catch_up(writer)
            assert cookies() == (number, number)
