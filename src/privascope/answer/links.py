"""Links that open a page at a quoted sentence."""

from urllib.parse import quote, urlsplit

_WHOLE = 120
_EDGE_WORDS = 6


def text_link(url: str, text: str) -> str:
    """The page's address with a text fragment that a browser scrolls to; "" without a web page."""
    if not _is_web(url):
        return ""
    words = text.split()
    if not words:
        return url
    page = url.split("#", 1)[0]
    # A browser looks inside one line of the page, so long quotes are named by their edges.
    if len(text) <= _WHOLE or len(words) <= 2 * _EDGE_WORDS:
        return f"{page}#:~:text={_escaped(' '.join(words))}"
    first, last = " ".join(words[:_EDGE_WORDS]), " ".join(words[-_EDGE_WORDS:])
    return f"{page}#:~:text={_escaped(first)},{_escaped(last)}"


def _is_web(url: str) -> bool:
    try:
        return urlsplit(url).scheme in ("http", "https")
    except ValueError:
        # Such as an open bracket in the host, which a source may have written down.
        return False


def _escaped(text: str) -> str:
    # A hyphen is part of the directive's syntax, and urllib leaves it as it is.
    return quote(text, safe="").replace("-", "%2D")
