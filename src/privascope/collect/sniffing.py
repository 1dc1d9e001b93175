"""Recognises what a file contains, by its first bytes and its name."""

import json
import re
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from privascope.collect.file_source import CONTENT_TYPES
from privascope.collect.site_lists import SiteList, list_kind
from privascope.errors import UnreadablePageError
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

_HEAD = 2**16
_LONGEST_ADDRESS = 4096
_WARC_NAME = re.compile(r"\.warc(?:\.gz|\.zst)?$", re.IGNORECASE)
_ROWS_NAME = re.compile(r"\.(?:jsonl|ndjson)(?:\.gz|\.zst)?$", re.IGNORECASE)
_CDX_NAME = re.compile(r"\.cdxj?(?:\.gz|\.zst)?$", re.IGNORECASE)


class Kind(Enum):
    """What a file can be as a source of policies."""

    DOCUMENT = auto()
    ADDRESSES = auto()
    WARC = auto()
    CDX = auto()
    ROWS = auto()
    JSON = auto()
    COMPANIES = auto()
    TOP_SITES = auto()
    UNKNOWN = auto()


def kind_of(path: Path, is_address: Callable[[str], bool]) -> Kind:
    """What a file is; its content counts for more than its name."""
    packed, head = _head(path)
    if head.startswith(b"WARC/") or _WARC_NAME.search(path.name):
        return Kind.WARC
    first = head.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")[0]
    if _is_cdx(first) or _CDX_NAME.search(path.name):
        return Kind.CDX
    if _ROWS_NAME.search(path.name):
        return Kind.ROWS
    if first.startswith(b"{"):
        return _kind_of_json(first, len(head) >= _HEAD)
    listed = list_kind(first.decode("utf-8-sig", "replace").strip())
    if listed is not None:
        return Kind.COMPANIES if listed is SiteList.COMPANIES else Kind.TOP_SITES
    if packed:
        return Kind.UNKNOWN
    if _holds_addresses(path, is_address):
        return Kind.ADDRESSES
    if path.suffix.lower() in CONTENT_TYPES or not head:
        return Kind.DOCUMENT
    if first.startswith(b"["):
        return Kind.JSON
    return Kind.UNKNOWN if b"\0" in head and b"%PDF-" not in head[:1024] else Kind.DOCUMENT


def _head(path: Path) -> tuple[bool, bytes]:
    """Whether the file is packed, and its first bytes, unpacked as far as they can be."""
    with path.open("rb") as file:
        raw = file.read(4)
    head = b""
    try:
        with open_unpacked(path) as unpacked:
            while len(head) < _HEAD and (piece := unpacked.read1(_HEAD)):  # type: ignore[attr-defined]
                head += piece
    except UNPACKING_ERRORS:
        pass
    return not head.startswith(raw), head[:_HEAD]


def _is_cdx(line: bytes) -> bool:
    from privascope.collect.cdx_source import cdx_row, legend_of

    if legend_of(line):
        return True
    try:
        cdx_row(line)
    except UnreadablePageError:
        return False
    return True


def _kind_of_json(first: bytes, more_follows: bool) -> Kind:
    try:
        json.loads(first)
    except RecursionError:
        return Kind.JSON
    except ValueError:
        # A row may well be longer than what was read of it.
        is_open = more_follows and len(first) > _HEAD // 2 and re.match(rb'\{\s*"', first)
        return Kind.ROWS if is_open else Kind.JSON
    return Kind.ROWS


def _holds_addresses(path: Path, is_address: Callable[[str], bool]) -> bool:
    """Whether each line is an address or a domain, but for blank ones and comments."""
    found = False
    with path.open("rb") as file:
        while line := file.readline(_LONGEST_ADDRESS):
            text = line.decode("utf-8-sig", "replace").strip()
            if text and not text.startswith("#"):
                if not is_address(text):
                    return False
                found = True
    return found
