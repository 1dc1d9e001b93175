import gzip
import zlib

import brotli
import pytest
import zstandard

from privascope.collect.encodings import LARGEST_DOCUMENT, decoded_body
from privascope.errors import TooLargeError, UnreadablePageError

TEXT = b"<html>What we collect, and why.</html>" * 50


def chunked(body: bytes, size: int = 100) -> bytes:
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x;a=b\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


@pytest.mark.parametrize(
    ("body", "transfer", "content"),
    [
        (TEXT, "", ""),
        (TEXT, "identity", "identity"),
        (gzip.compress(TEXT), "", "gzip"),
        (gzip.compress(TEXT), "", "X-GZIP"),
        (gzip.compress(TEXT) + b"\0\0\0", "", "gzip"),
        (gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:]), "", "gzip"),
        (zlib.compress(TEXT), "", "deflate"),
        (raw_deflate(TEXT), "", "deflate"),
        (brotli.compress(TEXT), "", "br"),
        (zstandard.compress(TEXT), "", "zstd"),
        (chunked(TEXT), "chunked", ""),
        (chunked(gzip.compress(TEXT), 30), "chunked", "gzip"),
        (gzip.compress(gzip.compress(TEXT)), "", "gzip, gzip"),
        (chunked(TEXT).removesuffix(b"0\r\n\r\n"), "chunked", ""),
    ],
    ids=lambda value: value or "none" if isinstance(value, str) else "body",
)
def test_encodings_are_undone(body: bytes, transfer: str, content: str) -> None:
    assert decoded_body(body, transfer, content) == TEXT


@pytest.mark.parametrize(
    ("transfer", "content"), [("chunked", ""), ("", "gzip"), ("", "zstd"), ("", "deflate")]
)
def test_a_body_that_was_decoded_before_stays_as_it_is(transfer: str, content: str) -> None:
    assert decoded_body(TEXT, transfer, content) == TEXT


@pytest.mark.parametrize(
    ("body", "content"),
    [
        (gzip.compress(bytes(LARGEST_DOCUMENT + 1)), "gzip"),
        (gzip.compress(gzip.compress(bytes(2**25))), "gzip, gzip"),
        (zlib.compress(bytes(LARGEST_DOCUMENT + 1)), "deflate"),
        (raw_deflate(bytes(LARGEST_DOCUMENT + 1)), "deflate"),
        (brotli.compress(bytes(LARGEST_DOCUMENT + 1), quality=1), "br"),
        (zstandard.compress(bytes(LARGEST_DOCUMENT + 1)), "zstd"),
        (bytes(LARGEST_DOCUMENT + 1), ""),
    ],
    ids=["gzip", "gzip twice", "deflate", "raw deflate", "brotli", "zstd", "plain"],
)
def test_a_bomb_is_refused(body: bytes, content: str) -> None:
    with pytest.raises(TooLargeError, match="20 MiB"):
        decoded_body(body, "", content)


@pytest.mark.parametrize(
    ("body", "transfer", "content", "why"),
    [
        (gzip.compress(TEXT)[:-20], "", "gzip", "cut off"),
        (gzip.compress(TEXT)[:10] + bytes(30), "", "gzip", "damaged|cut off"),
        (brotli.compress(TEXT)[:-5], "", "br", "cut off"),
        (chunked(TEXT)[:150], "chunked", "", "cut off"),
        (TEXT, "", "compress", "not known"),
    ],
    ids=lambda value: value or "none" if isinstance(value, str) else "body",
)
def test_what_cannot_be_decoded_is_refused(
    body: bytes, transfer: str, content: str, why: str
) -> None:
    with pytest.raises(UnreadablePageError, match=why):
        decoded_body(body, transfer, content)


def test_any_bytes_give_a_body_or_a_typed_error() -> None:
    noise = bytes((number * 7919 + number // 13) % 256 for number in range(3000))
    for content in ("gzip", "deflate", "br", "zstd", ""):
        for start in (b"", b"\x1f\x8b\x08\x00", b"\x78\x9c", b"\x28\xb5\x2f\xfd", b"5\r\n"):
            try:
                decoded_body(start + noise, "chunked", content)
            except UnreadablePageError as error:
                assert str(error)  # noqa: PT017
