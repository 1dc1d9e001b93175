"""From the bytes of a file or an answer to a page: what it is, and its text."""

import re
from typing import Any

from privascope.errors import NeedsBrowserError, NoTextError, TooLargeError, UnreadablePageError
from privascope.policy.charset import decode
from privascope.policy.document import Document
from privascope.policy.media import HTML, MARKDOWN, PDF, find_media_type
from privascope.policy.page import Page

MAX_BYTES = 20 * 2**20
# The longest policies have some thousands of lines; each may become a block of its own.
MAX_LINES = 50_000
# Enough text to know a language by; more costs time and tells nothing new.
_LANGUAGE_SAMPLE = 2000
_FEWEST_LETTERS = 40
# Of these words no other language has so many. The model of all languages is slow to load.
_ENGLISH = frozenset(
    "the and of to your you we our is are for with this that may or not by any be us will have "
    "from".split()
)
_PLAINLY_ENGLISH = 0.2
_WORDS = re.compile(r"[^\W\d_]+")
# With fewer words than this, a language is not told by common words alone, and a page with
# scripts has its text drawn by them.
_FEWEST_WORDS = 40
_ASKS_FOR_SCRIPTS = re.compile(r"javascript|enable scripts|browser", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(
    r"\b(?:collect|store|share|privacy|personal|cookies?|data|information)\b[^.]*\.", re.IGNORECASE
)
# What the model says of text that is in no language, such as code.
_NO_LANGUAGE = "zxx"

_language_model: Any = None


def read_page(content: bytes, url: str = "", content_type: str = "") -> Page:
    """The page that the bytes hold; one of the typed errors if they hold none."""
    if len(content) > MAX_BYTES:
        raise TooLargeError(
            f"the document has {_size(len(content))}; the limit is {_size(MAX_BYTES)}"
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
    if media_type != HTML and text.count("\n") > MAX_LINES:
        lines = text.count("\n") + 1
        raise TooLargeError(f"the document has {lines:,} lines; the limit is {MAX_LINES:,}")
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


def find_language(text: str) -> str:
    """The ISO 639-1 code of the text's language, or "" if there is too little of it."""
    global _language_model
    sample = _sample(text)
    if sum(map(str.isalpha, sample)) < _FEWEST_LETTERS:
        return ""
    if _is_plainly_english(sample):
        return "en"
    if _language_model is None:
        import py3langid

        _language_model = py3langid.langid
    language = str(_language_model.classify(sample)[0])
    return "" if language == _NO_LANGUAGE else language


def _is_plainly_english(sample: str) -> bool:
    words = _WORDS.findall(sample.lower())
    common = sum(word in _ENGLISH for word in words)
    return len(words) >= _FEWEST_WORDS and common >= _PLAINLY_ENGLISH * len(words)


def _sample(text: str) -> str:
    """Text from the middle, where menus and addresses are rare."""
    start = max(0, (len(text) - _LANGUAGE_SAMPLE) // 2)
    return text[start : start + _LANGUAGE_SAMPLE]


def _size(number: int) -> str:
    return f"{number / 2**20:.1f} MiB"
