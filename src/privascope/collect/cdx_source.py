"""Reads policies by a crawl's index: CDX rows name the part of a WARC file that holds a page."""

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from privascope.collect.arrival import Arrival, ItemsPiece, Refusal
from privascope.collect.candidates import is_candidate
from privascope.collect.file_source import shown
from privascope.collect.rows_source import lines, parsed_date
from privascope.collect.warc_source import (
    CONTENT_TYPES,
    CutRecordError,
    page_arrival,
    warc_records,
)
from privascope.errors import FetchError, SourceError, UnreadablePageError
from privascope.policy.size_limits import LARGEST_DOCUMENT
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

# Common Crawl's address for the WARC files that its index names.
COMMON_CRAWL_DATA = "https://data.commoncrawl.org/"
FetchRange = Callable[[str, int, int], bytes]

_LONGEST_LINE = 2**16
_PIECE_ROWS = 16
_MIME_TYPES = CONTENT_TYPES | {"-", "unk", "unknown"}
# Fields of a row without a legend, by how many there are; "" is what we do not use.
_PLAIN_FIELDS = {
    8: ("url", "timestamp", "mime", "status", "digest", "length", "offset", "filename"),
    9: ("", "timestamp", "url", "mime", "status", "digest", "", "offset", "filename"),
    10: ("", "timestamp", "url", "mime", "status", "digest", "", "", "offset", "filename"),
    11: (
        "",
        "timestamp",
        "url",
        "mime",
        "status",
        "digest",
        "",
        "",
        "length",
        "offset",
        "filename",
    ),
}
# The letters of a CDX file's first line.
_LEGEND = {
    "a": "url", "b": "timestamp", "m": "mime", "s": "status", "k": "digest",
    "S": "length", "V": "offset", "g": "filename",
}  # fmt: skip
_SAFE_FILENAME = re.compile(r"[A-Za-z0-9_~][\w.~=+-]*(?:/[A-Za-z0-9_~][\w.~=+-]*)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class CdxRow:
    """Where a crawl kept one page; `length` is None where the index does not say."""

    url: str
    timestamp: str
    mime: str
    status: str
    filename: str
    offset: int
    length: int | None


class CdxSource:
    """The pages that an index names, read from local WARC files or fetched a range at a time.

    `left_out` counts the rows that were passed over. With `newest_only`, of each address only
    the newest row counts. Without `fetch_range`, nothing is fetched.
    """

    def __init__(
        self,
        path: Path,
        name: str = "",
        label: str = "",
        *,
        candidates_only: bool = False,
        newest_only: bool = False,
        warc_folder: Path | None = None,
        base_url: str = COMMON_CRAWL_DATA,
        fetch_range: FetchRange | None = None,
    ) -> None:
        self.path = path
        self.name = name or shown(path)
        self.left_out: Counter[str] = Counter()
        self._label = label or shown(path.name)
        self._candidates_only = candidates_only
        self._newest_only = newest_only
        self._warc_folder = warc_folder
        self._base_url = base_url if base_url.endswith("/") else base_url + "/"
        self._fetch_range = fetch_range
        self._is_taken: Callable[[str], bool] = _none

    def __getstate__(self) -> dict[str, object]:
        """What a piece takes along to another machine; what is taken is known here alone."""
        return self.__dict__ | {"_is_taken": _none}

    def leave_out(self, is_taken: Callable[[str], bool]) -> None:
        """Does not fetch the items that an earlier, interrupted run has taken, by their keys."""
        self._is_taken = is_taken

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The pages in the order of the index."""
        for item in self._wanted():
            if isinstance(item, Refusal):
                yield item
            else:
                yield from self.page(item[1], item[0])

    def pieces(self, is_taken: Callable[[str], bool]) -> "Iterator[CdxPiece | ItemsPiece]":
        """The pages that were not taken yet, by their rows: whoever gets a piece fetches them."""
        rows: list[tuple[int, CdxRow]] = []
        for item in self._wanted():
            if isinstance(item, Refusal):
                yield ItemsPiece((item,))
            elif not is_taken(f"{self._label}#{item[0]}"):
                rows.append(item)
                if len(rows) >= _PIECE_ROWS:
                    yield CdxPiece(self, tuple(rows))
                    rows = []
        if rows:
            yield CdxPiece(self, tuple(rows))

    def _wanted(self) -> Iterator[tuple[int, CdxRow] | Refusal]:
        """The rows whose pages are wanted, in the order of the index."""
        self.left_out.clear()
        newest: dict[str, tuple[str, int, CdxRow]] = {}
        for number, row in self._rows():
            if isinstance(row, Refusal):
                yield row
            elif not self._newest_only:
                yield number, row
            else:
                held = newest.get(row.url)
                self.left_out["older page of the same address"] += held is not None
                if held is None or row.timestamp > held[0]:
                    newest[row.url] = (row.timestamp, number, row)
        for _, number, row in sorted(newest.values(), key=lambda held: held[1]):
            yield number, row

    def addresses(self) -> Iterator[str | Refusal]:
        """The addresses of the rows that are wanted, whatever the crawl kept of them."""
        self.left_out.clear()
        for _, row in self._rows():
            yield row if isinstance(row, Refusal) else row.url

    def _rows(self) -> Iterator[tuple[int, CdxRow | Refusal]]:
        """The rows that are wanted, with their numbers."""
        number = 0
        legend: tuple[str, ...] | None = None
        try:
            with open_unpacked(self.path) as file:
                for number, line in enumerate(lines(file, _LONGEST_LINE), 1):
                    if line is not None and not line.strip():
                        continue
                    if line is not None and (found := legend_of(line)):
                        legend = found
                        continue
                    try:
                        row = cdx_row(line, legend)
                    except UnreadablePageError as error:
                        yield number, self._refusal(str(error), number)
                        continue
                    unwanted = self._unwanted(row)
                    if unwanted:
                        self.left_out[unwanted] += 1
                    else:
                        yield number, row
        except UNPACKING_ERRORS as error:
            reason = getattr(error, "strerror", None) or error
            why = f"the file cannot be read beyond row {number} ({reason})"
            yield number + 1, self._refusal(why, number + 1)

    def _unwanted(self, row: CdxRow) -> str:
        if row.status != "200":
            return "HTTP status other than 200"
        if row.mime.partition(";")[0].strip().lower() not in _MIME_TYPES:
            return "other content type"
        if self._candidates_only and not is_candidate(row.url):
            return "other address"
        return ""

    def page(self, row: CdxRow, number: int) -> Iterator[Arrival | Refusal]:
        """The page that a row names, unless it was taken before or is none."""
        key = f"{self._label}#{number}"
        if self._is_taken(key):
            return
        try:
            with self._record_bytes(row) as packed:
                record = next(warc_records(packed), None)
                if record is None:
                    raise UnreadablePageError(f"there is no record in {row.filename}")
                item = page_arrival(record, self.name, key)
        except CutRecordError:
            yield self._refusal("its record is cut off", number, row.url)
        except (UnreadablePageError, FetchError, SourceError) as error:
            yield self._refusal(str(error), number, row.url)
        except OSError as error:
            why = f"its record cannot be read ({error.strerror or error})"
            yield self._refusal(why, number, row.url)
        else:
            if isinstance(item, str):
                self.left_out[item] += 1
            else:
                yield item

    def _record_bytes(self, row: CdxRow) -> BinaryIO:
        """The bytes from where the record begins."""
        if not _SAFE_FILENAME.fullmatch(row.filename):
            raise UnreadablePageError(f"{row.filename[:100]!r} is no name of a WARC file")
        for path in self._places(row.filename):
            if path.is_file():
                file = path.open("rb")
                file.seek(row.offset)
                return file
        if self._fetch_range is None:
            raise UnreadablePageError(f"the WARC file {row.filename} is not there")
        if row.length is None:
            raise UnreadablePageError("the index does not say how long its record is")
        if row.length > LARGEST_DOCUMENT:
            raise UnreadablePageError("its record is too large to fetch")
        url = self._base_url + row.filename
        packed = self._fetch_range(url, row.offset, row.length)
        return io.BytesIO(packed)

    def _places(self, filename: str) -> list[Path]:
        """Where a WARC file may be: under its full name, or only the last part."""
        if self._warc_folder is None:
            return []
        return [self._warc_folder / filename, self._warc_folder / filename.rpartition("/")[2]]

    def _refusal(self, why: str, number: int, url: str = "") -> Refusal:
        return Refusal(
            what=url or f"{self._label}, row {number}",
            why=why,
            source=self.name,
            key=f"{self._label}#{number}",
        )


def _none(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class CdxPiece:
    """Some rows of an index with their numbers."""

    source: CdxSource
    rows: tuple[tuple[int, CdxRow], ...]

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The pages that they name."""
        for number, row in self.rows:
            yield from self.source.page(row, number)


def legend_of(line: bytes) -> tuple[str, ...] | None:
    """The names of the fields, if the line is the first one of a CDX file that lists them."""
    words = line.decode("ascii", "replace").split()
    if len(words) < 2 or words[0] != "CDX" or any(len(word) != 1 for word in words[1:]):
        return None
    return tuple(_LEGEND.get(word, "") for word in words[1:])


def cdx_row(line: bytes | None, legend: tuple[str, ...] | None = None) -> CdxRow:
    """The row in a line of JSON, of a key and JSON, or of fields between spaces."""
    if line is None:
        raise UnreadablePageError("the row is too long")
    text = line.decode("utf-8", "replace").strip()
    brace = text.find("{")
    fields: dict[str, object]
    if brace >= 0 and (brace == 0 or text.count(" ", 0, brace) == 2):
        try:
            fields = json.loads(text[brace:])
        except (ValueError, RecursionError) as error:
            raise UnreadablePageError("the row is not JSON") from error
        if brace:
            fields.setdefault("timestamp", text.split(" ", 2)[1])
    else:
        words = text.split()
        names = legend or _PLAIN_FIELDS.get(len(words), ())
        if len(names) != len(words):
            raise UnreadablePageError(f"a row of {len(words)} fields is not understood")
        fields = dict(zip(names, words, strict=True))
    return _checked(fields)


def _checked(fields: dict[str, object]) -> CdxRow:
    words = {name: str(value) for name, value in fields.items() if isinstance(value, str | int)}
    missing = [name for name in ("url", "timestamp", "filename", "offset") if not words.get(name)]
    if missing:
        raise UnreadablePageError(f"the row has no {' and no '.join(missing)}")
    if parsed_date(words["timestamp"]) is None:
        raise UnreadablePageError(f"{words['timestamp'][:40]!r} is no timestamp")
    length = words.get("length", "-")
    offset = words["offset"]
    if not _is_count(offset) or not (_is_count(length) or length in ("-", "")):
        raise UnreadablePageError("its offset and length are no numbers")
    return CdxRow(
        url=words["url"],
        timestamp=words["timestamp"],
        mime=words.get("mime-detected") or words.get("mime", "-"),
        status=words.get("status", "-"),
        filename=words["filename"],
        offset=int(offset),
        length=int(length) if _is_count(length) else None,
    )


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 15
