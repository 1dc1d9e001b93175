import gzip
import json
from pathlib import Path

import pytest

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.cdx_source import COMMON_CRAWL_DATA, CdxSource, cdx_row, legend_of
from privascope.errors import FetchError, UnreadablePageError
from tests.collect.warc_bytes import packed, page

NAME = "crawl-data/x.test/segment/part-00001.warc.gz"
RECORDS = [packed(page(number)) for number in range(4)]


def place(number: int) -> tuple[int, int]:
    return sum(map(len, RECORDS[:number])), len(RECORDS[number])


def row(number: int, **changed: str) -> dict[str, str]:
    offset, length = place(number)
    return {
        "urlkey": "test,site)/",
        "timestamp": f"2024050607080{number}",
        "url": f"https://site{number}.test/privacy",
        "mime": "text/html",
        "status": "200",
        "digest": "ABC",
        "length": str(length),
        "offset": str(offset),
        "filename": NAME,
    } | changed


def write(path: Path, *rows: dict[str, str]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return path


@pytest.fixture
def warc_folder(tmp_path: Path) -> Path:
    (tmp_path / "warcs" / NAME).parent.mkdir(parents=True)
    (tmp_path / "warcs" / NAME).write_bytes(b"".join(RECORDS))
    return tmp_path / "warcs"


def urls(source: CdxSource) -> list[str]:
    return [item.url for item in source.arrivals() if isinstance(item, Arrival)]


def reasons(source: CdxSource) -> list[str]:
    return [item.why for item in source.arrivals() if isinstance(item, Refusal)]


def test_pages_are_read_from_local_warc_files(tmp_path: Path, warc_folder: Path) -> None:
    path = write(tmp_path / "index.jsonl", row(2), row(0))
    items = list(CdxSource(path, warc_folder=warc_folder).arrivals())
    assert [(item.url, item.key) for item in items if isinstance(item, Arrival)] == [
        ("https://site2.test/privacy", "index.jsonl#1"),
        ("https://site0.test/privacy", "index.jsonl#2"),
    ]


def test_a_warc_file_may_lie_in_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "part-00001.warc.gz").write_bytes(b"".join(RECORDS))
    source = CdxSource(write(tmp_path / "index", row(1)), warc_folder=tmp_path)
    assert urls(source) == ["https://site1.test/privacy"]


def test_else_the_range_is_fetched(tmp_path: Path) -> None:
    asked = []

    def fetch_range(url: str, offset: int, length: int) -> bytes:
        asked.append((url, offset, length))
        return b"".join(RECORDS)[offset : offset + length]

    path = write(tmp_path / "index", row(3))
    assert urls(CdxSource(path, fetch_range=fetch_range)) == ["https://site3.test/privacy"]
    assert urls(CdxSource(path, base_url="http://mirror.test/cc", fetch_range=fetch_range))
    assert asked == [
        (COMMON_CRAWL_DATA + NAME, *place(3)),
        ("http://mirror.test/cc/" + NAME, *place(3)),
    ]


def test_rows_that_are_no_page_are_counted(tmp_path: Path, warc_folder: Path) -> None:
    path = write(
        tmp_path / "index",
        row(0, status="301"),
        row(1, mime="warc/revisit"),
        row(1, mime="text/plain", **{"mime-detected": "image/png"}),
        row(2, mime="unk"),
    )
    source = CdxSource(path, warc_folder=warc_folder)
    assert urls(source) == ["https://site2.test/privacy"]
    assert source.left_out == {"HTTP status other than 200": 1, "other content type": 2}


def test_only_candidates_if_asked(tmp_path: Path, warc_folder: Path) -> None:
    path = write(tmp_path / "index", row(0, url="https://site0.test/news"), row(2))
    source = CdxSource(path, warc_folder=warc_folder, candidates_only=True)
    assert urls(source) == ["https://site2.test/privacy"]
    assert source.left_out == {"other address": 1}


def test_only_the_newest_of_an_address_if_asked(tmp_path: Path, warc_folder: Path) -> None:
    same = "https://site.test/privacy"
    path = write(tmp_path / "index", row(1, url=same), row(3, url=same), row(2, url=same), row(0))
    source = CdxSource(path, warc_folder=warc_folder, newest_only=True)
    keys = [item.key for item in source.arrivals()]
    assert keys == ["index#2", "index#4"]
    assert source.left_out == {"older page of the same address": 2}


def test_every_form_of_index_is_read(tmp_path: Path, warc_folder: Path) -> None:
    offset, length = place(1)
    url, when = "https://site1.test/privacy", "20240506070801"
    forms = [
        f"{url} {when} text/html 200 ABC {length} {offset} {NAME}",
        f"test,site)/ {when} {url} text/html 200 ABC - - {length} {offset} {NAME}",
        f"test,site)/ {when} {url} text/html 200 ABC - {offset} {NAME}",
        f"test,site)/ {when} " + json.dumps({**row(1), "timestamp": when}),
        json.dumps(row(1)),
        f" CDX b a s V g\n{when} {url} 200 {offset} {NAME}",
    ]
    for number, form in enumerate(forms):
        path = tmp_path / f"index{number}"
        path.write_bytes(gzip.compress(form.encode()) if number % 2 else form.encode())
        assert urls(CdxSource(path, warc_folder=warc_folder)) == [url], form


def test_bad_rows_are_refused_by_number_and_the_rest_goes_on(
    tmp_path: Path, warc_folder: Path
) -> None:
    path = tmp_path / "index"
    path.write_text(
        "\n".join(
            [
                "{not json",
                "three fields only",
                json.dumps({"url": "https://a.test/"}),
                json.dumps(row(0, offset="-5")),
                json.dumps(row(0, timestamp="once")),
                json.dumps(row(0, url="x" * 70_000)),
                json.dumps(row(0)),
            ]
        )
    )
    *bad, good = CdxSource(path, warc_folder=warc_folder).arrivals()
    assert isinstance(good, Arrival)
    assert [item.key for item in bad] == [f"index#{number}" for number in range(1, 7)]
    assert [item.why for item in bad if isinstance(item, Refusal)] == [
        "the row is not JSON",
        "a row of 3 fields is not understood",
        "the row has no timestamp and no filename and no offset",
        "its offset and length are no numbers",
        "'once' is no timestamp",
        "the row is too long",
    ]


@pytest.mark.parametrize(
    "filename", ["../../etc/passwd", "/etc/passwd", "a/../b", "https://evil.test/x", "a b", ".x"]
)
def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path, filename: str) -> None:
    (tmp_path / "b").write_bytes(RECORDS[0])
    path = write(tmp_path / "index", row(0, filename=filename))
    source = CdxSource(path, warc_folder=tmp_path, fetch_range=lambda *_: RECORDS[0])
    assert reasons(source) == [f"{filename!r} is no name of a WARC file"]


def test_what_the_crawl_does_not_give_is_refused(tmp_path: Path, warc_folder: Path) -> None:
    path = write(
        tmp_path / "index",
        row(0, filename="elsewhere.warc.gz"),
        row(0, offset="7"),
        row(0, offset="99999999"),
    )
    found = reasons(CdxSource(path, warc_folder=warc_folder))
    assert found[0] == "the WARC file elsewhere.warc.gz is not there"
    assert "cannot be read" in found[1]
    assert "no record" in found[2]


def test_a_fetch_that_fails_or_is_cut_is_refused(tmp_path: Path) -> None:
    def failing(url: str, offset: int, length: int) -> bytes:
        raise FetchError("the server is away")

    path = write(tmp_path / "index", row(0))
    assert reasons(CdxSource(path, fetch_range=failing)) == ["the server is away"]
    assert reasons(CdxSource(path, fetch_range=lambda *_: RECORDS[0][:-20])) == [
        "its record is cut off"
    ]
    assert len(reasons(CdxSource(path, fetch_range=lambda *_: b""))) == 1


def test_nothing_large_or_of_unknown_size_is_fetched(tmp_path: Path) -> None:
    path = write(tmp_path / "index", row(0, length="-"), row(0, length=str(2**30)))
    source = CdxSource(path, fetch_range=lambda *_: pytest.fail("must not be asked"))
    assert reasons(source) == [
        "the index does not say how long its record is",
        "its record is too large to fetch",
    ]


def test_a_cut_index_ends_with_a_refusal(tmp_path: Path, warc_folder: Path) -> None:
    path = tmp_path / "index.gz"
    whole = gzip.compress("\n".join(json.dumps(row(0, digest=str(n))) for n in range(99)).encode())
    path.write_bytes(whole[:-40])
    *items, last = CdxSource(path, warc_folder=warc_folder).arrivals()
    assert isinstance(last, Refusal)
    assert f"beyond row {len(items)}" in last.why


def test_a_legend_is_told_from_a_row() -> None:
    assert legend_of(b" CDX N b a m s k r M S V g") == (
        "", "timestamp", "url", "mime", "status", "digest", "", "", "length", "offset", "filename",
    )  # fmt: skip
    assert legend_of(b"CDX is a format") is None
    with pytest.raises(UnreadablePageError):
        cdx_row(b"")
