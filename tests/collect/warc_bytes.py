"""WARC records as bytes, written by hand so that the reader is not tested against itself."""

import gzip


def http_response(
    body: bytes, *, status: str = "200 OK", content_type: str = "text/html", extra: str = ""
) -> bytes:
    """An HTTP response as it went over the wire."""
    typed = f"Content-Type: {content_type}\r\n" if content_type else ""
    return f"HTTP/1.1 {status}\r\n{typed}{extra}\r\n".encode() + body


def record(
    url: str,
    block: bytes,
    *,
    kind: str = "response",
    date: str = "2024-05-06T07:08:09Z",
    extra: str = "",
) -> bytes:
    """One WARC record."""
    headers = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{url}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n{extra}"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return headers.encode() + block + b"\r\n\r\n"


def page(number: int, body: bytes = b"", **about: str) -> bytes:
    """A response record with a small page of its own."""
    body = body or f"<html><p>Page {number} says what we do with your data.</p></html>".encode()
    return record(f"https://site{number}.test/privacy", http_response(body, **about))


def packed(*records: bytes) -> bytes:
    """The records, each packed on its own, as WARC files are."""
    return b"".join(gzip.compress(one) for one in records)
