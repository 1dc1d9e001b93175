"""The lines of a PDF as PDFium reads them, with the size and weight of each."""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from privascope.errors import UnreadablePageError

MAX_PAGES = 500
_MOST_CHARACTERS = 5_000_000
_MOST_LINES = 50_000
# Running heads and page numbers are within this many lines of a page's edges.
_EDGE_LINES = 3
_LINE = re.compile(r"[^\r\n]+")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"[^\w#]*(?:page\s*)?(?:#|[ivxl]+)(?:\s*(?:of|/|\|)\s*#)?[^\w#]*")
# PDFium puts one of these where a line ends within a word, and goes on with the next line.
DIVIDED = "\u00ad"
_DIVIDED_SIGNS = {0x02: DIVIDED, 0xFFFE: DIVIDED}


@dataclass(frozen=True, slots=True)
class PdfLine:
    """One printed line: where it stands on its page (in points) and how it looks."""

    text: str
    page: int
    left: float
    right: float
    base: float
    size: float
    bold: bool


def pdf_lines(content: bytes) -> tuple[str, list[PdfLine]]:
    """The title that a PDF states and its lines in reading order, without running heads.

    PDFium must not be entered by two threads at once.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise UnreadablePageError(_reason(str(error))) from error
    try:
        title = str(document.get_metadata_value("Title")).strip()
        pages = list(_pages(document))
    except (pypdfium2.PdfiumError, UnicodeError, ValueError) as error:
        raise UnreadablePageError(f"the PDF is damaged ({error})") from error
    finally:
        document.close()
    return title, _without_running_heads(pages)


def _reason(error: str) -> str:
    if "password" in error.lower():
        return "the PDF is encrypted: remove its password and add it again"
    return f"the PDF is damaged or not a PDF ({error})"


def _pages(document: Any) -> Iterator[list[PdfLine]]:
    characters = read = 0
    for number in range(min(len(document), MAX_PAGES)):
        page = document[number]
        text_page = page.get_textpage()
        try:
            lines = list(_page_lines(text_page, number))
        finally:
            text_page.close()
            page.close()
        yield lines
        characters += sum(len(line.text) for line in lines)
        read += len(lines)
        if characters > _MOST_CHARACTERS or read > _MOST_LINES:
            return


def _page_lines(text_page: Any, number: int) -> Iterator[PdfLine]:
    import pypdfium2.raw as raw

    text = text_page.get_text_range(errors="replace")
    for match in _LINE.finditer(text):
        words = match[0].translate(_DIVIDED_SIGNS)
        bare = words.strip()
        if not bare:
            continue
        first = match.start() + words.index(bare)
        last = first + len(bare) - 1
        begin = raw.FPDFText_GetCharIndexFromTextIndex(text_page, first)
        finish = raw.FPDFText_GetCharIndexFromTextIndex(text_page, last)
        if begin < 0 or finish < 0:
            yield PdfLine(bare, number, 0.0, 0.0, 0.0, 0.0, False)
            continue
        left, _, base = _box(raw, text_page, begin)
        _, right, _ = _box(raw, text_page, finish)
        middle = (begin + finish) // 2
        size = round(float(raw.FPDFText_GetFontSize(text_page, middle)), 1)
        yield PdfLine(bare, number, left, right, base, size, _is_bold(raw, text_page, begin))


def _box(raw: Any, text_page: Any, index: int) -> tuple[float, float, float]:
    """The left and right edge of a character, and the line it is on."""
    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    raw.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
    raw.FPDFText_GetCharOrigin(text_page, index, x, y)
    return left.value, right.value, y.value


def _is_bold(raw: Any, text_page: Any, index: int) -> bool:
    if raw.FPDFText_GetFontWeight(text_page, index) >= 600:
        return True
    name = ctypes.create_string_buffer(128)
    raw.FPDFText_GetFontInfo(text_page, index, name, len(name), ctypes.c_int())
    return any(word in name.value.lower() for word in (b"bold", b"black", b"heavy", b"semibold"))


def _without_running_heads(pages: list[list[PdfLine]]) -> list[PdfLine]:
    """All lines except page numbers and those repeated at the edges of many pages."""
    edges = Counter(
        place for lines in pages for place in {_place(line) for line in _edge_lines(lines)}
    )
    often = max(2, 0.4 * len(pages))
    kept: list[PdfLine] = []
    for lines in pages:
        edge = {id(line) for line in _edge_lines(lines)}
        kept += (
            line
            for line in lines
            if id(line) not in edge
            or not (edges[_place(line)] >= often or _PAGE_NUMBER.fullmatch(_shape(line)))
        )
    return kept


def _edge_lines(lines: list[PdfLine]) -> list[PdfLine]:
    """The highest and the lowest lines of a page, whatever their place in the reading order."""
    by_height = sorted(lines, key=lambda line: line.base)
    if len(lines) <= 2 * _EDGE_LINES:
        return by_height
    return by_height[:_EDGE_LINES] + by_height[-_EDGE_LINES:]


def _place(line: PdfLine) -> tuple[str, int]:
    return _shape(line), round(line.base)


def _shape(line: PdfLine) -> str:
    return _DIGITS.sub("#", line.text.lower())
