"""Rows of a JSON Lines file, plain, gzip or zstd."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from privascope.errors import DataError
from privascope.unpack import UNPACKING_ERRORS, open_unpacked


def read_rows(path: Path, required: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """Each row as a dict; a row that is no object or lacks a required field raises DataError."""
    try:
        lines = open_unpacked(path)
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    with lines:
        try:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    row = json.loads(line)
                except ValueError as error:
                    raise DataError(f"{path}, row {number}: not JSON ({error})") from error
                if not isinstance(row, dict):
                    raise DataError(f"{path}, row {number}: not a JSON object")
                missing = [name for name in required if name not in row]
                if missing:
                    raise DataError(f"{path}, row {number}: no field {', '.join(missing)}")
                yield row
        except UNPACKING_ERRORS as error:
            raise DataError(f"{path}: cannot be unpacked to its end ({error})") from error


def read_ids(path: Path) -> frozenset[str]:
    """The ids in a file, one a line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot read {path}: {error}") from error
    return frozenset(filter(None, map(str.strip, lines)))
