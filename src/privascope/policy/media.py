"""What kind of document some bytes are, whatever they are called."""

import re

from privascope.errors import UnreadablePageError
from privascope.policy.charset import decode

HTML = "text/html"
MARKDOWN = "text/markdown"
PLAIN = "text/plain"
PDF = "application/pdf"

_DECLARED = {
    "text/html": HTML,
    "application/xhtml+xml": HTML,
    "text/xml": HTML,
    "application/xml": HTML,
    "text/markdown": MARKDOWN,
    "text/x-markdown": MARKDOWN,
    "text/plain": PLAIN,
    "application/pdf": PDF,
    "application/x-pdf": PDF,
}
_BY_NAME = {
    "html": HTML,
    "htm": HTML,
    "xhtml": HTML,
    "mhtml": HTML,
    "md": MARKDOWN,
    "markdown": MARKDOWN,
    "mkd": MARKDOWN,
    "txt": PLAIN,
    "text": PLAIN,
    "pdf": PDF,
}
_BINARY = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\0\0\x01\0", "an icon"),
    (b"PK\x03\x04", "a zip archive or an Office document"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"BZh91AY", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!\x1a", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript file"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OggS\0", "an audio or video file"),
    (b"ID3\x03", "an audio file"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\0", "a database"),
)
_SNIFFED = 2**16
_EXTENSION = re.compile(r"\.(\w{1,8})(?:[?#].*)?$", re.DOTALL)
_HTML_OPENING = re.compile(
    r"(?>\s+|<\?xml[^>]*>|<!--.*?-->)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_HTML_TAG = re.compile(
    r"</?(?:p|div|br|a|ul|ol|li|h[1-6]|span|table|strong|b|meta|script|title|section|main|article)"
    r"\b[^<>]*>",
    re.IGNORECASE,
)
_MARKDOWN_SIGN = re.compile(
    r"^#{1,6} \S|^\S.*\n(?:={3,}|-{3,})\s*$|\]\((?:https?:|/|#|mailto:)|\*\*\S[^*\n]*\*\*"
    r"|^\|.*\|\s*\n\|[ :|-]+\|\s*$",
    re.MULTILINE,
)


def find_media_type(content: bytes, url: str = "", content_type: str = "") -> str:
    """text/html, text/markdown, text/plain or application/pdf; anything else is refused."""
    declared = _DECLARED.get(content_type.split(";", 1)[0].strip().lower(), "")
    extension = _EXTENSION.search(url)
    named = _BY_NAME.get(extension[1].lower(), "") if extension else ""
    if b"%PDF-" in content[:1024]:
        return PDF
    _refuse_binary(content)
    text = decode(content[:_SNIFFED], content_type)[0]
    if _HTML_OPENING.match(text):
        return HTML
    if declared == PDF or (named == PDF and not declared):
        raise UnreadablePageError("this is called a PDF but is none")
    if declared in (HTML, MARKDOWN):
        return declared
    if named and named != PDF:
        return named
    if len(_HTML_TAG.findall(text)) >= 3 and declared != PLAIN:
        return HTML
    return MARKDOWN if len(_MARKDOWN_SIGN.findall(text)) >= 2 else PLAIN


def _refuse_binary(content: bytes) -> None:
    head = content[:_SNIFFED]
    for magic, name in _BINARY:
        if head.startswith(magic):
            raise UnreadablePageError(f"this is {name}, not a page of text")
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0":
        raise UnreadablePageError("this is a BMP image, not a page of text")
    if head[:4] == b"RIFF" or head[4:8] == b"ftyp":
        raise UnreadablePageError("this is an image, audio or video file, not a page of text")
    charset = decode(head)[1]
    controls = sum(head.count(byte) for byte in [*range(9), *range(14, 27), *range(28, 32)])
    if "16" in charset or "32" in charset:
        return
    if controls > 0.01 * len(head):
        raise UnreadablePageError("this is a binary file, not a page of text")
