"""From the bytes of a file or a response to a page: its media type and its text."""

import re

from privascope.errors import NeedsBrowserError, NoTextError, TooLargeError, UnreadablePageError
from privascope.policy.charset import decode
from privascope.policy.document import Document
from privascope.policy.language import find_language
from privascope.policy.media import HTML, MARKDOWN, PDF, find_media_type
from privascope.policy.page import Page
from privascope.policy.size_limits import LARGEST_DOCUMENT, MOST_LINES

# A page with scripts and fewer words than this has its text drawn by them.
_FEWEST_WORDS = 40
_ASKS_FOR_SCRIPTS = re.compile(r"javascript|enable scripts|browser", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(
    r"\b(?:collect|store|share|privacy|personal|cookies?|data|information)\b[^.]*\.", re.IGNORECASE
)


def read_page(content: bytes, url: str = "", content_type: str = "") -> Page:
    """The page that the bytes hold; one of the typed errors if they hold none."""
    if len(content) > LARGEST_DOCUMENT:
        raise TooLargeError(
            f"the document has {_size(len(content))}; the limit is {_size(LARGEST_DOCUMENT)}"
        )
    if not content.strip():
        raise UnreadablePageError("the file is empty")
    media_type = find_media_type(content, url, content_type)
    if media_type == PDF:
        from privascope.policy.pdf_process import read_pdf

        return _page(url, media_type, "", read_pdf(content))
    text, charset = decode(content, content_type)
    if not text.strip():
        raise UnreadablePageError("the file is empty")
    if media_type != HTML and text.count("\n") > MOST_LINES:
        lines = text.count("\n") + 1
        raise TooLargeError(f"the document has {lines:,} lines; the limit is {MOST_LINES:,}")
    document = _text_document(text, url, media_type)
    if not any(block.text.strip() for block in document.blocks) or document.scripts:
        _check_has_text(document)
    return _page(url, media_type, charset, document)


def _text_document(text: str, url: str, media_type: str) -> Document:
    if media_type == HTML:
        from privascope.policy.html import html_document

        return html_document(text, url)
    if media_type == MARKDOWN:
        from privascope.policy.markdown import markdown_document

        return markdown_document(text, url)
    from privascope.policy.plain import plain_document

    return plain_document(text, url)


def _page(url: str, media_type: str, charset: str, document: Document) -> Page:
    page = Page(url, media_type, charset, "", document)
    return Page(
        url, media_type, charset, find_language(page.main_text() or page.whole_text()), document
    )


def _check_has_text(document: Document) -> None:
    text = " ".join(block.text for block in document.blocks)
    if document.scripts and len(text.split()) < _FEWEST_WORDS:
        if _SAYS_SOMETHING.search(text) and not _ASKS_FOR_SCRIPTS.search(text):
            return
        raise NeedsBrowserError(
            "this page needs a browser: its text is drawn by scripts. Open it in a browser, "
            "save it as a complete page or as PDF, and add that file"
        )
    if not text.strip():
        raise NoTextError("the page holds no text")


def _size(number: int) -> str:
    return f"{number / 2**20:.1f} MiB"
