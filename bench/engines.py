"""Both engines of a library and SQLite FTS5, in one run over the same policies.

make cluster
python bench/engines.py --library DIR [--data web.jsonl.zst] [--ranks FILE] [--most 24000]

A library that is given and holds policies is used as it is; else it is made of the data first. The
cluster is the one of `make cluster`, or the one at --address.
"""

import argparse
import itertools
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from privascope.library.connection import DATABASE
from privascope.library.engines.engine import Engine, IndexedVersion, Request
from privascope.library.engines.opensearch_client import Cluster, cluster_at
from privascope.library.engines.opensearch_place import OpenSearchIndexes
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.facets import HISTOGRAMS
from privascope.library.indexed import FIELDS, indexed_versions
from privascope.library.store import Library
from privascope.measure.judging.queries import QUERIES
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.query import parse_query
from privascope.search.ranking import ORDERS, Ranking
from search import drawn_queries, make_library
from search_fts5 import Fts5
from search_tables import table, two

ADDRESS = ",".join(f"http://127.0.0.1:{port}" for port in (9200, 9201, 9202))
BEST = ORDERS[Ranking.CUSTOM]
BATCH = 2000
# For so long versions are updated one by one while searches go on.
SECONDS = 20.0
# What FTS5 has columns for.
BARS = {name: HISTOGRAMS[name] for name in ("grade", "vagueness", "date", "words")}


@dataclass(slots=True)
class Rival:
    """An engine with what it costs; all searches take a text."""

    name: str
    index: Callable[[Sequence[IndexedVersion]], None]
    top_ten: Callable[[str], object]
    page: Callable[[str], object]
    disk: Callable[[], int]
    memory: Callable[[], str]
    update: Callable[[IndexedVersion], None] | None


def resident(pid: int | str = "self") -> int:
    """Bytes of memory that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def size_of(path: Path) -> int:
    """Bytes on the disk of a file with those beside it, or of a folder."""
    files = path.rglob("*") if path.is_dir() else path.parent.glob(f"{path.name}*")
    return sum(file.stat().st_size for file in files if file.is_file())


def batches(versions: Sequence[IndexedVersion]) -> Iterator[Sequence[IndexedVersion]]:
    """As many at a time as an intake writes."""
    for start in range(0, len(versions), BATCH):
        yield versions[start : start + BATCH]


def of_engine(
    name: str,
    engine: Engine,
    library: Library,
    disk: Callable[[], int],
    memory: Callable[[], str],
) -> Rival:
    """An engine as a library uses it."""
    searcher = Searcher(library, engine)

    def index(versions: Sequence[IndexedVersion]) -> None:
        for batch in batches(versions):
            engine.update(batch, ())

    return Rival(
        name,
        index,
        lambda text: engine.search(Request(parse_query(text), order=BEST)),
        lambda text: searcher.search(SearchRequest(text)),
        disk,
        memory,
        lambda version: engine.update([version], ()),
    )


def of_fts5(file: Path) -> Rival:
    """SQLite's own full text search."""
    fts5 = Fts5(file)

    def index(versions: Sequence[IndexedVersion]) -> None:
        fts5.index(versions)
        fts5.keep_pages(list(versions))
        fts5.tidy()

    return Rival(
        "SQLite FTS5",
        index,
        fts5.top_ten,
        lambda text: fts5.page(text, BARS),
        lambda: size_of(file),
        lambda: f"{resident() / 2**20:.0f} MB, in the process",
        None,
    )


def cluster_disk(cluster: Cluster, index: str) -> int:
    """Bytes of the index, without its second copy."""
    cluster.ask("POST", f"/{index}/_flush", seconds=120.0)
    return int(
        cluster.ask("GET", f"/{index}/_stats/store")["_all"]["primaries"]["store"]["size_in_bytes"]
    )


def cluster_memory(cluster: Cluster) -> str:
    """What the nodes hold: their heaps, and all of each process."""
    nodes = cluster.ask("GET", "/_nodes/stats/jvm,process")["nodes"].values()
    heap = sum(node["jvm"]["mem"]["heap_used_in_bytes"] for node in nodes)
    pids = cluster.ask("GET", "/_nodes/process")["nodes"].values()
    held = sum(resident(node["process"]["id"]) for node in pids)
    return f"{held / 2**20:.0f} MB, {len(nodes)} nodes; {heap / 2**20:.0f} MB of heap in use"


def percentiles(work: Callable[[str], object], texts: Sequence[str]) -> tuple[float, float]:
    """Milliseconds that half and that 19 of 20 queries stay below; each is asked once.

    A few others are asked before, so that programs are warm and queries are not.
    """
    for text in ("privacy", "personal information", '"third parties"'):
        work(text)
    times = []
    for text in texts:
        start = time.perf_counter()
        work(text)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    return times[len(times) // 2], times[int(len(times) * 0.95)]


def while_serving(
    rival: Rival, versions: Sequence[IndexedVersion], texts: Sequence[str]
) -> tuple[float, float]:
    """Updates a second of one version each, while full pages are asked for; and their median."""
    done = threading.Event()
    times: list[float] = []

    def search() -> None:
        for text in itertools.cycle(texts):
            if done.is_set():
                return
            start = time.perf_counter()
            rival.page(text)
            times.append(1000 * (time.perf_counter() - start))

    assert rival.update is not None
    thread = threading.Thread(target=search)
    thread.start()
    start = time.perf_counter()
    count = 0
    while time.perf_counter() - start < SECONDS:
        one = versions[count % len(versions)]
        rival.update(replace(one, text=f"{one.text} {count}"))
        count += 1
    elapsed = time.perf_counter() - start
    done.set()
    thread.join()
    return count / elapsed, sorted(times)[len(times) // 2]


def measure(rival: Rival, versions: Sequence[IndexedVersion], texts: Sequence[str]) -> list[str]:
    """One line of the table."""
    start = time.perf_counter()
    rival.index(versions)
    rate = len(versions) / (time.perf_counter() - start)
    top, top_95 = percentiles(rival.top_ten, texts)
    page, page_95 = percentiles(rival.page, texts)
    disk, memory = rival.disk(), rival.memory()
    served = "–"
    if rival.update is not None:
        updates, meanwhile = while_serving(rival, versions, texts)
        served = f"{two(updates)}; page {two(meanwhile)} ms"
    return [
        rival.name,
        f"{rate:.0f}",
        f"{disk / 2**20:.0f} MB",
        memory,
        f"{two(top)} / {two(top_95)}",
        f"{two(page)} / {two(page_95)}",
        served,
    ]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--ranks", type=Path)
    parser.add_argument("--most", type=int, default=24_000)
    parser.add_argument("--address", default=ADDRESS)
    asked = parser.parse_args()
    if not (asked.library / DATABASE).exists():
        if asked.data is None:
            parser.error("there is no library yet: say of which --data to make it")
        make_library(asked.data, asked.ranks, asked.library)
    folder = Path(tempfile.mkdtemp(prefix="privascope-bench-"))
    cluster = cluster_at(asked.address)
    places = OpenSearchIndexes(cluster, "bench-engines", "bench", FIELDS, "bench")
    try:
        with Library(asked.library) as library:
            ids = [row["id"] for row in library.rows("SELECT id FROM version ORDER BY id")]
            versions = list(indexed_versions(library, ids[: asked.most]))
            texts = [*drawn_queries(versions), *(query.text for query in QUERIES)]
            embedded = TantivyEngine(folder / "tantivy", FIELDS)
            distributed = places.fresh()
            index = distributed.index  # type: ignore[attr-defined]
            rivals = [
                of_engine(
                    "tantivy",
                    embedded,
                    library,
                    lambda: size_of(folder / "tantivy"),
                    lambda: f"{resident() / 2**20:.0f} MB, in the process",
                ),
                of_engine(
                    "OpenSearch",
                    distributed,
                    library,
                    lambda: cluster_disk(cluster, index),
                    lambda: cluster_memory(cluster),
                ),
                of_fts5(folder / "fts5.sqlite"),
            ]
            rows = [measure(rival, versions, texts) for rival in rivals]
        table(
            f"{len(versions):,} versions, {len(texts)} queries, {os.cpu_count()} cores",
            (
                "",
                "indexed a second",
                "disk",
                "memory",
                "top ten, ms (p50 / p95)",
                "full page, ms (p50 / p95)",
                "updates a second while serving",
            ),
            rows,
        )
    finally:
        places.remove()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
