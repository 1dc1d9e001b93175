import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import zstandard

from privascope.collect import rows_source
from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.rows_source import RowsSource, lines, parsed_date

DAY = datetime(2023, 2, 3, tzinfo=UTC)


def read(path: Path, *rows: object) -> list[Arrival | Refusal]:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return list(RowsSource(path).arrivals())


def refused(item: Arrival | Refusal) -> str:
    assert isinstance(item, Refusal)
    return item.why


def test_a_row_arrives(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    items = read(
        path,
        {"url": "https://a.test/p", "service": "Acme", "date": "2023-02-03", "text": "Ünser text"},
    )
    assert items == [
        Arrival(
            content="Ünser text".encode(),
            content_type="text/plain; charset=utf-8",
            url="https://a.test/p",
            source=str(path),
            key="rows.jsonl#1",
            fetched_at=DAY,
            service="Acme",
        )
    ]


@pytest.mark.parametrize(
    ("row", "url", "service", "content_type"),
    [
        ({"id": 1, "url": "https://a.test/", "domain": "a.test", "text": "t"},
         "https://a.test/", "", "text/plain"),
        ({"service": "A", "url": "https://a.test/", "domain": "a.test", "markdown": "t"},
         "https://a.test/", "A", "text/markdown"),
        ({"service": "A", "fetched_at": "2023-02-03T00:00:00Z", "source": "x", "markdown": "t"},
         "", "A", "text/markdown"),
        ({"url": "https://a.test/", "html": "<p>t", "clean_markdown": "t"},
         "https://a.test/", "", "text/html"),
        ({"url": None, "domain": "a.test", "html": "<p>t"}, "", "a.test", "text/html"),
        ({"url": "https://a.test/", "html": "", "markdown": None, "text": "t"},
         "https://a.test/", "", "text/plain"),
    ],
)  # fmt: skip
def test_fields_go_by_several_names(
    tmp_path: Path, row: dict[str, object], url: str, service: str, content_type: str
) -> None:
    (item,) = read(tmp_path / "rows.jsonl", row)
    assert isinstance(item, Arrival)
    assert (item.url, item.service) == (url, service)
    assert item.content_type.startswith(content_type)


def test_fetched_at_goes_before_last_seen(tmp_path: Path) -> None:
    row = {"service": "A", "text": "t", "last_seen": "2020-01-01", "fetched_at": "2023-02-03"}
    (item,) = read(tmp_path / "rows.jsonl", row)
    assert isinstance(item, Arrival)
    assert item.fetched_at == DAY


def test_without_a_date_the_files_own_counts(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    (item,) = read(path, {"service": "A", "text": "t"})
    assert isinstance(item, Arrival)
    assert item.fetched_at == datetime.fromtimestamp(int(path.stat().st_mtime), UTC)


def test_a_bad_row_is_refused_by_number_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    good = json.dumps({"url": "https://a.test/", "text": "t"})
    path.write_text(
        "\n".join(
            [
                good,
                '{"url": "https://a.test/", "text": ',
                "",
                '["a list"]',
                json.dumps({"url": "https://a.test/"}),
                json.dumps({"text": "t"}),
                json.dumps({"url": "https://a.test/", "text": "t", "date": "soon"}),
                "[" * 100_000,
                good,
            ]
        )
    )
    first, *bad, last = RowsSource(path).arrivals()
    assert isinstance(first, Arrival)
    assert isinstance(last, Arrival)
    assert last.key == "rows.jsonl#9"
    assert [item.key for item in bad] == [f"rows.jsonl#{number}" for number in (2, 4, 5, 6, 7, 8)]
    assert [refused(item) for item in bad][2:5] == [
        "the row has no text (html, markdown, text)",
        "the row says neither its url nor its service",
        "the row's date is no date: 'soon'",
    ]
    assert isinstance(bad[0], Refusal)
    assert bad[0].what == "rows.jsonl, row 2"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_file_that_is_cut_gives_its_rows_and_one_refusal(tmp_path: Path, pack) -> None:
    rows = [
        json.dumps({"url": f"https://a.test/{n}", "text": f"{n * 7919 % 1000003:x}" * 40})
        for n in range(5000)
    ]
    whole = pack("\n".join(rows).encode())
    path = tmp_path / "rows.jsonl.packed"
    path.write_bytes(whole)
    assert sum(isinstance(item, Arrival) for item in RowsSource(path).arrivals()) == 5000
    path.write_bytes(whole[: len(whole) // 2])
    *read_rows, last = RowsSource(path).arrivals()
    assert 0 < len(read_rows) < 5000
    assert all(isinstance(item, Arrival) for item in read_rows)
    assert f"beyond row {len(read_rows)}" in refused(last)


def test_a_huge_line_is_refused_without_being_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_source, "LARGEST_DOCUMENT", 500)
    long = {"url": "https://a.test/", "text": "x" * 501}
    items = read(tmp_path / "rows.jsonl", long, {"url": "https://b.test/", "text": "t"})
    assert "larger than" in refused(items[0])
    assert isinstance(items[1], Arrival)


def test_lines_beyond_the_limit_stand_as_none(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"a\n" + b"x" * 5_000_000 + b"\nb\n" + b"y" * 11)
    with path.open("rb") as file:
        assert list(lines(file, 10)) == [b"a\n", None, b"b\n", None]


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    assert [refused(item) for item in RowsSource(path).arrivals()] == ["the file holds no row"]


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    (item,) = RowsSource(tmp_path / "gone.jsonl").arrivals()
    assert "No such file" in refused(item)


def test_half_a_character_pair_can_be_stored(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"service": "A\\ud800", "text": "t\\udfff"}')
    (item,) = RowsSource(path).arrivals()
    assert isinstance(item, Arrival)
    assert item.content == b"t?"
    assert item.service == "A?"


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("2023-02-03", DAY),
        ("2023-02-03T01:00:00+01:00", DAY),
        ("20230203000000", DAY),
        (1675382400, DAY),
        ("", None),
        ("3/2/23", None),
        (True, None),
        (10**30, None),
        (["2023"], None),
    ],
)
def test_dates(value: object, date: datetime | None) -> None:
    assert parsed_date(value) == date
