"""From bytes to text: which character set a page is written in."""

import codecs
import re

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# The names that pages use, as browsers read them, and the codec of ours that does it.
_CODECS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 unicode11utf8",
    "windows-1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso88591 iso_8859-1 latin1 "
    "latin-1 l1 ascii us-ascii ansi_x3.4-1968 iso-ir-100 cp819 ibm819",
    "iso-8859-2": "iso-8859-2 iso8859-2 latin2 l2",
    "iso-8859-3": "iso-8859-3 latin3",
    "iso-8859-4": "iso-8859-4 latin4",
    "iso-8859-5": "iso-8859-5 cyrillic",
    "iso-8859-6": "iso-8859-6 arabic",
    "iso-8859-7": "iso-8859-7 greek",
    "iso-8859-8": "iso-8859-8 iso-8859-8-i hebrew",
    "iso-8859-10": "iso-8859-10 latin6",
    "iso-8859-13": "iso-8859-13",
    "iso-8859-14": "iso-8859-14",
    "iso-8859-15": "iso-8859-15 iso8859-15 latin9 l9",
    "iso-8859-16": "iso-8859-16",
    "windows-874": "windows-874 dos-874 tis-620 iso-8859-11",
    "windows-1250": "windows-1250 cp1250 x-cp1250",
    "windows-1251": "windows-1251 cp1251 x-cp1251",
    "windows-1253": "windows-1253 cp1253 x-cp1253",
    "windows-1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 latin5 l5",
    "windows-1255": "windows-1255 cp1255",
    "windows-1256": "windows-1256 cp1256",
    "windows-1257": "windows-1257 cp1257",
    "windows-1258": "windows-1258 cp1258",
    "macintosh": "macintosh mac x-mac-roman",
    "koi8-r": "koi8-r koi8 koi cskoi8r",
    "koi8-u": "koi8-u koi8-ru",
    "gb18030": "gb18030 gbk gb2312 gb_2312-80 x-gbk chinese iso-ir-58",
    "big5": "big5 big5-hkscs cn-big5 x-x-big5",
    "euc-jp": "euc-jp x-euc-jp",
    "iso-2022-jp": "iso-2022-jp csiso2022jp",
    "shift_jis": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j ms932",
    "euc-kr": "euc-kr korean ks_c_5601-1987 ksc5601 ksc_5601 windows-949",
    "utf-16-le": "utf-16le utf-16 unicode ucs-2 iso-10646-ucs-2",
    "utf-16-be": "utf-16be unicodefffe",
}
_CHARSETS = {label: charset for charset, labels in _CODECS.items() for label in labels.split()}
# Codecs that decode less than what browsers decode under the same name.
_WIDER = {
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "macintosh": "mac-roman",
    "windows-874": "cp874",
}

_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_DECLARATION = re.compile(
    rb"<meta[^>]{0,512}?charset\s*=\s*[\"']?\s*([\w.:-]+)"
    rb"|<\?xml[^>]{0,256}?encoding\s*=\s*[\"']([\w.:-]+)",
    re.IGNORECASE,
)
_DECLARED_WITHIN = 4096

# Tabs and line ends stay, other ends of line and page become line ends, the rest goes.
_CONTROLS: dict[int, str | None] = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)])
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_CONTROLS.update({0x09: "\t", 0x0A: "\n", 0x0D: "\r", 0x0B: "\n", 0x0C: "\n", 0x85: "\n"})


def decode(content: bytes, content_type: str = "") -> tuple[str, str]:
    """The text of a page and the charset it was read in; control characters are left out."""
    text, charset = _decode(content, content_type)
    # Translating takes a hundred times as long as finding that there is nothing to translate.
    if _CONTROL.search(text):
        text = text.translate(_CONTROLS)
    return text.removeprefix("\ufeff"), charset


def _decode(content: bytes, content_type: str) -> tuple[str, str]:
    for mark, charset in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(charset, "replace"), charset
    wide = _wide_charset(content[:_DECLARED_WITHIN])
    if wide:
        return content.decode(wide, "replace"), wide
    for charset in (_header_charset(content_type), _declared_charset(content), "utf-8"):
        if charset == "utf-8":
            text = _as_utf8(content)
            if text is not None:
                return text, charset
        elif charset:
            return content.decode(_WIDER.get(charset, charset), "replace"), charset
    return content.decode("windows-1252", "replace"), "windows-1252"


def _header_charset(content_type: str) -> str:
    match = _HEADER.search(content_type)
    return _CHARSETS.get(match[1].lower(), "") if match else ""


def _declared_charset(content: bytes) -> str:
    match = _DECLARATION.search(content, 0, _DECLARED_WITHIN)
    if not match:
        return ""
    charset = _CHARSETS.get((match[1] or match[2]).decode("ascii", "replace").lower(), "")
    # A declaration that could be read as bytes is not in UTF-16, whatever it says.
    return "utf-8" if charset.startswith("utf-16") else charset


def _as_utf8(content: bytes) -> str | None:
    """The text if it is UTF-8, allowing for a few broken characters among many sound ones."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    sound = len(text) - broken - len(text.encode("ascii", "ignore"))
    return text if sound >= 5 * broken else None


def _wide_charset(head: bytes) -> str:
    """UTF-16 or UTF-32 without a byte order mark, recognised by the places of the zero bytes."""
    if len(head) < 16 or b"\0" not in head:
        return ""
    zeros = [head[offset::4].count(0) / len(head[offset::4]) for offset in range(4)]
    patterns = {
        "utf-32-le": (False, True, True, True),
        "utf-32-be": (True, True, True, False),
        "utf-16-le": (False, True, False, True),
        "utf-16-be": (True, False, True, False),
    }
    for charset, pattern in patterns.items():
        if all(z > 0.7 if zero else z < 0.1 for z, zero in zip(zeros, pattern, strict=True)):
            return charset
    return ""
