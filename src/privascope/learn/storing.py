"""Writes files completely or not at all."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from privascope.errors import DataError, DiskFullError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file wholly or not at all, whenever the process is killed."""
    # Several processes may train together.
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
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


def stored(path: Path, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The content of a JSON file, which is made and written first if it is missing."""
    if not path.exists():
        write_whole(path, json.dumps(make(), ensure_ascii=False).encode())
    try:
        held: dict[str, Any] = json.loads(path.read_bytes())
    except ValueError as error:
        raise DataError(f"{path} is damaged ({error}): delete it to make it anew") from error
    return held


def say(text: str) -> None:
    """Prints a line of progress on standard error."""
    Console(stderr=True, markup=False, highlight=False).print(text, soft_wrap=True)
