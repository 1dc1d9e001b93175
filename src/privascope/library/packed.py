"""Bytes and texts in the form in which they are stored."""

import sqlite3
import threading
from datetime import date

import zstandard

from privascope.errors import LibraryError
from privascope.library.records import Derived
from privascope.policy.packing import unpack_structure
from privascope.policy.policy import Policy

_own = threading.local()


def pack_bytes(content: bytes) -> bytes:
    """Compressed bytes."""
    return zstandard.ZstdCompressor(level=3).compress(content)


def unpack_bytes(packed: bytes) -> bytes:
    """What `pack_bytes` took."""
    # To make one takes as long as to unpack a short text, and no two threads may share one.
    if not hasattr(_own, "unpacking"):
        _own.unpacking = zstandard.ZstdDecompressor()
    try:
        content: bytes = _own.unpacking.decompress(packed)
        return content
    except zstandard.ZstdError as error:
        raise LibraryError(
            f"stored data is damaged ({error}): `privascope verify` tells which"
        ) from error


def unpack_derived(row: sqlite3.Row) -> Derived:
    """A row of the table `derived` as a policy with its offsets."""
    blocks, sections, segments, sentences = unpack_structure(row["structure"])
    stated = row["stated_date"]
    policy = Policy(
        title=row["title"],
        language=row["language"],
        stated_date=date.fromisoformat(stated) if stated else None,
        text=unpack_bytes(row["text"]).decode(),
        blocks=blocks,
        sections=sections,
        segments=segments,
        sentences=sentences,
    )
    return Derived(row["method"], policy, unpack_bytes(row["page_text"]).decode())
