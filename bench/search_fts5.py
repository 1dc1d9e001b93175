"""The rival of bench/search.py: the same search on SQLite's FTS5, as well as SQL can do it."""

import re
import sqlite3
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path

from privascope.library.engines.engine import IndexedVersion

TABLES = """
CREATE TABLE page (rowid INTEGER PRIMARY KEY, title TEXT, url TEXT, text TEXT, rest TEXT);
CREATE TABLE fact (
    rowid INTEGER PRIMARY KEY, id TEXT, policy_id TEXT, shown INTEGER, weight REAL,
    grade REAL, vagueness REAL, date REAL, words REAL
);
CREATE TABLE facet (page INTEGER, name TEXT, value TEXT, PRIMARY KEY (page, name, value))
    WITHOUT ROWID;
CREATE VIRTUAL TABLE fts USING fts5(
    title, url, text, rest, content='page', content_rowid='rowid',
    tokenize='porter unicode61 remove_diacritics 2'
);
"""

TOP_TEN = """
SELECT f.id, f.policy_id, -bm25(fts, 2.0, 0.0, 1.0, 0.0) * f.weight AS score
FROM fts JOIN fact f ON f.rowid = fts.rowid
WHERE fts MATCH ? AND f.shown
ORDER BY score DESC, f.id LIMIT 10
"""

# The matches are gathered once, and everything is counted from them.
MATCHES = """
INSERT INTO found
SELECT f.rowid, f.id, -bm25(fts, 2.0, 0.0, 1.0, 0.0) * f.weight
FROM fts JOIN fact f ON f.rowid = fts.rowid
WHERE fts MATCH ? AND f.shown
"""
BEST = """
SELECT m.page, f.*, m.score FROM found m JOIN fact f ON f.rowid = m.page
ORDER BY m.score DESC, m.id LIMIT 10
"""
FACET_COUNTS = """
SELECT v.name, v.value, count(*) FROM found m JOIN facet v ON v.page = m.page
GROUP BY v.name, v.value
"""
HISTOGRAM = """
SELECT CAST(f.{name} / {width} AS INTEGER), count(*)
FROM found m JOIN fact f ON f.rowid = m.page WHERE f.{name} IS NOT NULL GROUP BY 1
"""
SNIPPETS = """
SELECT rowid, snippet(fts, 2, '<mark>', '</mark>', '…', 40) FROM fts
WHERE fts MATCH ? AND rowid IN ({places})
"""


class Fts5:
    """An index in a file; pages stand in a table of their own, as they do in a library's store."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        for pragma in (
            "journal_mode=WAL",
            "synchronous=NORMAL",
            "cache_size=-1000000",
            "mmap_size=4000000000",
            "temp_store=MEMORY",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.executescript(TABLES)
        self._connection.execute("CREATE TEMP TABLE found (page INTEGER, id TEXT, score REAL)")

    def keep_pages(self, versions: list[IndexedVersion]) -> None:
        """Fills the store, which is no part of the index."""
        self._connection.execute("BEGIN")
        self._connection.executemany(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?)",
            ((n, v.title, v.url, v.text, v.rest) for n, v in enumerate(versions, 1)),
        )
        self._connection.execute("COMMIT")

    def index(self, versions: Iterable[IndexedVersion]) -> None:
        """Indexes the words of all pages, their facets and their numbers, in one transaction."""
        run = self._connection.execute
        run("BEGIN")
        for number, version in enumerate(versions, 1):
            run(
                "INSERT INTO fts (rowid, title, url, text, rest) VALUES (?, ?, ?, ?, ?)",
                (number, version.title, version.url, version.text, version.rest),
            )
            values = [version.values.get(n) for n in ("grade", "vagueness", "date", "words")]
            weight = max(0.1, prod(version.factors.values()))
            shown = version.shown
            run(
                "INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (number, version.id, version.policy_id, shown, weight, *values),
            )
            for name, found in version.facets.items():
                for value in found:
                    run("INSERT INTO facet VALUES (?, ?, ?)", (number, name, value))
        run("COMMIT")

    def tidy(self) -> None:
        """Merges the index into one piece and gathers statistics, for the quickest queries."""
        self._connection.execute("INSERT INTO fts (fts) VALUES ('optimize')")
        self._connection.execute("ANALYZE")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def top_ten(self, text: str) -> list[str]:
        """The ids of the ten best by words, P(policy) and popularity."""
        return [row[0] for row in self._connection.execute(TOP_TEN, (match_text(text),))]

    def page(
        self, text: str, histograms: Mapping[str, float]
    ) -> tuple[int, dict[str, dict[str, int]], dict[str, dict[int, int]], dict[int, str]]:
        """How many match, counts of facets and ranges, and a snippet of each of the ten best."""
        run, asked = self._connection.execute, match_text(text)
        run("DELETE FROM found")
        run(MATCHES, (asked,))
        (total,) = run("SELECT count(*) FROM found").fetchone()
        best = [row[0] for row in run(BEST)]
        counts: dict[str, dict[str, int]] = {}
        for name, value, count in run(FACET_COUNTS):
            counts.setdefault(name, {})[value] = count
        bars = {
            name: dict(run(HISTOGRAM.format(name=name, width=width)))
            for name, width in histograms.items()
        }
        places = ",".join(map(str, best))
        snippets = dict(run(SNIPPETS.format(places=places), (asked,))) if best else {}
        return total, counts, bars, snippets

    def close(self) -> None:
        """Lets go of the file."""
        self._connection.close()


def match_text(text: str) -> str:
    """A query of words and "phrases" in the words of FTS5: all of them, in title or text."""
    parts = [phrase or word for phrase, word in re.findall(r'"([^"]+)"|(\S+)', text)]
    return "{title text} : (" + " AND ".join(f'"{part}"' for part in parts) + ")"
