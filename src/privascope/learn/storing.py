"""Files that are there wholly or not at all, and digests that name settings and data."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from privascope.errors import DataError, DiskFullError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file wholly or not at all, whenever the process is killed."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise DiskFullError(f"cannot write {path}: {error.strerror}") from error


def digest(*parts: object) -> str:
    """A short name for settings and data: equal only if all of them are."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def file_digest(path: Path) -> str:
    """A short name for what a file holds."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error


def stored(path: Path, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a JSON file holds; made and written first if it is not there."""
    if not path.exists():
        write_whole(path, json.dumps(make(), ensure_ascii=False).encode())
    try:
        held: dict[str, Any] = json.loads(path.read_bytes())
    except ValueError as error:
        raise DataError(f"{path} is damaged ({error}): delete it to make it anew") from error
    return held


def say(text: str) -> None:
    """A line of progress on standard error."""
    Console(stderr=True, markup=False, highlight=False).print(text)
