"""The sentences that show why a policy was found."""

import pytest

from privascope.policy.derive import derive_policy
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.page import Page
from privascope.policy.policy import Policy
from privascope.search.query import parse_query
from privascope.search.snippets import find_snippets, wanted_words


def policy(*paragraphs: str) -> Policy:
    blocks = tuple(Block(BlockKind.PARAGRAPH, text) for text in paragraphs)
    return derive_policy(Page("", "text/plain", "utf-8", "en", Document("", "", (), blocks)))


TEXT = policy(
    "We use information in many ways.",
    "Information about you may be old information.",
    "We never sell it to anybody.",
    "More information is in the annex.",
)


def test_the_rare_word_decides() -> None:
    shown = [snippet.text for snippet in find_snippets(TEXT, parse_query("sell information"), 1)]
    assert shown == ["We never sell it to anybody."]


def test_two_snippets_tell_of_both_words_in_reading_order() -> None:
    snippets = find_snippets(TEXT, parse_query("selling information"), 2)
    marked = [[s.text[m.start : m.end] for m in s.marks] for s in snippets]
    assert marked[-1] == ["sell"]
    assert "nformation" in marked[0][0]
    assert [s.start for s in snippets] == sorted(s.start for s in snippets)


def test_a_snippet_is_the_policys_own_text() -> None:
    long = policy("word " * 300 + "secret " + "more " * 300 + "end.")
    (snippet,) = find_snippets(long, parse_query("secret"))
    assert long.text[snippet.start : snippet.end] == snippet.text
    assert len(snippet.text) <= 320
    (mark,) = snippet.marks
    assert snippet.text[mark.start : mark.end] == "secret"


def test_nothing_to_show() -> None:
    assert find_snippets(TEXT, parse_query("zebra")) == ()
    assert find_snippets(TEXT, parse_query("")) == ()
    assert find_snippets(TEXT, parse_query("-information")) == ()


@pytest.mark.parametrize(
    "text",
    [
        "We ENCRYPT it.",
        "“Encrypted” – so we say…",
        "Ⱥİßﬀ encryption Łódź",
        "😀 İstanbul encrypts 😀",
        "eNcRyPtInG",
    ],
)
def test_words_are_marked_in_any_case_and_alphabet(text: str) -> None:
    for query in ("encrypt", "encr*", "encrypt łódź"):
        marks = wanted_words(parse_query(query)).marks(text, 0, len(text))
        assert any(text[m.start : m.end].lower().startswith("encrypt") for m in marks)


def test_letters_of_other_alphabets_are_marked_in_any_case() -> None:
    text = "ŁÓDŹ and Łódź, İ and İŁÓDŹ"
    marks = wanted_words(parse_query("łódź")).marks(text, 0, len(text))
    assert [text[m.start : m.end] for m in marks] == ["ŁÓDŹ", "Łódź"]


def test_a_part_of_a_word_is_not_marked() -> None:
    text = "reshare, share, shared and shareware; a_share"
    marks = wanted_words(parse_query("share")).marks(text, 0, len(text))
    assert [text[m.start : m.end] for m in marks] == ["share", "shared", "share"]
