"""Derived text in the form in which it is stored."""

import sqlite3
from datetime import date

import zstandard

from privascope.errors import LibraryError
from privascope.library.identity import text_hash
from privascope.library.records import Derived, PackedText
from privascope.policy.derive import STRUCTURE_VERSION, derive_policy
from privascope.policy.main_text import EXTRACTOR_VERSION
from privascope.policy.packing import pack_structure, unpack_structure
from privascope.policy.page import Page
from privascope.policy.policy import Policy
from privascope.policy.read import read_page

METHOD = f"extractor {EXTRACTOR_VERSION}, structure {STRUCTURE_VERSION}"


def pack_bytes(content: bytes) -> bytes:
    """Compressed bytes."""
    return zstandard.ZstdCompressor(level=6).compress(content)


def unpack_bytes(packed: bytes) -> bytes:
    """What `pack_bytes` took."""
    try:
        return zstandard.ZstdDecompressor().decompress(packed)
    except zstandard.ZstdError as error:
        raise LibraryError(
            f"stored data is damaged ({error}): `privascope verify` tells which"
        ) from error


def pack_text(page: Page, policy: Policy) -> PackedText:
    """What the store keeps of a page and its policy."""
    return PackedText(
        method=METHOD,
        title=policy.title,
        language=policy.language,
        stated_date=policy.stated_date,
        words=len(policy.text.split()),
        text_hash=text_hash(policy.text),
        text=pack_bytes(policy.text.encode()),
        page_text=pack_bytes(page.whole_text().encode()),
        structure=pack_structure(policy),
    )


def derive_again(content: bytes, url: str, content_type: str) -> PackedText:
    """The text that today's methods make of stored bytes."""
    page = read_page(content, url, content_type)
    return pack_text(page, derive_policy(page))


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
