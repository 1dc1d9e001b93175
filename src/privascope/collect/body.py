"""The body of a response, unpacked as it streams in, within limits."""

import zlib
from collections.abc import Iterable, Iterator

from privascope.errors import FetchError

# What the standard library unpacks a bounded step at a time; a few kilobytes of Brotli or
# Zstandard may unpack to gigabytes in one step.
ENCODINGS = ("gzip", "deflate")
HIGHEST_RATIO = 200
_STEP = 64 * 1024
_RATIO_COUNTS_FROM = 1024 * 1024
_MEBIBYTE = 1024 * 1024


def read_body(chunks: Iterable[bytes], encoding: str, limit: int) -> bytes:
    """The unpacked body; raises FetchError beyond the limit, or if it swells beyond reason."""
    content = beginning_of_body(chunks, encoding, limit + 1)
    if len(content) > limit:
        raise FetchError(
            f"The document is larger than {limit / _MEBIBYTE:.0f} MiB, so it was not read."
            " Save it as a file and read that, if it is a policy."
        )
    return content


def beginning_of_body(chunks: Iterable[bytes], encoding: str, length: int) -> bytes:
    """The unpacked body, or as much of it as `length` bytes hold."""
    received = 0

    def counted() -> Iterator[bytes]:
        nonlocal received
        for chunk in chunks:
            received += len(chunk)
            yield chunk

    body = bytearray()
    for piece in _unpacked(counted(), encoding.strip().lower()):
        body += piece
        if len(body) >= length:
            break
        if len(body) > _RATIO_COUNTS_FROM and len(body) > HIGHEST_RATIO * received:
            raise FetchError(
                f"The document unpacks to more than {HIGHEST_RATIO} times its size, as only a"
                " trap does, so it was not read."
            )
    return bytes(body[:length])


def _unpacked(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    if encoding in ("", "identity"):
        return chunks
    if encoding.removeprefix("x-") == "gzip":
        return _inflated(chunks, zlib.MAX_WBITS | 16)
    if encoding == "deflate":
        first = next(chunks, b"")
        wrapped = len(first) > 1 and first[0] & 15 == 8 and int.from_bytes(first[:2]) % 31 == 0
        return _inflated(_put_back(first, chunks), zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)
    raise FetchError(
        f"The server packs its answer as {encoding[:40]!r}, though only"
        f" {' and '.join(ENCODINGS)} were asked for. It cannot be read safely."
    )


def _put_back(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _inflated(chunks: Iterator[bytes], window: int) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(window)
    for chunk in chunks:
        data, more = chunk, True
        while data or more:
            if unpacker.eof:
                if not data.startswith(b"\x1f"):
                    return  # padding after the end
                unpacker = zlib.decompressobj(window)
            try:
                piece = unpacker.decompress(data, _STEP)
            except zlib.error as error:
                raise FetchError(
                    "The server's answer is damaged: it cannot be unpacked. Try again later."
                ) from error
            yield piece
            data = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
            more = len(piece) == _STEP and not unpacker.eof
    if not unpacker.eof:
        raise FetchError("The server's answer broke off before its end. Try again later.")
