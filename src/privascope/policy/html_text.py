"""Gathered pieces of a page's text made into clean lines and paragraphs."""

import re
import unicodedata

# Stands for <br> among the pieces; NUL cannot occur in parsed text.
BREAK = "\0"
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_BULLET = re.compile(r"[•·▪●◦‣∙■○]\s*(?=\S)")
LONG = 400
# Soft hyphens, zero-width spaces and word joiners, which no reader sees.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")


def folded(text: str) -> str:
    """The text in NFC with white space folded and unseen characters left out."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", _UNSEEN.sub("", text))
    return " ".join(text.split())


def lines_of(pieces: list[str]) -> list[str]:
    """The lines that the pieces make, empty ones left out."""
    lines = (folded(line) for line in "".join(pieces).split(BREAK))
    return [line for line in lines if line]


def paragraphs_of(pieces: list[str]) -> list[str]:
    """Preformatted text cut at its blank lines, single line breaks kept."""
    text = "".join(pieces)
    if BREAK not in text:
        clean = folded(text)
        return [clean] if clean else []
    paragraphs: list[str] = []
    gathered: list[str] = []
    for line in [*text.split(BREAK), ""]:
        if clean := folded(line):
            gathered.append(clean)
        elif gathered:
            paragraphs.append("\n".join(gathered))
            gathered = []
    return paragraphs


def blank_lines_marked(text: str) -> str:
    """Long text whose paragraphs stand apart by blank lines alone, with breaks put there.

    Pages that show text with `white-space: pre-line`, and plain text sent as HTML, look so.
    """
    if _BLANK_LINE.search(text.strip()):
        return _BLANK_LINE.sub(BREAK + BREAK, text)
    return text


def has_bullets(paragraph: str) -> bool:
    """Whether the last line of a paragraph begins with a typed bullet."""
    return _BULLET.match(paragraph, paragraph.rfind("\n") + 1) is not None


def without_bullet(line: str) -> str:
    """The line behind a typed bullet, or nothing if there is no bullet."""
    bullet = _BULLET.match(line)
    return line[bullet.end() :] if bullet else ""
