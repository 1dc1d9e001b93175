import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.encodings import LARGEST_DOCUMENT
from privascope.collect.file_source import FileSource, FolderSource

PAGE = b"<!doctype html><html><p>We keep your data for a year.</p></html>"


def write(path: Path, content: bytes = PAGE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def only(path: Path) -> Arrival | Refusal:
    (item,) = FileSource(path).arrivals()
    return item


def refusals(folder: Path) -> dict[str, str]:
    items = FolderSource(folder).arrivals()
    return {item.what: item.why for item in items if isinstance(item, Refusal)}


def keys(folder: Path) -> list[str]:
    return [item.key for item in FolderSource(folder).arrivals() if isinstance(item, Arrival)]


def test_a_file_arrives_with_its_date_and_name(tmp_path: Path) -> None:
    path = write(tmp_path / "Acme Shop.html")
    os.utime(path, (1_600_000_000.5, 1_600_000_000.5))
    assert only(path) == Arrival(
        content=PAGE,
        content_type="text/html",
        url="",
        source=str(path),
        key="Acme Shop.html",
        fetched_at=datetime.fromtimestamp(1_600_000_000, UTC),
        service="Acme Shop",
    )


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("a.HTM", "text/html"),
        ("a.xhtml", "application/xhtml+xml"),
        ("a.md", "text/markdown"),
        ("a.txt", "text/plain"),
        ("a.pdf", "application/pdf"),
        ("noted", ""),
    ],
)
def test_the_suffix_tells_the_type(tmp_path: Path, name: str, content_type: str) -> None:
    item = only(write(tmp_path / name))
    assert isinstance(item, Arrival)
    assert item.content_type == content_type
    assert item.service == name.partition(".")[0]


@pytest.mark.parametrize(
    "mark",
    [
        b"<!-- saved from url=(0030)https://acme.test/privacy -->",
        b"<!--\n Page saved with SingleFile \n url: https://acme.test/privacy \n saved date: x -->",
    ],
)
def test_a_page_that_a_browser_saved_knows_its_address(tmp_path: Path, mark: bytes) -> None:
    item = only(write(tmp_path / "saved.html", b"<!DOCTYPE html>\n" + mark + PAGE))
    assert isinstance(item, Arrival)
    assert (item.url, item.service) == ("https://acme.test/privacy", "")


def test_files_named_by_date_are_versions_of_their_folders_policy(tmp_path: Path) -> None:
    write(tmp_path / "acme" / "2021-03-04.md")
    write(tmp_path / "acme" / "2023-05-06.md")
    items = list(FolderSource(tmp_path).arrivals())
    assert [(item.service, item.fetched_at.date().isoformat()) for item in items] == [
        ("acme", "2021-03-04"),
        ("acme", "2023-05-06"),
    ]


def test_a_folder_is_read_in_one_order_without_what_is_hidden_or_no_document(
    tmp_path: Path,
) -> None:
    for name in ("b.html", "a/z.md", "a/b/c.txt", "a.html", "Z.pdf", ".hidden.html", ".git/x.md"):
        write(tmp_path / name)
    write(tmp_path / "page_files/logo.png", b"\x89PNG")
    write(tmp_path / "page_files/style.css", b"a{}")
    write(tmp_path / "no suffix but a page")
    write(tmp_path / "no suffix and no page", b"just words")
    source = FolderSource(tmp_path)
    found = [item.key for item in source.arrivals()]
    assert found == [
        "Z.pdf", "a/b/c.txt", "a/z.md", "a.html", "b.html", "no suffix but a page",
    ]  # fmt: skip
    assert found == [item.key for item in source.arrivals()]
    assert source.left_out == {".png": 1, ".css": 1, "no suffix": 1}


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "empty.html", b"")
    write(tmp_path / "blank.txt", b" \n\n ")
    assert refusals(tmp_path) == {
        "blank.txt": "the file is empty",
        "empty.html": "the file is empty",
    }


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(LARGEST_DOCUMENT + 1)
    item = only(path)
    assert isinstance(item, Refusal)
    assert "larger than 20 MiB" in item.why


def test_links_lead_neither_in_circles_nor_out(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    write(inside / "a.html")
    write(tmp_path / "outside" / "b.html")
    (inside / "circle").symlink_to(inside)
    (inside / "out").symlink_to(tmp_path / "outside")
    (inside / "linked.html").symlink_to(inside / "a.html")
    (inside / "self.html").symlink_to(inside / "self.html")
    (inside / "gone.html").symlink_to(inside / "nowhere.html")
    assert keys(inside) == ["a.html", "linked.html"]
    assert set(refusals(inside)) == {"self.html", "gone.html"}


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
def test_a_pipe_in_a_folder_does_not_hold_us_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.html")
    os.mkfifo(tmp_path / "pipe")
    write(tmp_path / "page.html")
    source = FolderSource(tmp_path)
    assert [item.key for item in source.arrivals()] == ["page.html"]
    assert source.left_out == {"not a file": 2}
    item = only(tmp_path / "pipe.html")
    assert isinstance(item, Refusal)
    assert "not a file" in item.why


@pytest.mark.skipif(sys.platform == "win32", reason="no devices")
def test_a_device_is_refused() -> None:
    item = only(Path("/dev/zero"))
    assert isinstance(item, Refusal)
    assert "not a file" in item.why


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
def test_a_name_that_is_no_utf8_can_be_printed_and_stored(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.html")
    write(tmp_path / name)
    (item,) = FolderSource(tmp_path).arrivals()
    assert isinstance(item, Arrival)
    assert item.key == "caf\\xe9.html"
    assert item.service.encode() == b"caf\\xe9"


def test_what_may_not_be_read_is_refused_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a/page.html", "locked/page.html", "z.html", "secret.html"):
        write(tmp_path / name)
    listed, opened = Path.iterdir, os.open

    def iterdir(path: Path):
        if path.name == "locked":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    def open_file(path, *rest):
        if os.fspath(path).endswith("secret.html"):
            raise PermissionError(13, "Permission denied")
        return opened(path, *rest)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    monkeypatch.setattr(os, "open", open_file)
    assert refusals(tmp_path) == {
        "locked": "cannot be read: Permission denied",
        "secret.html": "cannot be read: Permission denied",
    }
    assert keys(tmp_path) == ["a/page.html", "z.html"]


def test_a_folder_that_may_not_be_read_is_refused_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", denied)
    assert refusals(tmp_path) == {str(tmp_path): "cannot be read: Permission denied"}


def test_a_file_that_vanishes_meanwhile_is_refused(tmp_path: Path) -> None:
    for name in ("a.html", "b.html", "c.html"):
        write(tmp_path / name)
    arrivals = FolderSource(tmp_path).arrivals()
    assert next(arrivals).key == "a.html"
    (tmp_path / "b.html").unlink()
    gone, left = arrivals
    assert isinstance(gone, Refusal)
    assert "No such file" in gone.why
    assert left.key == "c.html"


def test_a_deep_tree_is_read_without_recursion(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 500)
    deep.mkdir(parents=True)
    write(deep / "a.html")
    assert keys(tmp_path) == ["d/" * 500 + "a.html"]
