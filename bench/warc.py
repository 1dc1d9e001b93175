"""FastWARC and warcio side by side: python bench/warc.py ROWS.jsonl.zst (with url and html)."""

import contextlib
import gzip
import io
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from privascope.collect.arrival import Arrival
from privascope.collect.rows_source import RowsSource
from privascope.collect.warc_source import WarcSource

ROUNDS = 5
Reader = Callable[[Path, bool], int]


def record(arrival: Arrival, number: int) -> bytes:
    """A response record, its body plain, packed, chunked or both by turns."""
    body, headers = arrival.content, b""
    if number & 1:
        body, headers = gzip.compress(body), b"Content-Encoding: gzip\r\n"
    if number & 2:
        chunks = (body[at : at + 8192] for at in range(0, len(body), 8192))
        body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
        headers += b"Transfer-Encoding: chunked\r\n"
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + headers + b"\r\n" + body
    url = arrival.url.encode()
    return b"".join(
        [
            b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:0>\r\n",
            b"WARC-Target-URI: " + url + b"\r\nWARC-Date: 2026-11-15T00:00:00Z\r\n",
            b"Content-Type: application/http; msgtype=response\r\n",
            b"Content-Length: %d\r\n\r\n" % len(block) + block + b"\r\n\r\n",
        ]
    )


def with_fastwarc(path: Path, bodies: bool) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fastwarc.warc import ArchiveIterator
    count = 0
    with path.open("rb") as file:
        for one in ArchiveIterator(file, parse_http=bodies):
            count += 1
            if bodies:
                one.reader.read()
    return count


def with_fastwarc_decoding(path: Path, _: bool) -> int:
    from fastwarc.warc import ArchiveIterator

    with path.open("rb") as file:
        return sum(
            one.reader.read() is not None for one in ArchiveIterator(file, auto_decode="all")
        )


def with_warcio(path: Path, bodies: bool) -> int:
    from warcio.archiveiterator import ArchiveIterator

    count = 0
    with path.open("rb") as file:
        for one in ArchiveIterator(file, no_record_parse=not bodies):
            count += 1
            if bodies:
                one.raw_stream.read()
    return count


def with_privascope(path: Path, _: bool) -> int:
    return sum(isinstance(item, Arrival) for item in WarcSource(path).arrivals())


def outcome(read: Reader, path: Path) -> str:
    """How many records come out, and what is said of the damage."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            count = f"{read(path, True)} records, no error"
    except Exception as error:
        count = f"{type(error).__name__}: {str(error)[:60]}"
    lines = said.getvalue().count("\n")
    return count + (f", {lines} lines on stderr" if lines else "")


def main() -> None:
    pages = [item for item in RowsSource(Path(sys.argv[1])).arrivals() if isinstance(item, Arrival)]
    records = [record(page, number) for number, page in enumerate(pages)]
    with tempfile.TemporaryDirectory() as folder:
        plain, packed = Path(folder, "a.warc"), Path(folder, "a.warc.gz")
        plain.write_bytes(b"".join(records))
        packed.write_bytes(b"".join(gzip.compress(one) for one in records))
        print(f"{len(records)} records, {plain.stat().st_size >> 20} MiB plain")
        readers: dict[str, Reader] = {"fastwarc": with_fastwarc, "warcio": with_warcio}
        for path in (plain, packed):
            for bodies in (True, False):
                for name, read in readers.items():
                    seconds = []
                    for _ in range(ROUNDS):
                        start = time.process_time()
                        assert read(path, bodies) == len(records)
                        seconds.append(time.process_time() - start)
                    what = "bodies" if bodies else "headers"
                    print(f"{name:10} {path.name:10} {what:8} {min(seconds):.2f} s CPU")
        whole = packed.read_bytes()
        middle = len(whole) // 2
        hurt = bytearray(whole)
        hurt[middle : middle + 64] = bytes(byte ^ 0x5A for byte in hurt[middle : middle + 64])
        readers |= {"fastwarc auto_decode": with_fastwarc_decoding, "privascope": with_privascope}
        for what, content in (("whole", whole), ("cut", whole[:middle]), ("damaged", bytes(hurt))):
            packed.write_bytes(content)
            for name, read in readers.items():
                print(f"{what:8} {name:20} {outcome(read, packed)}")


if __name__ == "__main__":
    main()
