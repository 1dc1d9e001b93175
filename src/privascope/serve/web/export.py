"""All results of a search as a file, written while it is read."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from datetime import date
from typing import Any

from privascope.library.export import spreadsheet_cell
from privascope.search.exported import ExportedPolicy, exported_policies
from privascope.search.page import SearchRequest
from privascope.serve.shelf import Shelf

_BATCH = 200


def export_csv(shelf: Shelf, request: SearchRequest) -> Iterator[bytes]:
    """A table for spreadsheets; no cell of it is taken for a formula."""
    names = [field.name for field in fields(ExportedPolicy)]
    # The mark at the beginning tells spreadsheets that this is UTF-8.
    yield b"\xef\xbb\xbf" + _csv_lines([dict(zip(names, names, strict=True))], names)
    for batch in _batches(shelf, request):
        yield _csv_lines([_cells(entry, names) for entry in batch], names)


def export_jsonl(shelf: Shelf, request: SearchRequest) -> Iterator[bytes]:
    """One JSON object a line, in the API's own form."""
    for batch in _batches(shelf, request):
        lines = [json.dumps(asdict(one), ensure_ascii=False, default=_plain) for one in batch]
        yield "".join(f"{line}\n" for line in lines).encode()


def _batches(shelf: Shelf, request: SearchRequest) -> Iterator[list[ExportedPolicy]]:
    """The matches some at a time; each batch may be read in another thread."""
    after = ""
    while found := list(shelf.searcher.every(request, after, _BATCH)):
        yield exported_policies(shelf.library, found)
        after = found[-1].version_id


def _csv_lines(rows: list[dict[str, Any]], names: list[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.DictWriter(text, names).writerows(rows)
    return text.getvalue().encode()


def _cells(entry: ExportedPolicy, names: list[str]) -> dict[str, Any]:
    return {name: spreadsheet_cell(getattr(entry, name)) for name in names}


def _plain(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON form")
