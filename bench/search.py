"""How quick a search is, side by side with SQLite FTS5 and with bare tantivy.

python bench/search.py --data web.jsonl.zst [--library DIR] [--ranks FILE] [--sizes 3000,…,24000]

A library that is given and holds policies is used as it stands; else it is made of the data first,
which takes a while (`privascope add --anyway`, `privascope popularity`).
"""

import argparse
import gc
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from privascope.library.connection import DATABASE
from privascope.library.engines.engine import IndexedVersion, Request
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.facets import HISTOGRAMS
from privascope.library.indexed import FIELDS, indexed_versions
from privascope.library.store import Library
from privascope.measure.judging.queries import QUERIES
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.query import parse_query
from privascope.search.ranking import ORDERS, Ranking
from search_bare_tantivy import BareTantivy
from search_fts5 import Fts5
from search_server import opening, over_http
from search_tables import Times, table, timed, two

SEED = 20261115
BEST = ORDERS[Ranking.CUSTOM]
# How many queries of each kind are drawn.
DRAWN = {"one word": 60, "two words": 60, "three words": 40, "phrase": 40}
BATCH = 25_000
OPERATORS = re.compile(r"\b(AND|OR|NOT|NEAR|IN|TO)\b")
COMMON = frozenset(
    "the and for that you your our are with not any this from may will can have has was were been "
    "which when who its their they them his her all other such these those about into than then "
    "also more only but out how what where would should could does did use used using".split()
)


def drawn_queries(versions: Sequence[IndexedVersion]) -> list[str]:
    """Words that follow each other at places drawn from the corpus, common ones passed over.

    A phrase is drawn as it stands, common words included.
    """
    chance = random.Random(SEED)
    texts = [version.text for version in versions]
    found: list[str] = []
    for kind, wanted in DRAWN.items():
        goal = len(found) + wanted
        while len(found) < goal:
            words = re.findall(r"[A-Za-z]+", chance.choice(texts))
            if kind == "phrase":
                length = chance.choice((2, 3))
            else:
                length = list(DRAWN).index(kind) + 1
                words = [word for word in words if len(word) > 2 and word.lower() not in COMMON]
            if len(words) < length:
                continue
            start = chance.randrange(len(words) - length + 1)
            query = " ".join(words[start : start + length])
            if not OPERATORS.search(query):
                found.append(f'"{query}"' if kind == "phrase" else query)
    return found


def make_library(data: Path, ranks: Path | None, folder: Path) -> None:
    """A library of all rows of the data, with the popularity of its sites where it is known."""
    commands = [["add", str(data), "--anyway"]]
    commands += [["popularity", str(ranks)]] if ranks else []
    for command in commands:
        print(f"making the library: {command[0]} …", file=sys.stderr)
        call = [sys.executable, "-m", "privascope", *command, "--library", str(folder), "--json"]
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def read_versions(library: Library) -> list[IndexedVersion]:
    """All versions of the library as an engine takes them, in an order of no meaning."""
    ids = [row["id"] for row in library.rows("SELECT id FROM version ORDER BY id")]
    return list(indexed_versions(library, ids))


def clock(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock and of processor time that something takes."""
    start, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - cpu


def fill(engine: TantivyEngine, versions: Sequence[IndexedVersion]) -> None:
    """Indexes as a library does, some thousand versions at a time."""
    for start in range(0, len(versions), BATCH):
        engine.update(versions[start : start + BATCH], ())


def compare_builds(versions: list[IndexedVersion], folder: Path) -> tuple[TantivyEngine, Fts5]:
    """All indexes, made one after the other, with what each cost."""
    engine = TantivyEngine(folder / "engine", FIELDS)
    ours = clock(lambda: fill(engine, versions))
    merged = clock(engine.tidy)
    fts5, plain = Fts5(folder / "fts5.sqlite"), Fts5(folder / "plain.sqlite")
    theirs = clock(lambda: fts5.index(versions))
    twice = clock(lambda: plain.index(map(with_whole_page, versions)))
    plain.close()
    fts5.keep_pages(versions)
    tidied = clock(fts5.tidy)
    rows = [
        ("Privascope", ours),
        ("FTS5, divided as ours: policy, rest of the page", theirs),
        ("FTS5, the plain way: policy, whole page", twice),
        ("Privascope, merging afterwards", merged),
        ("FTS5, merging afterwards", tidied),
    ]
    table(
        "Index build",
        ("", "seconds", "seconds of CPU", "times ours"),
        [(name, *map(two, cost), f"{cost[0] / ours[0]:.2f}") for name, cost in rows],
    )
    return engine, fts5


def with_whole_page(version: IndexedVersion) -> IndexedVersion:
    """The version with the whole page in the place of the rest of it."""
    page = f"{version.text}\n{version.rest}" if version.rest else version.text
    return replace(version, rest=page)


def compare_queries(
    searcher: Searcher,
    engine: TantivyEngine,
    fts5: Fts5,
    bare: BareTantivy,
    queries: dict[str, list[str]],
) -> None:
    """Top ten and full search, ours against theirs."""

    def top_ten(text: str) -> object:
        return engine.search(Request(parse_query(text), order=BEST))

    def full(text: str) -> object:
        return searcher.search(SearchRequest(text))

    def counts(text: str) -> object:
        counted = Request(
            parse_query(text), order=BEST, facets=FIELDS.facets, histograms=HISTOGRAMS
        )
        hits = engine.search(counted)
        # They may still be being counted.
        return hits.counted()

    def theirs(text: str) -> object:
        return fts5.page(text, HISTOGRAMS)

    def bare_counts(text: str) -> object:
        return bare.page(text, HISTOGRAMS, snippets=False)

    def bare_full(text: str) -> object:
        return bare.page(text, HISTOGRAMS, snippets=True)

    tasks: dict[str, dict[str, Callable[[str], object]]] = {
        "top ten": {"Privascope": top_ten, "FTS5": fts5.top_ten},
        "facets and ranges, no snippets": {"Privascope": counts, "bare tantivy": bare_counts},
        "full search": {"Privascope": full, "FTS5": theirs, "bare tantivy": bare_full},
    }
    everything = [text for group in queries.values() for text in group]
    times = {
        task: {who: timed(work, everything) for who, work in runners.items()}
        for task, runners in tasks.items()
    }
    start = 0
    slices = {"all": slice(None)}
    for name, group in queries.items():
        slices[name] = slice(start, start + len(group))
        start += len(group)
    for name, part in slices.items():
        rows = []
        for task, found in times.items():
            cut = {who: Times(one.values[part]) for who, one in found.items()}
            ours = cut["Privascope"].p50
            rows += [
                (task, who, two(one.p50), two(one.p95), f"{one.p50 / ours:.1f}")
                for who, one in cut.items()
            ]
        header = ("task", "", "p50 ms", "p95 ms", "p50, times ours")
        table(f"Queries: {name} ({len(everything[part])})", header, rows)


def compare_results(engine: TantivyEngine, fts5: Fts5, queries: Sequence[str]) -> None:
    """How far both find the same, so that the times compare like with like."""
    shared, found, theirs = 0, 0, 0
    for text in queries:
        hits = engine.search(Request(parse_query(text), order=BEST))
        best = {hit.version_id for hit in hits.best}
        shared += len(best & set(fts5.top_ten(text)))
        found += hits.total
        theirs += fts5.page(text, HISTOGRAMS)[0]
    print(
        f"\nMatches in all: {found:,} (Privascope), {theirs:,} (FTS5); of the ten best, "
        f"{shared / len(queries):.1f} on average are the same"
    )


def growth(
    library: Library, versions: list[IndexedVersion], sizes: list[int], asked: list[str], at: Path
) -> None:
    """The cost of the same queries in libraries of several sizes."""
    rows: list[tuple[str, ...]] = []
    before: tuple[float, float, float] | None = None
    for size in sizes:
        engine = TantivyEngine(at / f"engine{size}", FIELDS)
        fill(engine, versions[:size])
        engine.tidy()
        searcher = Searcher(library, engine)

        def top_ten(text: str, engine: TantivyEngine = engine) -> object:
            return engine.search(Request(parse_query(text), order=BEST))

        def full(text: str, searcher: Searcher = searcher) -> object:
            return searcher.search(SearchRequest(text))

        top, page = timed(top_ten, asked), timed(full, asked)
        cost = (
            min(size, len(versions)),
            statistics.fmean(top.values),
            statistics.fmean(page.values),
        )
        times = [f"{now / then:.2f}" for now, then in zip(cost, before or cost, strict=True)]
        rows.append(
            (f"{cost[0]:,}", two(top.p50), two(cost[1]), two(page.p50), two(cost[2]), *times)
        )
        before = cost
    header = ("versions", "top ten p50 ms", "mean", "full p50 ms", "mean")
    table("Growth", (*header, "library ×", "top ten ×", "full ×"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--ranks", type=Path)
    parser.add_argument("--sizes", default="3000,6000,12000,24000")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        at = arguments.library or folder / "library"
        if not (at / DATABASE).is_file():
            make_library(arguments.data, arguments.ranks, at)
        library = Library(at)
        versions = read_versions(library)
        # Python's garbage collector need not look through these again and again.
        gc.freeze()
        shown = sum(version.shown for version in versions)
        length = statistics.fmean(len(version.text) for version in versions)
        print(
            f"{len(versions):,} versions, {shown:,} shown, {length:,.0f} characters on average; "
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}"
        )
        paper = [query.text for query in QUERIES]
        drawn = drawn_queries(versions)
        queries = {"the paper's": paper, "drawn from the corpus": drawn}
        engine, fts5 = compare_builds(versions, folder)
        bare = BareTantivy(folder / "bare")
        bare.index(versions)
        compare_results(engine, fts5, paper + drawn)
        compare_queries(Searcher(library), engine, fts5, bare, queries)
        growth(
            library, versions, [int(n) for n in arguments.sizes.split(",")], paper + drawn, folder
        )
        opening(at)
        over_http(at, paper + drawn)
        print(f"load at the end {os.getloadavg()[0]:.2f}")
        library.close()
        fts5.close()


if __name__ == "__main__":
    main()
