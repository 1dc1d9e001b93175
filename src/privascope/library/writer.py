"""Writes to a library: one process at a time, whole transactions only."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from privascope.errors import PrivascopeError
from privascope.library.connection import clear_errors, open_writer
from privascope.library.deriving import METHOD, derive_again
from privascope.library.identity import policy_id, version_id
from privascope.library.records import Candidate, Company, PackedText
from privascope.library.store import Library
from privascope.policy.canonical import canonical_url, registered_domain
from privascope.traits.popularity import Ranks
from privascope.traits.traits import COSTLY, method_of


class Stored(StrEnum):
    """The result of storing a page."""

    NEW = "new"
    VERSION = "version"
    UNCHANGED = "unchanged"


class LibraryWriter(Library):
    """The one writer of a library; made with the folder if there is none yet.

    Only who is `copying` may write to a copy.
    """

    def __init__(self, folder: Path, *, copying: bool = False) -> None:
        connection, self._lock = open_writer(folder, copying=copying)
        super().__init__(folder, connection)

    def close(self) -> None:
        super().close()
        self._lock.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything written inside is stored, or nothing."""
        self.write("BEGIN IMMEDIATE")
        try:
            yield
            self.write("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after some errors, such as a full disk.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def write(self, sql: str, *values: Any) -> None:
        """One statement."""
        with clear_errors(self.folder):
            self._connection.execute(sql, values)

    def write_many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """One statement for each row."""
        with clear_errors(self.folder):
            self._connection.executemany(sql, rows)

    def store(self, page: Candidate) -> tuple[str, Stored]:
        """Keeps a page as a policy, a version of one, or one more sighting of a version."""
        addresses = [canonical_url(url) for url in (page.url, page.asked_url) if url]
        policy, known = self._identify(page, addresses)
        if known:
            self.bring_up_to_date(policy)
        else:
            self.write(
                "INSERT INTO policy (id, service, url, domain, added_at) VALUES (?, ?, ?, ?, ?)",
                policy,
                page.service,
                page.url,
                registered_domain(page.url) if page.url else "",
                _now(),
            )
        version, new = self._version(policy, page)
        self.write(
            "INSERT OR IGNORE INTO observation VALUES (?, ?, ?, ?, ?)",
            policy,
            # Nobody has seen a page in the future: such a date would outrank every later sighting.
            min(page.fetched_at.astimezone(UTC).isoformat(timespec="seconds"), _now()),
            version,
            page.source,
            page.url,
        )
        for address in addresses:
            self._note_address(address, policy, page)
        self._choose_current(policy)
        if not known:
            return policy, Stored.NEW
        return policy, Stored.VERSION if new else Stored.UNCHANGED

    def saw_again(self, address: str, source: str) -> str | None:
        """Notes that an address still shows its policy's current version; returns the policy."""
        row = self.row(
            "SELECT p.id, p.current_version, p.url FROM address a "
            "JOIN policy p ON p.id = a.policy_id WHERE a.url = ?",
            address,
        )
        if row is None:
            return None
        self.write(
            "INSERT OR IGNORE INTO observation VALUES (?, ?, ?, ?, ?)",
            row["id"],
            _now(),
            row["current_version"],
            source,
            row["url"],
        )
        return str(row["id"])

    def bring_up_to_date(self, policy: str) -> None:
        """Derives texts made by an older method again, so that texts are compared like for like."""
        for row in list(
            self.rows(
                "SELECT v.id FROM version v JOIN derived d ON d.version_id = v.id "
                "WHERE v.policy_id = ? AND d.method != ?",
                policy,
                METHOD,
            )
        ):
            # A page that today's reader refuses keeps the text it had.
            with contextlib.suppress(PrivascopeError):
                self.replace_text(row["id"], derive_again(*self._bytes_of(row["id"])))

    def replace_text(self, version: str, text: PackedText) -> None:
        """Replaces the derived text with a new one."""
        self._insert_text(version, text)
        self.log_change(version)

    def remove(self, policy: str) -> list[str]:
        """Removes a policy with all its versions; returns the duplicates it leaves behind."""
        left = [
            row["id"] for row in self.rows("SELECT id FROM policy WHERE duplicate_of = ?", policy)
        ]
        for duplicate in left:
            self.link_duplicate(duplicate, None, None)
        versions = list(
            self.rows("SELECT id, content_hash FROM version WHERE policy_id = ?", policy)
        )
        for row in versions:
            self.log_change(row["id"])
            for table in ("derived", "trait"):
                self.write(f"DELETE FROM {table} WHERE version_id = ?", row["id"])
        self.write("UPDATE item SET policy_id = NULL WHERE policy_id = ?", policy)
        for table in ("observation", "version", "address", "signature", "band"):
            self.write(f"DELETE FROM {table} WHERE policy_id = ?", policy)
        self.write("DELETE FROM policy WHERE id = ?", policy)
        for row in versions:
            self.write(
                "DELETE FROM content WHERE hash = ?1 "
                "AND NOT EXISTS (SELECT 1 FROM version WHERE content_hash = ?1)",
                row["content_hash"],
            )
        return left

    def set_verification(self, address: str, verification: str, reason: str) -> None:
        """Notes whether an address still leads to the policy."""
        self.write(
            "UPDATE address SET verification = ?, verification_reason = ?, checked_at = ? "
            "WHERE url = ?",
            verification,
            reason,
            _now(),
            address,
        )

    def set_companies(self, companies: Iterable[Company]) -> int:
        """Stores what is known of organisations; returns how many."""
        stored = 0

        def rows() -> Iterator[tuple[Any, ...]]:
            nonlocal stored
            for c in companies:
                stored += 1
                yield c.domain, c.name, c.industry, c.founded, c.size, c.country, c.employees

        self.write_many("INSERT OR REPLACE INTO company VALUES (?, ?, ?, ?, ?, ?, ?)", rows())
        self._log_domains("company")
        return stored

    def set_popularity(self, ranks: Ranks, source: str) -> None:
        """Stores the popularity of the library's sites, in place of earlier values."""
        self.write("DELETE FROM popularity")
        self.write_many(
            "INSERT INTO popularity VALUES (?, ?, ?)",
            [(domain, score, source) for domain, score in ranks.pagerank.items()],
        )
        self.write(
            "INSERT OR REPLACE INTO meta VALUES ('smallest pagerank', ?)", repr(ranks.smallest)
        )
        self._log_domains("popularity")

    def _log_domains(self, table: str) -> None:
        """What is known of a site has changed, so its policies are indexed again."""
        self.write(
            "INSERT INTO change (version_id) SELECT p.current_version FROM policy p "
            f"WHERE p.current_version IS NOT NULL AND p.domain IN (SELECT domain FROM {table})"
        )

    def link_duplicate(self, policy: str, original: str | None, similarity: float | None) -> None:
        """Links a policy to the one that it repeats, or takes the link away."""
        self.write(
            "UPDATE policy SET duplicate_of = ?, duplicate_similarity = ? WHERE id = ?",
            original,
            similarity,
            policy,
        )
        for row in list(self.rows("SELECT current_version FROM policy WHERE id = ?", policy)):
            self.log_change(row["current_version"])

    def lead_duplicates(self, head: str, follower: str, similarity: float) -> None:
        """Makes one policy the original of another and of all duplicates of the other."""
        self.link_duplicate(follower, head, similarity)
        self.write("UPDATE policy SET duplicate_of = ? WHERE duplicate_of = ?", head, follower)

    def set_signature(self, policy: str, method: str, data: bytes, bands: Iterable[int]) -> None:
        """Keeps the signature of a policy's current text."""
        self.write("DELETE FROM band WHERE policy_id = ?", policy)
        self.write("INSERT OR REPLACE INTO signature VALUES (?, ?, ?)", policy, method, data)
        self.write_many("INSERT OR IGNORE INTO band VALUES (?, ?)", ((b, policy) for b in bands))

    def _identify(self, page: Candidate, addresses: list[str]) -> tuple[str, bool]:
        """The policy that a page belongs to, and whether the library knows it already."""
        own = policy_id(page.service, page.url)
        if self.row("SELECT 1 FROM policy WHERE id = ?", own):
            return own, True
        for address in addresses:
            row = self.row("SELECT policy_id FROM address WHERE url = ?", address)
            if row:
                return str(row["policy_id"]), True
        return own, False

    def _version(self, policy: str, page: Candidate) -> tuple[str, bool]:
        """The version that holds the page's text, and whether it is new to the policy."""
        same = self.row(
            "SELECT v.id FROM version v JOIN derived d ON d.version_id = v.id "
            "WHERE v.policy_id = ? AND d.text_hash = ? ORDER BY v.id LIMIT 1",
            policy,
            page.derived.text_hash,
        )
        if same:
            return str(same["id"]), False
        version = version_id(policy, page.content_hash)
        self.write(
            "INSERT OR IGNORE INTO content VALUES (?, ?)", page.content_hash, page.packed_content
        )
        self.write(
            "INSERT OR IGNORE INTO version VALUES (?, ?, ?, ?, ?, ?, ?)",
            version,
            policy,
            page.content_hash,
            page.content_type,
            page.url,
            page.probability,
            page.detector,
        )
        self._insert_text(version, page.derived)
        self.log_change(version)
        return version, True

    def _insert_text(self, version: str, text: PackedText) -> None:
        self._drop_costly_traits(version, text)
        self.write(
            "INSERT OR REPLACE INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            version,
            text.method,
            text.title,
            text.language,
            text.stated_date.isoformat() if text.stated_date else None,
            text.words,
            text.text_hash,
            text.text,
            text.page_text,
            text.structure,
        )
        self.set_traits(version, text.traits)

    def _drop_costly_traits(self, version: str, text: PackedText) -> None:
        """Deletes what points into a text that is about to change."""
        old = self.row("SELECT text, structure FROM derived WHERE version_id = ?", version)
        if old and (old["text"], old["structure"]) != (text.text, text.structure):
            for name in COSTLY:
                self.write("DELETE FROM trait WHERE version_id = ? AND name = ?", version, name)

    def set_traits(self, version: str, traits: Mapping[str, str]) -> None:
        """Keeps a version's traits with the methods that made them."""
        self.write_many(
            "INSERT OR REPLACE INTO trait VALUES (?, ?, ?, ?)",
            [(version, name, method_of(name), value) for name, value in traits.items()],
        )

    def _note_address(self, address: str, policy: str, page: Candidate) -> None:
        self.write(
            "INSERT INTO address (url, policy_id, etag, last_modified) VALUES (?, ?, ?, ?) "
            "ON CONFLICT(url) DO UPDATE SET etag = excluded.etag, "
            "last_modified = excluded.last_modified",
            address,
            policy,
            page.etag,
            page.last_modified,
        )

    def _choose_current(self, policy: str) -> None:
        """The version seen last is the current one; a date in the future counts least."""
        newest = self.row(
            "SELECT o.version_id, p.current_version FROM observation o "
            "JOIN policy p ON p.id = o.policy_id WHERE o.policy_id = ? "
            "ORDER BY o.fetched_at > ?, o.fetched_at DESC, o.version_id DESC LIMIT 1",
            policy,
            _now(),
        )
        if newest and newest["version_id"] != newest["current_version"]:
            self.write(
                "UPDATE policy SET current_version = ? WHERE id = ?", newest["version_id"], policy
            )
            for version in (newest["version_id"], newest["current_version"]):
                if version:
                    self.log_change(version)

    def _bytes_of(self, version: str) -> tuple[bytes, str, str]:
        content, content_type, url = self.content(version)
        return content, url, content_type

    def log_change(self, version: str) -> None:
        """Lets the index know that a version is to be indexed again, or dropped."""
        self.write("INSERT INTO change (version_id) VALUES (?)", version)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
