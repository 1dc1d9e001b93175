import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.charset import decode

WORDS = "Café — “données”"


@pytest.mark.parametrize(
    ("content", "content_type", "charset"),
    [
        (codecs.BOM_UTF8 + WORDS.encode(), "text/html; charset=iso-8859-1", "utf-8"),
        (codecs.BOM_UTF16_LE + WORDS.encode("utf-16-le"), "", "utf-16-le"),
        (codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"), "", "utf-16-be"),
        (codecs.BOM_UTF32_LE + WORDS.encode("utf-32-le"), "", "utf-32-le"),
        (WORDS.encode(), "text/html; charset=UTF-8", "utf-8"),
        (WORDS.encode("cp1252"), 'text/html; charset="ISO-8859-1"', "windows-1252"),
        (WORDS.encode("cp1252"), "text/html; charset=us-ascii", "windows-1252"),
        (WORDS.encode(), "", "utf-8"),
        (WORDS.encode("cp1252"), "", "windows-1252"),
        (WORDS.encode("cp1252"), "text/html; charset=utf-8", "windows-1252"),
        (WORDS.encode(), "text/html; charset=no-such-charset", "utf-8"),
        (WORDS.encode(), "text/html; charset=base64", "utf-8"),
    ],
)
def test_charsets(content: bytes, content_type: str, charset: str) -> None:
    assert decode(content, content_type) == (WORDS, charset)


@pytest.mark.parametrize(
    ("declaration", "charset"),
    [
        ('<meta charset="windows-1251">', "windows-1251"),
        ('<META http-equiv=Content-Type content="text/html; charset=koi8-r">', "koi8-r"),
        ('<?xml version="1.0" encoding="iso-8859-5"?>', "iso-8859-5"),
    ],
)
def test_a_declaration_in_the_page(declaration: str, charset: str) -> None:
    page = f"{declaration}<p>Данные</p>"
    assert decode(page.encode(charset)) == (page, charset)


def test_a_declared_utf16_that_could_be_read_is_utf8() -> None:
    page = '<meta charset="utf-16">Café'
    assert decode(page.encode()) == (page, "utf-8")


def test_a_declaration_far_down_is_not_looked_for() -> None:
    page = " " * 5000 + '<meta charset="koi8-r">é'
    assert decode(page.encode("cp1252"))[1] == "windows-1252"


def test_wide_text_without_a_mark() -> None:
    assert decode("We read letters".encode("utf-16-le")) == ("We read letters", "utf-16-le")
    assert decode("We read letters".encode("utf-16-be")) == ("We read letters", "utf-16-be")
    assert decode("We read letters".encode("utf-32-be")) == ("We read letters", "utf-32-be")


def test_asian_charsets() -> None:
    words = "個人情報の保護"
    assert decode(words.encode("cp932"), "text/html; charset=shift_jis")[0] == words
    assert decode(words.encode("euc-jp"), "text/html; charset=euc-jp")[0] == words
    assert decode("个人信息".encode("gbk"), "text/html; charset=gb2312") == ("个人信息", "gb18030")


def test_one_broken_character_does_not_spoil_the_rest() -> None:
    text, charset = decode("é".encode() * 20 + b"\xe9 end", "text/html; charset=utf-8")
    assert charset == "utf-8"
    assert text == "é" * 20 + "\ufffd end"


def test_controls_are_left_out() -> None:
    assert decode(b"a\x00b\x07c\td\ne\x0cf\x7f") == ("abc\td\ne\nf", "utf-8")


@given(st.binary(), st.text())
def test_any_bytes(content: bytes, content_type: str) -> None:
    text, charset = decode(content, content_type)
    text.encode()
    codecs.lookup(charset)
    assert not any(ord(character) < 32 and character not in "\t\n\r" for character in text)
