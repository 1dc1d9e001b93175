"""The body of an HTTP response as an archive keeps it, with its encodings undone within a limit."""

import zlib
from collections.abc import Callable

from privascope.errors import TooLargeError, UnreadablePageError
from privascope.policy.size_limits import LARGEST_DOCUMENT


def decoded_body(
    body: bytes, transfer_encoding: str, content_encoding: str, limit: int = LARGEST_DOCUMENT
) -> bytes:
    """The document that the body holds; TooLargeError when it would unpack beyond the limit.

    Archives often keep a header of an encoding that they have already undone: a body that does
    not bear the mark of its declared encoding is taken as it stands.
    """
    for encoding in reversed([*_names(content_encoding), *_names(transfer_encoding)]):
        undo = _DECODERS.get(encoding)
        if undo is None:
            raise UnreadablePageError(f"the content encoding {encoding} is not known")
        body = undo(body, limit)
    if len(body) > limit:
        raise too_large(limit)
    return body


def too_large(limit: int) -> TooLargeError:
    """The error for a document beyond the limit."""
    return TooLargeError(f"the document is larger than {limit / 2**20:g} MiB")


def _names(header: str) -> list[str]:
    return [name for part in header.split(",") if (name := part.strip().lower())]


def _as_it_stands(body: bytes, _limit: int) -> bytes:
    return body


def _unchunked(body: bytes, _limit: int) -> bytes:
    pieces: list[bytes] = []
    position = 0
    while position < len(body):
        line_end = body.find(b"\n", position, position + 4096)
        digits = body[position : max(line_end, position)].partition(b";")[0].strip()
        if not digits.isalnum() or len(digits) > 16:
            break
        try:
            size = int(digits, 16)
        except ValueError:
            break
        if size == 0:
            return b"".join(pieces)
        start = line_end + 1
        pieces.append(body[start : start + size])
        if start + size > len(body):
            break
        position = start + size
        position += 2 if body[position : position + 2] == b"\r\n" else 1
    else:
        return b"".join(pieces)
    if not pieces:
        return body
    raise UnreadablePageError("its chunks are damaged or cut off")


def _inflated(body: bytes, limit: int) -> bytes:
    pieces: list[bytes] = []
    room = limit + 1
    rest = body
    while rest and room > 0:
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
        piece = unpacker.decompress(rest, room)
        pieces.append(piece)
        room -= len(piece)
        if room > 0 and not unpacker.eof:
            raise UnreadablePageError("its packed content is cut off")
        # More members may follow; what is no member is padding.
        rest = unpacker.unused_data
        if not rest.startswith(b"\x1f\x8b"):
            break
    if room <= 0:
        raise too_large(limit)
    return b"".join(pieces)


def _ungzipped(body: bytes, limit: int) -> bytes:
    return _guarded(_inflated, body, limit) if body.startswith(b"\x1f\x8b") else body


def _undeflated(body: bytes, limit: int) -> bytes:
    # Servers send deflate with the zlib header that the standard asks for, or without it.
    if body[:1] and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0:
        return _guarded(_inflated, body, limit)
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        text = unpacker.decompress(body, limit + 1)
    except zlib.error:
        return body
    if len(text) > limit:
        raise too_large(limit)
    return text if unpacker.eof else body


def _unbrotlied(body: bytes, limit: int) -> bytes:
    import brotli  # type: ignore[import-untyped, unused-ignore]

    unpacker = brotli.Decompressor()
    pieces: list[bytes] = []
    room = limit + 1
    packed = body
    try:
        while room > 0 and not unpacker.is_finished():
            piece = unpacker.process(packed, output_buffer_limit=room)
            if not piece and unpacker.can_accept_more_data():
                raise UnreadablePageError("its packed content is cut off")
            packed = b""
            pieces.append(piece)
            room -= len(piece)
    except brotli.error:
        # Brotli has no mark at its start: what does not unpack at all was stored unpacked.
        if not pieces:
            return body
        raise UnreadablePageError("its packed content is damaged") from None
    if room <= 0:
        raise too_large(limit)
    return b"".join(pieces)


def _unzstd(body: bytes, limit: int) -> bytes:
    return _guarded(_zstd_read, body, limit) if body.startswith(b"\x28\xb5\x2f\xfd") else body


def _zstd_read(body: bytes, limit: int) -> bytes:
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=2**27)
    text = unpacker.stream_reader(body, read_across_frames=True).read(limit + 1)
    if len(text) > limit:
        raise too_large(limit)
    return text


def _guarded(undo: Callable[[bytes, int], bytes], body: bytes, limit: int) -> bytes:
    import zstandard

    try:
        return undo(body, limit)
    except (zlib.error, zstandard.ZstdError) as error:
        raise UnreadablePageError("its packed content is damaged") from error


_DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "identity": _as_it_stands,
    "none": _as_it_stands,
    "utf-8": _as_it_stands,
    "chunked": _unchunked,
    "gzip": _ungzipped,
    "x-gzip": _ungzipped,
    "deflate": _undeflated,
    "br": _unbrotlied,
    "zstd": _unzstd,
}
