"""A library on disk, for reading. `writer.py` adds the writing."""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from privascope.errors import NotFoundError
from privascope.library.connection import clear_errors, open_reader
from privascope.library.packed import unpack_bytes, unpack_derived
from privascope.library.records import Company, Derived, HistoryEntry, StoredPolicy

_POLICIES = """
SELECT p.id, p.service, p.url, p.domain, p.current_version, p.duplicate_of,
       d.title, d.language, d.stated_date, d.words, v.probability,
       (SELECT min(fetched_at) FROM observation o WHERE o.policy_id = p.id) AS first_seen,
       (SELECT max(fetched_at) FROM observation o WHERE o.policy_id = p.id) AS last_seen,
       (SELECT count(DISTINCT d2.text_hash) FROM version v2
          JOIN derived d2 ON d2.version_id = v2.id WHERE v2.policy_id = p.id) AS versions,
       (SELECT verification FROM address a WHERE a.policy_id = p.id
          ORDER BY checked_at IS NULL, checked_at DESC LIMIT 1) AS verification
FROM policy p
JOIN version v ON v.id = p.current_version
JOIN derived d ON d.version_id = p.current_version
"""


class Library:
    """Reads a library; other processes may read and one may write meanwhile."""

    def __init__(self, folder: Path, connection: sqlite3.Connection | None = None) -> None:
        self.folder = folder
        self._connection = connection or open_reader(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the files."""
        self._connection.close()

    def rows(self, sql: str, *values: Any) -> Iterator[sqlite3.Row]:
        """The rows that a query gives, as they come."""
        with clear_errors(self.folder):
            yield from self._connection.execute(sql, values)

    def row(self, sql: str, *values: Any) -> sqlite3.Row | None:
        """The first row that a query gives."""
        with clear_errors(self.folder):
            row: sqlite3.Row | None = self._connection.execute(sql, values).fetchone()
            return row

    def state(self) -> tuple[int, int]:
        """A value that changes as soon as anybody has written to the library."""
        row = self.row("PRAGMA data_version")
        return (int(row[0]) if row else 0), self._connection.total_changes

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside belongs together, whatever a writer does meanwhile."""
        with clear_errors(self.folder):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    def count(self) -> int:
        """How many policies there are, duplicates not counted."""
        row = self.row("SELECT count(*) FROM policy WHERE duplicate_of IS NULL")
        return int(row[0]) if row else 0

    def count_versions(self) -> int:
        """How many versions there are, of all policies."""
        row = self.row("SELECT count(*) FROM version")
        return int(row[0]) if row else 0

    def count_duplicates(self) -> int:
        """How many policies repeat others."""
        row = self.row("SELECT count(*) FROM policy WHERE duplicate_of IS NOT NULL")
        return int(row[0]) if row else 0

    def newest_change(self) -> int:
        """The number of the last change to the library; 0 for an empty one."""
        row = self.row("SELECT coalesce(max(number), 0) FROM change")
        return int(row[0]) if row else 0

    def policies(self, *, duplicates: bool = False) -> Iterator[StoredPolicy]:
        """All policies by domain and id; duplicates of others only when asked for."""
        where = "" if duplicates else "WHERE p.duplicate_of IS NULL"
        for row in self.rows(f"{_POLICIES} {where} ORDER BY p.domain, p.id"):
            yield _stored_policy(row)

    def policy(self, policy_id: str) -> StoredPolicy:
        """One policy by its whole id."""
        row = self.row(f"{_POLICIES} WHERE p.id = ?", policy_id)
        if row is None:
            raise NotFoundError(f"the library has no policy {policy_id}")
        return _stored_policy(row)

    def history(self, policy_id: str) -> list[HistoryEntry]:
        """The texts that a policy had, oldest first; a text seen again is one entry."""
        entries: list[HistoryEntry] = []
        last_hash = b""
        for row in self.rows(
            "SELECT o.*, d.title, d.stated_date, d.words, d.text_hash FROM observation o "
            "JOIN derived d ON d.version_id = o.version_id "
            "WHERE o.policy_id = ? ORDER BY o.fetched_at, o.version_id",
            policy_id,
        ):
            if row["text_hash"] == last_hash:
                entries[-1] = _seen_again(entries[-1], row)
            else:
                entries.append(_history_entry(row))
            last_hash = row["text_hash"]
        return entries

    def has_version(self, policy_id: str, version_id: str) -> bool:
        """Whether a policy has a version of that id."""
        sql = "SELECT 1 FROM version WHERE id = ? AND policy_id = ?"
        return self.row(sql, version_id, policy_id) is not None

    def has_current_text(self, policy_id: str, text_hash: bytes) -> bool:
        """Whether a text is that of a policy's current version, not one of its past."""
        row = self.row(
            "SELECT d.text_hash FROM policy p JOIN derived d ON d.version_id = p.current_version "
            "WHERE p.id = ?",
            policy_id,
        )
        return row is not None and row["text_hash"] == text_hash

    def derived(self, version_id: str) -> Derived:
        """A version's text with its offsets, and the whole page's text."""
        row = self.row("SELECT * FROM derived WHERE version_id = ?", version_id)
        if row is None:
            raise NotFoundError(f"the library has no version {version_id}")
        return unpack_derived(row)

    def content(self, version_id: str) -> tuple[bytes, str, str]:
        """A version's fetched bytes, their content type and their address."""
        row = self.row(
            "SELECT c.packed, v.content_type, v.url FROM version v "
            "JOIN content c ON c.hash = v.content_hash WHERE v.id = ?",
            version_id,
        )
        if row is None:
            raise NotFoundError(f"the library has no version {version_id}")
        return unpack_bytes(row["packed"]), row["content_type"], row["url"]

    def detected(self, version_id: str) -> tuple[str, str]:
        """The detector that judged a version, and the content type that the version came with."""
        row = self.row("SELECT detector, content_type FROM version WHERE id = ?", version_id)
        return (row["detector"], row["content_type"]) if row else ("", "")

    def company(self, domain: str) -> Company | None:
        """What is known of the organisation behind a domain."""
        row = self.row("SELECT * FROM company WHERE domain = ?", domain)
        return Company(**dict(row)) if row else None

    def validators(self, canonical: str) -> tuple[str, str]:
        """ETag and Last-Modified of a known address, for a conditional request."""
        row = self.row("SELECT etag, last_modified FROM address WHERE url = ?", canonical)
        return (row["etag"], row["last_modified"]) if row else ("", "")


def _stored_policy(row: sqlite3.Row) -> StoredPolicy:
    values = dict(row)
    values["stated_date"] = _date(row["stated_date"])
    values["first_seen"] = datetime.fromisoformat(row["first_seen"])
    values["last_seen"] = datetime.fromisoformat(row["last_seen"])
    values["verification"] = row["verification"] or "unchecked"
    return StoredPolicy(**values)


def _history_entry(row: sqlite3.Row) -> HistoryEntry:
    seen = datetime.fromisoformat(row["fetched_at"])
    return HistoryEntry(
        version_id=row["version_id"],
        first_seen=seen,
        last_seen=seen,
        seen=1,
        title=row["title"],
        stated_date=_date(row["stated_date"]),
        words=row["words"],
        source=row["source"],
        url=row["url"],
    )


def _seen_again(entry: HistoryEntry, row: sqlite3.Row) -> HistoryEntry:
    return HistoryEntry(
        version_id=entry.version_id,
        first_seen=entry.first_seen,
        last_seen=datetime.fromisoformat(row["fetched_at"]),
        seen=entry.seen + 1,
        title=entry.title,
        stated_date=entry.stated_date,
        words=entry.words,
        source=entry.source,
        url=entry.url,
    )


def _date(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
