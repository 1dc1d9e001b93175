"""Reads facts about the company behind a domain from any table of companies."""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from privascope.collect.file_source import shown
from privascope.collect.rows_source import lines
from privascope.errors import SourceError
from privascope.library.records import Company
from privascope.policy.canonical import registered_domain
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

# How tables of companies name their columns, the better names first.
COLUMN_NAMES: dict[str, tuple[str, ...]] = {
    "domain": ("domain", "website", "web site", "domain name", "company domain", "url", "homepage"),
    "name": ("name", "company name", "company", "organization", "organisation", "legal name"),
    "industry": ("industry", "sector", "category", "industries"),
    "founded": ("year founded", "founded", "founded year", "foundation year", "founding year"),
    "size": ("size range", "size", "company size", "employee range", "employees range"),
    "country": ("country", "country code", "headquarters country", "hq country"),
    "employees": (
        "current employee estimate",
        "employees",
        "number of employees",
        "employee count",
        "total employee estimate",
    ),
}
_DELIMITERS = ",;\t|"
_LONGEST_LINE = 2**20
_YEARS = range(1000, 2101)


def read_companies(
    path: Path,
    columns: Mapping[str, str] | None = None,
    on_bad_row: Callable[[int, str], None] = lambda _line, _why: None,
) -> Iterator[Company]:
    """Each company of a CSV file; `columns` says which column holds which field of Company.

    A row that cannot be used is passed over, and `on_bad_row` is told its line and why.
    """
    try:
        with open_unpacked(path) as file:
            yield from _companies(_text_lines(file), shown(path), columns, on_bad_row)
    except UNPACKING_ERRORS as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"{shown(path)} cannot be read to its end: {reason}") from error


def _companies(
    text_lines: Iterator[str],
    path: str,
    columns: Mapping[str, str] | None,
    on_bad_row: Callable[[int, str], None],
) -> Iterator[Company]:
    rows = _rows(text_lines, on_bad_row)
    _, headers = next(rows, (0, []))
    places = _places(headers, columns, path)
    for line, row in rows:
        fields = {name: row[at].strip() for name, at in places.items() if at < len(row)}
        domain = registered_domain(fields.get("domain", ""))
        if "." not in domain:
            on_bad_row(line, f"no domain: {fields.get('domain', '')[:60]!r}")
            continue
        founded = _whole_number(fields.get("founded", ""))
        yield Company(
            domain=domain,
            name=fields.get("name", ""),
            industry=fields.get("industry", ""),
            founded=founded if founded in _YEARS else None,
            size=fields.get("size", ""),
            country=fields.get("country", ""),
            employees=_whole_number(fields.get("employees", "")),
        )


def _rows(
    text_lines: Iterator[str], on_bad_row: Callable[[int, str], None]
) -> Iterator[tuple[int, list[str]]]:
    """The rows that can be parsed and are not blank, each with the number of its last line."""
    first = next(text_lines, "")
    table = csv.reader(chain([first], text_lines), delimiter=max(_DELIMITERS, key=first.count))
    while True:
        try:
            row = next(table, None)
        except csv.Error as error:
            on_bad_row(table.line_num, f"not CSV ({error})")
            continue
        if row is None:
            return
        if any(row):
            yield table.line_num, row


def _places(headers: Sequence[str], columns: Mapping[str, str] | None, path: str) -> dict[str, int]:
    """The column of each field."""
    at = {_plain(header): place for place, header in reversed(list(enumerate(headers)))}
    seen = ", ".join(header.strip() for header in headers)[:500] or "none"
    if columns is None:
        found = {
            field: at[known]
            for field, names in COLUMN_NAMES.items()
            if (known := next((name for name in names if name in at), None)) is not None
        }
        if "domain" not in found:
            raise SourceError(
                f"{path}: no column looks like the companies' domain; name it. Columns: {seen}"
            )
        return found
    for field, header in columns.items():
        if field not in COLUMN_NAMES:
            raise SourceError(f"companies have no field {field!r}, only {', '.join(COLUMN_NAMES)}")
        if _plain(header) not in at:
            raise SourceError(f"{path} has no column {header!r}. Columns: {seen}")
    if "domain" not in columns:
        raise SourceError("say which column holds the companies' domain")
    return {field: at[_plain(header)] for field, header in columns.items()}


def _plain(header: str) -> str:
    return re.sub(r"[\W_]+", " ", header).strip().casefold()


def _whole_number(text: str) -> int | None:
    """The number in "1,234", "1998.0" or "500+"; None for a range or words."""
    found = re.fullmatch(r"([0-9]{1,12})(?:\.0*)?\+?", re.sub(r"[,\s]", "", text))
    return int(found[1]) if found else None


def _text_lines(file: BinaryIO) -> Iterator[str]:
    """The lines as text: UTF-16 if marked so, else UTF-8, and Windows-1252 where it is not that."""
    beginning = file.peek(2)[:2] if isinstance(file, io.BufferedReader) else b""
    if beginning in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        yield from _wide_lines(file)
        return
    for number, raw in enumerate(lines(file, _LONGEST_LINE)):
        # An overlong line counts as an empty one, so that line numbers stay right.
        packed = raw if raw is not None else b"\n"
        try:
            yield packed.decode("utf-8-sig" if number == 0 else "utf-8")
        except UnicodeDecodeError:
            yield packed.decode("cp1252", "replace")


def _wide_lines(file: BinaryIO) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    rest = ""
    while chunk := file.read(2**16):
        *whole, rest = (rest + decoder.decode(chunk)).split("\n")
        yield from (line + "\n" for line in whole)
        rest = rest if len(rest) <= _LONGEST_LINE else ""
    yield rest
