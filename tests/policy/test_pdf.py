import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privascope.errors import NoTextError, UnreadablePageError
from privascope.policy.document import BlockKind
from privascope.policy.pdf import pdf_document
from privascope.policy.pdf_lines import MAX_PAGES
from tests.policy.pdf_samples import (
    PROSE,
    divided_words_pdf,
    drawing_pdf,
    locked_pdf,
    many_pages_pdf,
    notice_pdf,
)


def test_headings_paragraphs_and_items() -> None:
    document = pdf_document(notice_pdf())
    found = [(block.kind, block.level, block.text) for block in document.blocks]
    part = [
        (BlockKind.PARAGRAPH, 0, (PROSE * 3).strip()),
        (BlockKind.PARAGRAPH, 0, "We hold:"),
        (BlockKind.ITEM, 1, "names"),
        (BlockKind.ITEM, 1, "towns"),
    ]
    wanted = [(BlockKind.HEADING, 1, "Privacy Notice")]
    for number in range(1, 10):
        wanted += [(BlockKind.HEADING, 2, f"{number}. Our letters"), *part]
    assert found == wanted
    assert document.title == "Acme Privacy Notice"


def test_divided_words_are_mended() -> None:
    (block,) = pdf_document(divided_words_pdf()).blocks
    assert block.text == "All the information goes to third-party readers of letters."


def test_a_pdf_without_text_asks_for_recognition() -> None:
    with pytest.raises(NoTextError, match="OCR"):
        pdf_document(drawing_pdf())


def test_a_locked_pdf() -> None:
    with pytest.raises(UnreadablePageError, match="password"):
        pdf_document(locked_pdf())


def test_a_damaged_pdf() -> None:
    with pytest.raises(UnreadablePageError, match="damaged"):
        pdf_document(b"%PDF-1.7\nnothing of the kind")


def test_pages_beyond_the_limit_are_not_read() -> None:
    document = pdf_document(many_pages_pdf(MAX_PAGES + 3))
    words = " ".join(block.text for block in document.blocks)
    assert f"number {MAX_PAGES - 1}." in words
    assert f"number {MAX_PAGES}." not in words


NOTICE = notice_pdf()


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(NOTICE)), st.binary(max_size=30))
def test_a_pdf_with_broken_bytes(place: int, broken: bytes) -> None:
    content = NOTICE[:place] + broken + NOTICE[place + len(broken) :]
    try:
        document = pdf_document(content)
    except UnreadablePageError:
        return
    for block in document.blocks:
        block.text.encode()
        assert block.text == " ".join(block.text.split())
