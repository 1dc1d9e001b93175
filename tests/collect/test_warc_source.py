import gzip
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
import zstandard

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.encodings import LARGEST_DOCUMENT
from privascope.collect.warc_source import WarcSource
from tests.collect.warc_bytes import http_response, packed, page, record


def read(path: Path, content: bytes, **options: bool) -> list[Arrival | Refusal]:
    path.write_bytes(content)
    return list(WarcSource(path, **options).arrivals())


def reasons(items: list[Arrival | Refusal]) -> list[str]:
    return [item.why for item in items if isinstance(item, Refusal)]


def urls(items: list[Arrival | Refusal]) -> list[str]:
    return [item.url for item in items if isinstance(item, Arrival)]


def test_a_page_arrives_with_what_its_record_says(tmp_path: Path) -> None:
    response = http_response(
        b"<p>Our policy</p>",
        content_type="text/html; charset=utf-8",
        extra='ETag: "abc"\r\nLast-Modified: Mon, 06 May 2024 07:00:00 GMT\r\n',
    )
    path = tmp_path / "crawl.warc"
    items = read(path, record("https://acme.test/privacy", response))
    assert items == [
        Arrival(
            content=b"<p>Our policy</p>",
            content_type="text/html; charset=utf-8",
            url="https://acme.test/privacy",
            source=str(path),
            key="crawl.warc#1",
            fetched_at=datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC),
            etag='"abc"',
            last_modified="Mon, 06 May 2024 07:00:00 GMT",
        )
    ]


@pytest.mark.parametrize(
    "pack",
    [
        lambda *records: b"".join(records),
        packed,
        lambda *records: gzip.compress(b"".join(records)),
        lambda *records: b"".join(zstandard.compress(one) for one in records),
    ],
    ids=["plain", "gzip", "gzip in one piece", "zstd"],
)
def test_every_way_of_packing_gives_the_same_pages_and_keys(tmp_path: Path, pack) -> None:
    items = read(tmp_path / "a.warc", pack(*(page(number) for number in range(5))))
    assert urls(items) == [f"https://site{number}.test/privacy" for number in range(5)]
    assert [item.key for item in items] == [f"a.warc#{number}" for number in range(1, 6)]


def test_what_is_no_page_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(
        packed(
            record("", b"software: x\r\n", kind="warcinfo"),
            record("https://a.test/", b"GET / HTTP/1.1\r\n\r\n", kind="request"),
            page(1),
            page(2, status="404 Not Found"),
            page(3, content_type="image/png"),
            page(4, content_type="application/pdf"),
            page(5, content_type=""),
            record("https://a.test/", b"not http at all", kind="response"),
        )
    )
    source = WarcSource(path)
    assert urls(list(source.arrivals())) == [
        f"https://site{number}.test/privacy" for number in (1, 4, 5)
    ]
    assert source.left_out == {
        "warcinfo record": 1,
        "request record": 1,
        "HTTP status other than 200": 1,
        "other content type": 1,
        "not HTTP": 1,
    }


def test_only_candidates_if_asked(tmp_path: Path) -> None:
    other = record("https://a.test/news", http_response(b"<p>News"))
    path = tmp_path / "a.warc"
    path.write_bytes(other + page(2) + other)
    source = WarcSource(path, candidates_only=True)
    assert urls(list(source.arrivals())) == ["https://site2.test/privacy"]
    assert source.left_out == {"other address": 2}


def test_packed_and_chunked_bodies_are_undone(tmp_path: Path) -> None:
    body = gzip.compress(b"<p>Our policy</p>")
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    response = http_response(
        chunks, extra="Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n"
    )
    (item,) = read(tmp_path / "a.warc", record("https://acme.test/", response))
    assert isinstance(item, Arrival)
    assert item.content == b"<p>Our policy</p>"


def test_a_bomb_is_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    bomb = gzip.compress(bytes(LARGEST_DOCUMENT * 4))
    response = http_response(bomb, extra="Content-Encoding: gzip\r\n")
    content = packed(page(1), record("https://bomb.test/", response), page(2))
    items = read(tmp_path / "a.warc.gz", content)
    assert reasons(items) == ["the document is larger than 20 MiB"]
    assert len(urls(items)) == 2


def test_a_record_beyond_the_limit_is_not_even_read(tmp_path: Path) -> None:
    response = http_response(bytes(LARGEST_DOCUMENT * 3))
    content = packed(record("https://huge.test/", response), page(2))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(content)
    tracemalloc.start()
    items = list(WarcSource(path).arrivals())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert reasons(items) == ["the document is larger than 20 MiB"]
    assert urls(items) == ["https://site2.test/privacy"]
    assert peak < 5 * 2**20


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    body = b"<p>word " * 12_500
    with path.open("wb") as file:
        for number in range(300):
            file.write(page(number, body))
    tracemalloc.start()
    count = sum(1 for _ in WarcSource(path).arrivals())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 300
    assert peak < 3 * 2**20


@pytest.mark.parametrize("pack", [lambda *records: b"".join(records), packed])
@pytest.mark.parametrize("second_kind", ["response", "request"])
def test_a_file_cut_anywhere_gives_all_whole_pages_and_one_refusal(
    tmp_path: Path, pack, second_kind: str
) -> None:
    second = record("https://b.test/", http_response(b"<p>" + b"b" * 60), kind=second_kind)
    first, whole = len(pack(page(1))), pack(page(1), second)
    path = tmp_path / "cut.warc"
    # The last four bytes of a plain record, and the eight of a packed one, are its end mark.
    for end in range(first + 1, len(whole) - 8):
        items = read(path, whole[:end])
        assert len(reasons(items)) == 1, end
        assert "cut off" in reasons(items)[0], end
        assert urls(items)[:1] == ["https://site1.test/privacy"], end
        assert items[-1].key == "cut.warc#end"
    assert reasons(read(path, whole[:first])) == []
    assert reasons(read(path, whole)) == []


def test_a_file_cut_in_one_piece_of_gzip_is_refused_at_its_end(tmp_path: Path) -> None:
    whole = gzip.compress(b"".join(page(number) for number in range(50)))
    items = read(tmp_path / "cut.warc.gz", whole[: len(whole) * 3 // 4])
    assert len(reasons(items)) == 1
    assert 0 < len(urls(items)) < 50


def test_damage_in_the_middle_ends_with_a_refusal(tmp_path: Path) -> None:
    before = packed(page(1), page(2))
    damaged = bytearray(packed(page(3)))
    damaged[30:60] = bytes(30)
    items = read(tmp_path / "a.warc.gz", before + bytes(damaged) + packed(page(4)))
    assert len(urls(items)) == 2
    assert len(reasons(items)) == 1
    assert "damaged" in reasons(items)[0]


@pytest.mark.parametrize("content", [b"", b"hello", b"\x1f\x8b" + bytes(50), b"\n\n\n", bytes(99)])
def test_what_is_no_warc_is_refused(tmp_path: Path, content: bytes) -> None:
    items = read(tmp_path / "a.warc", content)
    assert len(items) == 1
    assert isinstance(items[0], Refusal)


def test_odd_records_are_refused_one_by_one(tmp_path: Path) -> None:
    items = read(
        tmp_path / "a.warc",
        record("https://a.test/", http_response(b"<p>x"), date="yesterday")
        + record("", http_response(b"<p>x"))
        + record("https://c.test/", http_response(b"  "))
        + record("https://d.test/", http_response(b"<p>x"), extra="WARC-Truncated: length\r\n")
        + record("<https://e.test/>", http_response(b"<p>x")),
    )
    assert reasons(items) == [
        "the record has no date",
        "the record has no address",
        "the page is empty",
        "the crawler kept only its beginning",
    ]
    assert urls(items) == ["https://e.test/"]


def test_a_file_that_is_gone_is_refused(tmp_path: Path) -> None:
    items = list(WarcSource(tmp_path / "gone.warc").arrivals())
    assert reasons(items) == ["cannot be read: No such file or directory"]
