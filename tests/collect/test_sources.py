import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import zstandard

from privascope.collect.archive_source import ArchiveSource
from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.cdx_source import CdxSource
from privascope.collect.file_source import FileSource, FolderSource
from privascope.collect.rows_source import RowsSource
from privascope.collect.sources import WHAT_WORKS, looks_like_address, open_source
from privascope.collect.warc_source import WarcSource
from privascope.collect.web_source import WebSource
from privascope.errors import SourceError
from tests.collect.warc_bytes import packed, page

ROW = json.dumps({"url": "https://a.test/privacy", "text": "We keep nothing."}).encode()
CDX = b"test,a)/ 20240102030405 https://a.test/privacy text/html 200 ABC - - 100 0 x.warc.gz\n"


@pytest.mark.parametrize(
    "address",
    ["https://a.test/privacy", "HTTP://a.test", "example.org", "www.example.co.uk",
     "example.org/privacy", "bücher.example", "xn--bcher-kva.example"],
)  # fmt: skip
def test_addresses_and_domains(address: str) -> None:
    assert isinstance(open_source(address), WebSource)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.html", b"<p>x", FileSource),
        ("a.PDF", b"%PDF-1.4", FileSource),
        ("a.md", b"# Privacy", FileSource),
        ("a.txt", b"We collect what you tell us.\nhttps://a.test/\n", FileSource),
        ("a.txt", b"", FileSource),
        ("POLICY", b"We collect what you tell us.", FileSource),
        ("page", b"<!doctype html><p>x", FileSource),
        ("example.org", b"<!doctype html><p>x", FileSource),
        ("utf16.txt", "We collect nothing".encode("utf-16"), FileSource),
        ("list.txt", b"# mine\n\nexample.org\r\nhttps://a.test/privacy\n", WebSource),
        ("list", b"\xef\xbb\xbfexample.org", WebSource),
        ("a.warc", page(1), WarcSource),
        ("a.warc.gz", packed(page(1)), WarcSource),
        ("a.warc.gz", b"", WarcSource),
        ("misnamed.bin", packed(page(1)), WarcSource),
        ("misnamed.html", page(1), WarcSource),
        ("a.jsonl", ROW, RowsSource),
        ("a.jsonl.gz", gzip.compress(ROW), RowsSource),
        ("a.jsonl.zst", zstandard.compress(ROW), RowsSource),
        ("a.jsonl", b"", RowsSource),
        ("cut.jsonl.gz", gzip.compress(ROW)[:-9], RowsSource),
        ("rows.json", ROW + b"\n" + ROW, RowsSource),
        ("no-suffix", b'{"url": "https://a.test/", "html": "' + b"x" * 200_000 + b'"}', RowsSource),
        ("index.cdx", CDX, CdxSource),
        ("index.cdx.gz", gzip.compress(CDX), CdxSource),
        ("result.txt", CDX, CdxSource),
        ("result.txt", b" CDX N b a m s k r M S V g\n", CdxSource),
        ("result.json", json.dumps({"url": "https://a.test/", "timestamp": "20240102030405",
          "filename": "x.warc.gz", "offset": "0", "length": "10"}).encode(), CdxSource),
    ],
    ids=lambda value: "bytes" if isinstance(value, bytes) else None,
)  # fmt: skip
def test_what_a_file_is(tmp_path: Path, name: str, content: bytes, kind: type) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    source = open_source(str(path))
    assert type(source) is kind
    assert source.name == str(path)


def test_a_file_wins_over_a_domain_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert isinstance(open_source("example.org"), WebSource)
    Path("example.org").write_text("We keep nothing.")
    assert isinstance(open_source("example.org"), FileSource)


def test_a_folder_and_an_archive(tmp_path: Path) -> None:
    assert isinstance(open_source(str(tmp_path)), FolderSource)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "guide.md").write_text("x")
    assert isinstance(open_source(str(tmp_path)), FolderSource)
    (tmp_path / "Acme").mkdir()
    (tmp_path / "Acme" / "Privacy Policy.md").write_text("x")
    assert isinstance(open_source(str(tmp_path)), ArchiveSource)


def test_a_folder_gives_the_pages_of_the_archives_in_it(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.warc.gz").write_bytes(packed(page(1), page(2)))
    (tmp_path / "deep" / "c.jsonl.zst").write_bytes(zstandard.compress(ROW))
    (tmp_path / "z.warc").write_bytes(b"")
    items = list(open_source(str(tmp_path)).arrivals())
    assert [item.key for item in items] == [
        "a.html", "deep/b.warc.gz#1", "deep/b.warc.gz#2", "deep/c.jsonl.zst#1", "z.warc#end",
    ]  # fmt: skip
    assert {item.source for item in items} == {str(tmp_path)}
    assert isinstance(items[-1], Refusal)


def test_a_cdx_file_reads_the_warc_files_in_its_folder(tmp_path: Path) -> None:
    record = packed(page(1))
    (tmp_path / "x.warc.gz").write_bytes(record)
    (tmp_path / "index").write_bytes(CDX)
    source = open_source(str(tmp_path / "index"), warc_folder=tmp_path)
    (item,) = source.arrivals()
    assert isinstance(item, Arrival)
    asked = []
    fetched = open_source(
        str(tmp_path / "index"),
        base_url="http://mirror.test/",
        fetch_range=lambda *part: asked.append(part) or record,
    )
    assert list(fetched.arrivals())[0].key == item.key  # noqa: RUF015
    assert asked == [("http://mirror.test/x.warc.gz", 0, 100)]


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        ("", "no source is named"),
        ("  ", "no source is named"),
        ("a\0b", "no source is named"),
        ("missing.html", "no such file"),
        ("notes.md", "If you mean a web site, write https://notes.md"),
        ("./example.org", "no such file"),
        ("policies/acme.html", "no such file"),
        ("some words", "no such file"),
        ("localhost", "no such file"),
        ("ftp://a.test/x", "ftp addresses are not read"),
        ("file:///etc/passwd", "file addresses are not read"),
        ("https://", "https addresses are not read|no such file"),
        ("x" * 5000, "no such file"),
    ],
)
def test_anything_else_says_what_would_work(argument: str, why: str) -> None:
    with pytest.raises(SourceError, match=why) as raised:
        open_source(argument)
    assert WHAT_WORKS in str(raised.value)
    assert len(str(raised.value)) < 1500


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x7fELF" + bytes(500), "binary file"),
        (gzip.compress(b"some text"), "binary file"),
        (b'{\n  "url": "https://a.test/"\n}', "not JSON Lines"),
        (b'[{"url": "https://a.test/"}]', "not JSON Lines"),
        (b"{" * 200_000, "not JSON Lines"),
    ],
    ids=["program", "gzip", "spread JSON", "JSON list", "braces"],
)
def test_a_file_that_is_no_source(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "thing").write_bytes(content)
    with pytest.raises(SourceError, match=why):
        open_source(str(tmp_path / "thing"))


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes or devices")
def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path / "pipe"), "/dev/zero"):
        with pytest.raises(SourceError, match="pipe or device"):
            open_source(path)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="drops root's rights")
def test_what_may_not_be_read_says_so() -> None:
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        (root / "secret.html").write_text("<p>x")
        (root / "folder" / "locked").mkdir(parents=True)
        (root / "folder" / "a.html").write_text("<p>x")
        for path, rights in (("secret.html", 0), ("folder/locked", 0), ("", 0o755)):
            (root / path).chmod(rights)
        list(open_source(made).arrivals())  # Nothing is left to import without root's rights.
        os.seteuid(65534)
        try:
            with pytest.raises(SourceError, match="Permission denied"):
                open_source(str(root / "secret.html"))
            items = list(open_source(str(root / "folder")).arrivals())
        finally:
            os.seteuid(0)
    assert [item.key for item in items] == ["a.html", "locked"]
    assert isinstance(items[1], Refusal)
    assert items[1].why == "cannot be read: Permission denied"


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
def test_an_argument_that_is_no_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.html")
    Path(name).write_text("<p>x")
    source = open_source(name)
    assert source.name.endswith("caf\\xe9.html")
    (item,) = source.arrivals()
    assert item.key == "caf\\xe9.html"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.test", True), ("a.test/x y", False), ("a", False), ("1.2", False), ("-a.test", False),
        ("https://a.test/ü", True), ("a..test", False), ("We collect.", False), ("e.g.", False),
    ],
)  # fmt: skip
def test_what_looks_like_an_address(text: str, expected: bool) -> None:
    assert looks_like_address(text) is expected
