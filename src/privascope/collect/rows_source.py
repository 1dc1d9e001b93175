"""Reads policies from JSON Lines: one document per row, plain, gzip or zstd."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.encodings import too_large
from privascope.collect.file_source import modified_at, shown
from privascope.errors import UnreadablePageError
from privascope.policy.size_limits import LARGEST_DOCUMENT
from privascope.unpack import GZIP_MAGIC, UNPACKING_ERRORS, ZSTD_MAGIC, open_unpacked

# The fields that are looked for, the better ones first.
TEXT_FIELDS = {"html": "text/html", "markdown": "text/markdown", "text": "text/plain"}
DATE_FIELDS = ("fetched_at", "last_seen", "date", "timestamp")
SERVICE_FIELDS = ("service", "domain")
# JSON may write each character in six.
LARGEST_LINE = 6 * LARGEST_DOCUMENT
_PIECE_ROWS = 16
_PIECE_BYTES = 2**20


class RowsSource:
    """The rows of a JSON Lines file."""

    def __init__(self, path: Path, name: str = "", label: str = "") -> None:
        self.path = path
        self.name = name or shown(path)
        self._label = label or shown(path.name)

    def pieces(self, is_taken: Callable[[str], bool]) -> "Iterator[RowsPiece] | None":
        """The rows that were not taken yet, by where they are; None for a packed file."""
        with self.path.open("rb") as file:
            if file.read(4).startswith((GZIP_MAGIC, ZSTD_MAGIC)):
                return None
        return self._pieces(is_taken) if self.path.stat().st_size else None

    def _pieces(self, is_taken: Callable[[str], bool]) -> "Iterator[RowsPiece]":
        without_date = modified_at(self.path.stat())
        start = end = 0
        numbers: list[int] = []
        first = 1
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                end += len(line)
                if line.strip() and not is_taken(f"{self._label}#{number}"):
                    numbers.append(number)
                if end - start >= _PIECE_BYTES or len(numbers) >= _PIECE_ROWS:
                    if numbers:
                        yield RowsPiece(self, start, end, first, frozenset(numbers), without_date)
                    start, first, numbers = end, number + 1, []
        if numbers:
            yield RowsPiece(self, start, end, first, frozenset(numbers), without_date)

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The documents in the order of the rows; a row that holds none is refused by number."""
        number = 0
        try:
            without_date = modified_at(self.path.stat())
            with open_unpacked(self.path) as file:
                holds_rows = False
                for number, line in enumerate(lines(file), 1):
                    if line is None or line.strip():
                        holds_rows = True
                        yield self.from_line(line, number, without_date)
                if not holds_rows:
                    yield self._refusal("the file holds no row", 0)
        except UNPACKING_ERRORS as error:
            reason = getattr(error, "strerror", None) or error
            yield self._refusal(
                f"the file cannot be read beyond row {number} ({reason})", number + 1
            )

    def from_line(
        self, line: bytes | None, number: int, without_date: datetime
    ) -> Arrival | Refusal:
        """The document in a row, by its number."""
        try:
            if line is None:
                raise too_large(LARGEST_LINE)
            return self._arrival(_row(line), number, without_date)
        except UnreadablePageError as error:
            return self._refusal(str(error), number)

    def _arrival(self, row: dict[str, Any], number: int, without_date: datetime) -> Arrival:
        field = next((name for name in TEXT_FIELDS if _text(row, name)), None)
        if field is None:
            raise UnreadablePageError(f"the row has no text ({', '.join(TEXT_FIELDS)})")
        url = _text(row, "url")
        service = _text(row, "service") if url else _first_text(row, SERVICE_FIELDS)
        if not url and not service:
            raise UnreadablePageError("the row says neither its url nor its service")
        content = row[field].encode("utf-8", "replace")
        if len(content) > LARGEST_DOCUMENT:
            raise too_large(LARGEST_DOCUMENT)
        return Arrival(
            content=content,
            content_type=f"{TEXT_FIELDS[field]}; charset=utf-8",
            url=url,
            source=self.name,
            key=f"{self._label}#{number}",
            fetched_at=_date(row) or without_date,
            service=service,
        )

    def _refusal(self, why: str, number: int) -> Refusal:
        what = f"{self._label}, row {number}" if number else self._label
        return Refusal(what=what, why=why, source=self.name, key=f"{self._label}#{number}")


@dataclass(frozen=True, slots=True)
class RowsPiece:
    """Some rows of a file, from one byte to another; those with other numbers are left out."""

    source: RowsSource
    start: int
    end: int
    first: int
    numbers: frozenset[int]
    without_date: datetime

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The documents in these rows."""
        with self.source.path.open("rb") as file:
            file.seek(self.start)
            data = io.BytesIO(file.read(self.end - self.start))
        for number, line in enumerate(lines(data), self.first):
            if number in self.numbers:
                yield self.source.from_line(line, number, self.without_date)


def lines(file: BinaryIO, longest: int = LARGEST_LINE) -> Iterator[bytes | None]:
    """Each line of a file; None for one that is too long to hold."""
    while line := file.readline(longest + 1):
        if len(line) <= longest or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(2**20)
        yield None


def parsed_date(value: object) -> datetime | None:
    """A moment from ISO 8601, the digits that web archives use, or seconds; None if it is none."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        if not isinstance(value, str):
            return None
        text = value.strip()
        if text.isascii() and text.isdigit() and len(text) == 14:
            return datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _row(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UnreadablePageError(f"the row is not JSON ({str(error)[:100]})") from error
    if not isinstance(row, dict):
        raise UnreadablePageError("the row is not a JSON object")
    return row


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    # Lone surrogates, which JSON can spell, can be neither stored nor sent.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _first_text(row: dict[str, Any], names: tuple[str, ...]) -> str:
    return next((text for name in names if (text := _text(row, name).strip())), "")


def _date(row: dict[str, Any]) -> datetime | None:
    for name in DATE_FIELDS:
        if row.get(name) in (None, ""):
            continue
        date = parsed_date(row[name])
        if date is None:
            raise UnreadablePageError(f"the row's {name} is no date: {str(row[name])[:40]!r}")
        return date
    return None
