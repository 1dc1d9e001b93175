"""Thousands of small policies, quickly: one is examined, the others differ in their numbers."""

from collections.abc import Iterator
from dataclasses import replace

from privascope.library.identity import content_hash, text_hash
from privascope.library.packed import pack_bytes, unpack_bytes
from privascope.library.records import Candidate
from tests.conftest import make_candidate, policy_page

_PLACE = "0000000"


def numbered_policies(many: int) -> Iterator[Candidate]:
    """That many policies, each of another site and with another number in its text."""
    first = make_candidate(
        policy_page(f"Firm {_PLACE}", f"Our register holds us under number {_PLACE}."),
        f"https://firm{_PLACE}.example/privacy",
    )
    for number in range(many):
        yield _numbered(first, f"{number:07d}")


def _numbered(first: Candidate, number: str) -> Candidate:
    """The same policy with another number of as many digits: every offset stays true."""

    def with_number(packed: bytes) -> bytes:
        return unpack_bytes(packed).replace(_PLACE.encode(), number.encode())

    content, text = with_number(first.packed_content), with_number(first.derived.text)
    url = first.url.replace(_PLACE, number)
    return replace(
        first,
        content_hash=content_hash(content),
        packed_content=pack_bytes(content),
        url=url,
        asked_url=url,
        derived=replace(
            first.derived,
            title=first.derived.title.replace(_PLACE, number),
            text_hash=text_hash(text.decode()),
            text=pack_bytes(text),
            page_text=pack_bytes(with_number(first.derived.page_text)),
        ),
    )
