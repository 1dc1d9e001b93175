"""Reads policies from WARC files, as web archives and crawlers write them."""

import contextlib
import io
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.candidates import is_candidate
from privascope.collect.encodings import decoded_body, too_large
from privascope.collect.file_source import shown
from privascope.errors import UnreadablePageError
from privascope.policy.size_limits import LARGEST_DOCUMENT
from privascope.unpack import GZIP_MAGIC

if TYPE_CHECKING:
    from fastwarc.warc import HeaderMap, WarcRecord

CONTENT_TYPES = frozenset(
    {"", "text/html", "application/xhtml+xml", "text/plain", "text/markdown", "application/pdf"}
)

_CHUNK = 2**16
_PIECE_PAGES = 16
_PIECE_BYTES = 4 * 2**20
_PADDING = b"\0\r\n"


class CutRecordError(UnreadablePageError):
    """The archive ends within the record."""


class WarcSource:
    """The pages of a WARC file, plain or packed; `left_out` counts the other records."""

    def __init__(
        self, path: Path, name: str = "", label: str = "", candidates_only: bool = False
    ) -> None:
        self.path = path
        self.name = name or shown(path)
        self.left_out: Counter[str] = Counter()
        self._label = label or shown(path.name)
        self._candidates_only = candidates_only

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The pages in the file's order; a file cut short ends with a refusal that says where."""
        self.left_out.clear()
        try:
            with self.path.open("rb") as file:
                yield from self.part(file)
        except OSError as error:
            yield self._refusal(f"cannot be read: {error.strerror or error}")

    def pieces(self, is_taken: Callable[[str], bool]) -> "Iterator[WarcPiece] | None":
        """The records that were not taken yet, by where they are.

        None for a file in which no record can be read without those before it.
        """
        with self.path.open("rb") as file:
            beginning = file.read(5)
            file.seek(0)
            try:
                places = [one.stream_pos for one in islice(warc_records(file), 2)]
            except OSError:
                return None
            file.seek(places[-1] if places else 0)
            apart = len(places) == 2 and file.read(2) == beginning[:2]
        return self._pieces(is_taken) if apart else None

    def _pieces(self, is_taken: Callable[[str], bool]) -> "Iterator[WarcPiece]":
        start, first = 0, 1
        wanted: list[int] = []
        with self.path.open("rb") as file, contextlib.suppress(OSError):
            for number, record in enumerate(warc_records(file), 1):
                place = record.stream_pos
                if len(wanted) >= _PIECE_PAGES or (wanted and place - start >= _PIECE_BYTES):
                    yield WarcPiece(self, start, place, first, frozenset(wanted))
                    wanted = []
                if not wanted:
                    start, first = place, number
                if self._is_wanted(record) and not is_taken(f"{self._label}#{number}"):
                    wanted.append(number)
        # The last piece goes to the end, and says so if the file is cut off there.
        yield WarcPiece(self, start, self.path.stat().st_size, first, frozenset(wanted))

    def _is_wanted(self, record: "WarcRecord") -> bool:
        if str(record.record_type) != "response":
            return False
        return not self._candidates_only or is_candidate(target_url(record))

    def part(
        self, file: BinaryIO, first: int = 1, wanted: frozenset[int] | None = None
    ) -> Iterator[Arrival | Refusal]:
        """The pages in a file that begins with the record of that number, or the wanted of them."""
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        if size == 0:
            yield self._refusal("the file is empty")
            return
        number = position = length = 0
        try:
            for record in warc_records(file):
                position, length = record.stream_pos, record.content_length
                if "Content-Length" not in record.headers:
                    raise CutRecordError
                number += 1
                if wanted is not None and first + number - 1 not in wanted:
                    continue
                item = self._from_record(record, f"{self._label}#{first + number - 1}")
                if item is not None:
                    yield item
            if number and _ends_early(file, position, length, size):
                raise CutRecordError
        except CutRecordError:
            yield self._refusal(
                f"the file is cut off within its last record, near byte {position}; "
                "everything before that was read"
            )
        except OSError as error:
            # fastwarc says with an OSError as well that what follows is no record.
            yield self._refusal(
                f"the file is cut off, damaged or no WARC after the record at byte {position} "
                f"({error.strerror or error}); {number} records were read"
            )
        else:
            if number == 0:
                yield self._refusal("there is no WARC record in it")

    def _from_record(self, record: "WarcRecord", key: str) -> Arrival | Refusal | None:
        kind = str(record.record_type)
        url = target_url(record)
        if kind != "response":
            self.left_out[f"{kind} record"] += 1
            return None
        if self._candidates_only and not is_candidate(url):
            self.left_out["other address"] += 1
            return None
        item = page_arrival(record, self.name, key)
        if isinstance(item, str):
            self.left_out[item] += 1
            return None
        return item

    def _refusal(self, why: str) -> Refusal:
        return Refusal(what=self._label, why=why, source=self.name, key=f"{self._label}#end")


@dataclass(frozen=True, slots=True)
class WarcPiece:
    """Some records of a file, from one byte to another; those with other numbers are left out."""

    source: WarcSource
    start: int
    end: int
    first: int
    wanted: frozenset[int]

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The pages in these records."""
        with self.source.path.open("rb") as file:
            file.seek(self.start)
            data = file.read(self.end - self.start)
        return self.source.part(io.BytesIO(data), self.first, self.wanted)


def page_arrival(record: "WarcRecord", source: str, key: str) -> Arrival | Refusal | str:
    """The page in a response record, why it cannot be had, or what it is if it is no page."""
    url = target_url(record)
    try:
        page = _document(record)
    except CutRecordError:
        raise
    except UnreadablePageError as error:
        return Refusal(what=url or key, why=str(error), source=source, key=key)
    if isinstance(page, str):
        return page
    when = _record_date(record)
    if when is None or not url:
        why = "the record has no date" if url else "the record has no address"
        return Refusal(what=url or key, why=why, source=source, key=key)
    content, headers = page
    return Arrival(
        content=content,
        content_type=headers.get("Content-Type") or "",
        url=url,
        source=source,
        key=key,
        fetched_at=when,
        etag=headers.get("ETag") or "",
        last_modified=headers.get("Last-Modified") or "",
    )


def warc_records(file: BinaryIO) -> "Iterator[WarcRecord]":
    """The records of a WARC file; an OSError where what follows is none."""
    with warnings.catch_warnings():
        # It warns of its own old parts as it is imported.
        warnings.simplefilter("ignore", DeprecationWarning)
        from fastwarc.warc import ArchiveIterator

    return iter(ArchiveIterator(file, parse_http=False))


def target_url(record: "WarcRecord") -> str:
    """The address that a record is of; old tools put it in angle brackets."""
    return (record.headers.get("WARC-Target-URI") or "").strip().strip("<>")


def _record_date(record: "WarcRecord") -> datetime | None:
    try:
        when = datetime.fromisoformat(record.headers.get("WARC-Date") or "")
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _document(record: "WarcRecord") -> "tuple[bytes, HeaderMap] | str":
    try:
        record.parse_http()
    except OSError as error:
        raise UnreadablePageError(f"its HTTP headers cannot be read ({error})") from error
    headers = record.http_headers
    if headers is None or headers.status_code is None:
        return "not HTTP"
    if headers.status_code != 200:
        return "HTTP status other than 200"
    content_type = headers.get("Content-Type") or ""
    if content_type.partition(";")[0].strip().lower() not in CONTENT_TYPES:
        return "other content type"
    if record.headers.get("WARC-Truncated"):
        raise UnreadablePageError("the crawler kept only its beginning")
    length = record.content_length
    if length > LARGEST_DOCUMENT:
        raise too_large(LARGEST_DOCUMENT)
    body = record.reader.read(length)
    if len(body) < length:
        raise CutRecordError
    content = decoded_body(
        body, headers.get("Transfer-Encoding") or "", headers.get("Content-Encoding") or ""
    )
    if not content.strip():
        raise UnreadablePageError("the page is empty")
    return content, headers


def _ends_early(file: BinaryIO, position: int, length: int, size: int) -> bool:
    """Whether the file ends within the record at the position, or within the one after it.

    fastwarc says nothing of a file that ends within a record that nobody reads.
    """
    file.seek(0)
    beginning = file.read(5)
    file.seek(position)
    if beginning == b"WARC/":
        headers = file.read(_CHUNK).partition(b"\r\n\r\n")
        return not headers[1] or position + len(headers[0]) + 4 + length > size
    if not beginning.startswith(GZIP_MAGIC):
        return False
    if file.read(2) != GZIP_MAGIC:
        position = 0  # One member holds all the records.
    file.seek(position)
    ahead = file.read(_CHUNK)
    while ahead.strip(_PADDING):
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            while not unpacker.eof:
                unpacked = unpacker.decompress(ahead, _CHUNK)
                if not ahead and not unpacked:
                    return True
                ahead = unpacker.unused_data or unpacker.unconsumed_tail or file.read(_CHUNK)
        except zlib.error:
            return True
    return False
