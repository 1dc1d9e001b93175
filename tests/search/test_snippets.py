"""The sentences that show why a policy was found."""

import pytest

from privascope.policy.derive import derive_policy
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.outline import outline_of
from privascope.policy.page import Page
from privascope.policy.policy import Policy
from privascope.search.query import parse_query
from privascope.search.snippets import WordsInText, find_snippets, wanted_words


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


def test_a_piece_of_a_text_does_not_begin_a_word() -> None:
    text = "We reshare what others share."
    inside = text.index("share")
    marks = wanted_words(parse_query("share")).marks(text, inside, len(text))
    assert [(m.start, m.end) for m in marks] == [(text.rindex("share"), len(text) - 1)]


def test_a_sentence_counts_once_for_each_word_it_holds() -> None:
    assert _in_sentences(TEXT, "information sell") == {
        0: ("inform",),
        1: ("inform",),
        2: ("sell",),
        3: ("inform",),
    }
    assert _in_sentences(TEXT, "inform* information") == {
        0: ("inform",),
        1: ("inform",),
        3: ("inform",),
    }


def test_a_word_that_begins_like_another_hides_it_not() -> None:
    text = policy("Children are welcome, and every child is.", "A child is welcome.")
    found = _in_sentences(text, "child children")
    assert {number: set(stems) for number, stems in found.items()} == {
        0: {"child", "children"},
        1: {"child"},
    }


def test_letters_beyond_ascii_belong_to_words() -> None:
    text = "naïveté, naïve and éna; nation? “na”"
    marks = wanted_words(parse_query("na*")).marks(text, 0, len(text))
    assert [text[m.start : m.end] for m in marks] == ["naïveté", "naïve", "nation", "na"]
    marks = wanted_words(parse_query("na")).marks(text, 0, len(text))
    assert [text[m.start : m.end] for m in marks] == ["na"]


def _in_sentences(text: Policy, query: str) -> dict[int, tuple[str, ...]]:
    words = WordsInText(wanted_words(parse_query(query)), text.text)
    outline = outline_of(text)
    return words.in_sentences(outline.starts, outline.ends)


def test_of_sentences_that_tell_the_same_the_first_whole_one_is_shown() -> None:
    whole = "We share " + "very much of " * 15 + "it."
    text = policy("We share.", "To share is good.", whole, whole.replace("much", "many"))
    first, second = find_snippets(text, parse_query("share"), 2)
    assert first.start == text.text.index(whole)
    assert second.start > first.start
    (shown,) = find_snippets(policy("Shares", "We share it."), parse_query("share"), 1)
    assert shown.text == "We share it."
