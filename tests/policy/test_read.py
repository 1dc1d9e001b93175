import gzip
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privascope.errors import (
    NeedsBrowserError,
    NoTextError,
    PrivascopeError,
    TooLargeError,
    UnreadablePageError,
)
from privascope.policy.derive import derive_policy
from privascope.policy.read import read_page
from privascope.policy.size_limits import LARGEST_DOCUMENT
from tests.policy.pdf_samples import drawing_pdf, notice_pdf

HTML = b"""<!doctype html><html lang=en><head><title>Notice</title></head><body><main>
<h1>Privacy Notice</h1><p>We read the letters that you send to us, and we answer every one of
them within a week. Nobody else reads them.</p></main></body></html>"""
MARKDOWN = b"# Privacy Notice\n\nWe **read** your letters.\n\n## Use\n\nWe answer them.\n"
PLAIN = b"Privacy Notice\n\nWe read your letters, and we answer them within a week.\n"


@pytest.mark.parametrize(
    ("content", "url", "content_type", "media_type"),
    [
        (HTML, "", "text/html; charset=utf-8", "text/html"),
        (HTML, "https://acme.example/privacy", "", "text/html"),
        (HTML, "notice.txt", "text/plain", "text/html"),
        (HTML, "notice.pdf", "", "text/html"),
        (b"<p>We read.</p><p>We write.</p><p>We burn.</p>", "", "", "text/html"),
        (b"We read your letters.", "", "text/html", "text/html"),
        (MARKDOWN, "", "text/markdown", "text/markdown"),
        (MARKDOWN, "notice.md", "text/plain", "text/markdown"),
        (MARKDOWN, "https://acme.example/notice.md?raw=1", "", "text/markdown"),
        (MARKDOWN, "", "", "text/markdown"),
        (MARKDOWN, "notice.txt", "", "text/plain"),
        (PLAIN, "", "text/plain", "text/plain"),
        (PLAIN, "", "", "text/plain"),
        (PLAIN, "notice.txt", "application/octet-stream", "text/plain"),
        (b"BMW reads the letters that you send.", "", "", "text/plain"),
    ],
)
def test_media_types(content: bytes, url: str, content_type: str, media_type: str) -> None:
    page = read_page(content, url, content_type)
    assert page.media_type == media_type
    assert page.url == url
    assert "letters" in page.whole_text() or "We read." in page.whole_text()


def test_a_pdf_is_known_by_its_bytes() -> None:
    page = read_page(notice_pdf(), "https://acme.example/notice", "text/html")
    assert page.media_type == "application/pdf"
    assert page.language == "en"
    assert page.title == "Acme Privacy Notice"


@pytest.mark.parametrize("content", [b"", b" \r\n\t ", b"\xef\xbb\xbf \n"])
def test_an_empty_file(content: bytes) -> None:
    with pytest.raises(UnreadablePageError, match="the file is empty"):
        read_page(content, "", "text/html")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "PNG"),
        (b"\xff\xd8\xff\xe0" + bytes(100), "JPEG"),
        (b"PK\x03\x04" + bytes(100), "zip"),
        (gzip.compress(HTML), "gzip"),
        (b"RIFF\x10\0\0\0WEBP" + bytes(100), "image"),
        (bytes(range(256)) * 20, "binary"),
    ],
)
def test_binary_behind_text_is_named(content: bytes, name: str) -> None:
    with pytest.raises(UnreadablePageError, match=name):
        read_page(content, "https://acme.example/", "text/html")


def test_what_is_called_a_pdf_but_is_none() -> None:
    with pytest.raises(UnreadablePageError, match="PDF"):
        read_page(PLAIN, "notice.pdf", "application/pdf")


def test_a_page_beyond_the_limit() -> None:
    with pytest.raises(TooLargeError, match=r"50\.0 MiB.*20\.0 MiB"):
        read_page(b"a" * (50 * 2**20))
    assert LARGEST_DOCUMENT == 20 * 2**20


def test_a_text_with_far_too_many_lines() -> None:
    with pytest.raises(TooLargeError, match=r"300,001 lines; the limit is 50,000"):
        read_page(b"a\n" * 300_000, "", "text/plain")


@pytest.mark.parametrize(
    "content",
    [
        b"<table><tr>" + b"<td>x" * 1_000_000,
        b"<table>" + b"<tr><td>x<td>y" * 300_000,
        b"<ul>" + b"<li>x" * 500_000,
        b"<pre>" + b"x\n\n" * 1_000_000,
    ],
    ids=["cells", "rows", "items", "lines"],
)
def test_a_page_with_far_too_many_parts(content: bytes) -> None:
    started = time.process_time()
    with pytest.raises(TooLargeError, match=r"more than 20,000 paragraphs.*add that"):
        read_page(content, "", "text/html")
    assert time.process_time() - started < 10


def test_a_page_that_scripts_draw() -> None:
    shell = b"<html><body><noscript>Please enable JavaScript.</noscript><div id=app></div>"
    with pytest.raises(NeedsBrowserError, match="needs a browser"):
        read_page(shell + b"<script src=/app.js></script></body></html>", "", "text/html")
    with pytest.raises(NoTextError):
        read_page(b"<html><body><div id=app></div></body></html>", "", "text/html")


def test_a_short_page_that_says_something_is_kept() -> None:
    page = read_page(
        b"<html><body><p>We collect no data at all.</p><script src=/a.js></script></body></html>"
    )
    assert page.main_text() == "We collect no data at all."


def test_a_scanned_pdf() -> None:
    with pytest.raises(NoTextError):
        read_page(drawing_pdf(), "notice.pdf")


fragments = st.lists(
    st.one_of(
        st.sampled_from(
            [
                b"<p>",
                b"</p>",
                b"<li>",
                b"<h2>",
                b"<td>",
                b"We read. ",
                b"4.1. ",
                b"\n\n",
                b"- ",
                b"# ",
                b"<script>",
                b"\x00",
                b"\xff",
                b"e\xcc\x81",
                b"\xcc\x81",
                b"Updated 1/2/2020",
            ]
        ),
        st.binary(max_size=8),
    ),
    max_size=40,
).map(b"".join)


@settings(deadline=None)
@given(fragments, st.sampled_from(["", "text/html", "text/plain", "text/markdown", "x/y"]))
def test_any_bytes_give_a_policy_or_a_typed_error(content: bytes, content_type: str) -> None:
    try:
        policy = derive_policy(read_page(content, "", content_type))
    except PrivascopeError:
        return
    position = 0
    for sentence in policy.sentences:
        words = policy.quote(sentence)
        assert words == words.strip() != ""
        assert position <= sentence.start
        position = sentence.end
        assert any(b.start <= sentence.start and sentence.end <= b.end for b in policy.blocks)
    for segment in policy.segments:
        assert policy.quote(segment)
    for section in policy.sections:
        assert section.start < section.heading_end <= section.end <= len(policy.text)
