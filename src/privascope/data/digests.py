"""Digests that name settings and data."""

import hashlib
import json
from pathlib import Path

from privascope.errors import DataError


def digest(*parts: object) -> str:
    """A short name for settings and data: equal only if all of them are."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def file_digest(path: Path) -> str:
    """A short name for what a file holds, or all files of a folder."""
    if path.is_dir():
        parts = sorted(part for part in path.rglob("*") if part.is_file())
        return digest([(str(part.relative_to(path)), file_digest(part)) for part in parts])
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
