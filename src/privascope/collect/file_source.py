"""Reads policies from files: one document, or every document in a folder."""

import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from privascope.collect.arrival import Arrival, PageSource, Refusal
from privascope.collect.encodings import too_large
from privascope.errors import UnreadablePageError
from privascope.policy.size_limits import LARGEST_DOCUMENT

CONTENT_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".shtml": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".xht": "application/xhtml+xml",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".pdf": "application/pdf",
}
_DOCUMENT_START = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*(?:<!doctype html|<html|<head|%PDF-)", re.I)
# Browsers note the address of a page that they save at its top.
_SAVED_FROM = re.compile(
    rb"<!--\s*(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:\s*)(https?://[^\s\"'<>]+)"
)
_SAVED_FROM_WITHIN = 4096


def shown(name: str | Path) -> str:
    """A file's name as text that can be printed and stored, even if it is not valid UTF-8."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


class FileSource:
    """One document in a file."""

    def __init__(self, path: Path, name: str = "") -> None:
        self.path = path
        self.name = name or shown(path)

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The document."""
        yield _arrival(self.path, self.name, shown(self.path.name), shown(self.path.parent.name))


class FolderSource:
    """Every document below a folder; hidden files and links to folders are left out.

    `open_archive` gives the source for a file that holds many documents, else None.
    `left_out` counts the files that were not taken for documents, by suffix.
    """

    def __init__(
        self,
        path: Path,
        name: str = "",
        open_archive: Callable[[Path, str, str], PageSource | None] = lambda _path, _name, _label: (
            None
        ),
    ) -> None:
        self.path = path
        self.name = name or shown(path)
        self.left_out: Counter[str] = Counter()
        self._open_archive = open_archive

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The documents, folder by folder in the order of their names."""
        self.left_out.clear()
        waiting = [(self.path, "")]
        while waiting:
            path, label = waiting.pop()
            try:
                # A link to a folder could lead in circles, and out of what the user pointed at.
                is_folder = stat.S_ISDIR(path.lstat().st_mode) if label else True
                if is_folder:
                    waiting += [
                        (entry, f"{label}/{shown(entry.name)}".lstrip("/"))
                        for entry in sorted(path.iterdir(), key=os.fsencode, reverse=True)
                        if not entry.name.startswith(".")
                    ]
                    continue
                if not stat.S_ISREG(path.stat().st_mode):
                    self.left_out["not a file"] += 1
                    continue
            except OSError as error:
                yield _refusal(self.name, label or self.name, _reason(error))
                continue
            yield from self._from_file(path, label)

    def _from_file(self, path: Path, label: str) -> Iterator[Arrival | Refusal]:
        archive = self._open_archive(path, self.name, label)
        if archive is not None:
            yield from archive.arrivals()
            return
        suffix = path.suffix.lower()
        if suffix not in CONTENT_TYPES and (suffix or not _starts_as_document(path)):
            self.left_out[shown(suffix) or "no suffix"] += 1
            return
        folder = label.rpartition("/")[0] or shown(self.path.resolve().name)
        yield _arrival(path, self.name, label, folder)


def _arrival(path: Path, source: str, label: str, folder: str) -> Arrival | Refusal:
    """The document at a path, or why it cannot be read."""
    try:
        content, modified = read_document(path)
    except OSError as error:
        return _refusal(source, label, _reason(error))
    except UnreadablePageError as error:
        return _refusal(source, label, str(error))
    if not content.strip():
        return _refusal(source, label, "the file is empty")
    suffix = path.suffix.lower()
    dated = _date_in_name(path.stem)
    found = _SAVED_FROM.search(content, 0, _SAVED_FROM_WITHIN)
    url = found[1].decode("ascii", "backslashreplace") if found else ""
    # A file's name identifies its policy only if nothing better does.
    by_name = label[: -len(suffix)] if suffix in CONTENT_TYPES else label
    return Arrival(
        content=content,
        content_type=CONTENT_TYPES.get(suffix, ""),
        url=url,
        source=source,
        key=label,
        fetched_at=dated or modified,
        service="" if url else folder if dated and folder else by_name,
    )


def read_document(path: Path, limit: int = LARGEST_DOCUMENT) -> tuple[bytes, datetime]:
    """A regular file's content and when it was last changed; never waits on a pipe or device."""
    with _opened(path) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise UnreadablePageError("it is a folder, pipe or device, not a file")
        content = file.read(limit + 1)
    if len(content) > limit:
        raise too_large(limit)
    return content, modified_at(status)


def _opened(path: Path) -> BinaryIO:
    """The file, opened so that a pipe without a writer does not hold us up."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags), "rb")


def modified_at(status: os.stat_result) -> datetime:
    """When a file was last changed, to the second; the epoch where the date is absurd."""
    try:
        return datetime.fromtimestamp(int(status.st_mtime), UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)


def _starts_as_document(path: Path) -> bool:
    try:
        with _opened(path) as file:
            return bool(_DOCUMENT_START.match(file.read(1024)))
    except OSError:
        # Reading the file itself will say why it cannot be read.
        return True


def _date_in_name(stem: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stem).replace(tzinfo=UTC) if len(stem) == 10 else None
    except ValueError:
        return None


def _reason(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"


def _refusal(source: str, what: str, why: str) -> Refusal:
    return Refusal(what=what, why=why, source=source, key=what)
