"""Writes a library's policies to a file that other programs read."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from privascope.errors import MissingExtraError
from privascope.library.connection import clear_errors
from privascope.library.store import Library
from privascope.traits.practices.statements import statements_of
from privascope.traits.traits import unpack_traits

FORMS = ("jsonl", "csv", "parquet")
_FIELDS = (
    "id",
    "service",
    "url",
    "domain",
    "version",
    "current",
    "fetched_at",
    "stated_date",
    "title",
    "language",
    "words",
    "probability",
    "duplicate_of",
    "verification",
    "method",
    "statements",
    "text",
)
_PARQUET_ROWS = 2000


def export_library(library: Library, path: Path, form: str, *, all_versions: bool = False) -> int:
    """Writes every policy, or every version, to `path`; returns how many rows.

    The file appears whole or not at all.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    write = {"jsonl": _write_jsonl, "csv": _write_csv, "parquet": _write_parquet}[form]
    try:
        with clear_errors(path.parent), library.snapshot():
            count = write(_rows(library, all_versions), unfinished)
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def _rows(library: Library, all_versions: bool) -> Iterator[dict[str, Any]]:
    for policy in library.policies(duplicates=True):
        entries = library.history(policy.id)
        for entry in entries if all_versions else entries[-1:]:
            derived = library.derived(entry.version_id)
            yield dict(
                zip(
                    _FIELDS,
                    (
                        policy.id,
                        policy.service,
                        entry.url,
                        policy.domain,
                        entry.version_id,
                        entry is entries[-1],
                        entry.first_seen.isoformat(),
                        derived.policy.stated_date and derived.policy.stated_date.isoformat(),
                        derived.policy.title,
                        derived.policy.language,
                        entry.words,
                        policy.probability,
                        policy.duplicate_of,
                        policy.verification,
                        derived.method,
                        _statements(library, entry.version_id, derived.policy.text),
                        derived.policy.text,
                    ),
                    strict=True,
                )
            )


def _statements(library: Library, version_id: str, text: str) -> list[str] | None:
    """The slugs of what a version says; None where it was not read yet."""
    row = library.row(
        "SELECT value FROM trait WHERE version_id = ? AND name = 'practices'", version_id
    )
    practices = unpack_traits({"practices": row["value"]}).practices if row else None
    return None if practices is None else list(statements_of(practices, text))


def _write_jsonl(rows: Iterator[dict[str, Any]], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            count += 1
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return count


def _write_csv(rows: Iterator[dict[str, Any]], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, _FIELDS)
        writer.writeheader()
        for row in rows:
            count += 1
            writer.writerow({key: spreadsheet_cell(value) for key, value in row.items()})
    return count


# What spreadsheets skip before the sign that begins a formula, and these signs, also full-width.
_SKIPPED = "".join(map(chr, range(33))) + "\x7f\x85\xa0\u200b\u2060\u3000\ufeff"
_FORMULA = tuple("=+-@＝＋－＠")


def spreadsheet_cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; an empty list is the word "none".

    What is not computed yet is an empty cell.
    """
    cell = "; ".join(value) or "none" if isinstance(value, list | tuple) else value
    if isinstance(cell, str) and (
        cell.startswith(("\t", "\r", "\n")) or cell.lstrip(_SKIPPED).startswith(_FORMULA)
    ):
        return f"'{cell}"
    return cell


def _write_parquet(rows: Iterator[dict[str, Any]], path: Path) -> int:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtraError("Exporting Parquet", "parquet") from error
    kinds = {
        "current": arrow.bool_(),
        "words": arrow.int32(),
        "probability": arrow.float32(),
        "statements": arrow.list_(arrow.string()),
    }
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in _FIELDS])
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        batch: list[dict[str, Any]] = []
        for row in rows:
            count += 1
            batch.append(row)
            if len(batch) == _PARQUET_ROWS:
                writer.write_table(arrow.Table.from_pylist(batch, schema))
                batch = []
        writer.write_table(arrow.Table.from_pylist(batch, schema))
    return count
