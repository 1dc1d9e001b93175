"""What people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.library.engines.query import (
    EVERYTHING,
    And,
    Bag,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
)
from privascope.search.query import (
    parse_address,
    parse_query,
    required,
    with_word_replaced,
    words_to_check,
)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", EVERYTHING),
        ("cookies", Word("cookies")),
        ("health information", Bag((Word("health"), Word("information")))),
        ('"social security number"', Phrase("social security number")),
        ("data -cookies", And((Word("data"), Not(Word("cookies"))))),
        ("-cookies", And((Not(Word("cookies")),))),
        ("sell OR share data", Bag((Or((Word("sell"), Word("share"))), Word("data")))),
        ("sell AND share", And((Word("sell"), Word("share")))),
        ("+sell data", And((Word("sell"), Bag((Word("data"),), optional=True)))),
        ("+sell +data", And((Word("sell"), Word("data")))),
        ("my data -cookies", And((Bag((Word("my"), Word("data"))), Not(Word("cookies"))))),
        ("health adver*", Bag((Word("health"), Prefix("adver")))),
        ("+", Or(())),
        ("encrypt*", Prefix("encrypt")),
        ("title:children", Word("children", "title")),
        ('title:"privacy notice"', Phrase("privacy notice", "title")),
        (
            'unbalanced "quote here',
            And((Phrase("quote here"), Bag((Word("unbalanced"),), optional=True))),
        ),
        ("don't", Word("don't")),
        ("nosuch:field", Word("nosuch field")),
        ("OR", Or(())),
        ("☃ !!!", Or(())),
    ],
)
def test_queries(text: str, query: Node) -> None:
    assert parse_query(text) == query


@given(st.text(max_size=300))
def test_any_text_is_a_query(text: str) -> None:
    assert parse_query(text) is not None


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("health information", "+health +information"),
        ('health "my data" -cookies encrypt*', '+health "my data" -cookies +encrypt*'),
        ("+sell data", "+sell +data"),
        ("sell OR share", "sell OR share"),
        ("title:children", "title:children"),
        ("", ""),
    ],
)
def test_requiring_every_word(text: str, strict: str) -> None:
    assert required(text) == strict


def test_mending_a_word() -> None:
    assert words_to_check('informaton -cookies "a phrase" title:x ab') == ["informaton"]
    assert with_word_replaced("Informaton on data", "informaton", "information") == (
        "information on data"
    )


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", EVERYTHING),
        ("shop.example/privacy", Phrase("shop.example/privacy", "url")),
        ("https://www.shop.example/privacy", Phrase("shop.example/privacy", "url")),
        (
            "HTTP://shop.example/privacy?utm_source=mail#top",
            Or(
                (
                    Phrase("shop.example/privacy?utm_source=mail#top", "url"),
                    Phrase("shop.example/privacy", "url"),
                )
            ),
        ),
        ("?lang=en", Phrase("?lang=en", "url")),
        ("https://", Phrase("", "url")),
    ],
)
def test_addresses(text: str, query: Node) -> None:
    assert parse_address(text) == query
