"""Marks stand where they should, and the text under them is only text."""

from html import unescape
from re import sub

from hypothesis import given
from hypothesis import strategies as st

from privascope.serve.web.marked import Mark, MarkedText, mark_words
from privascope.serve.web.showing import visible


def without_tags(html: str) -> str:
    return unescape(sub(r"<[^>]*>", "", html))


def test_words_are_marked_and_escaped() -> None:
    text = "a <b> & c"
    assert mark_words(text, [(2, 5)]) == 'a <mark class="found">&lt;b&gt;</mark> &amp; c'


def test_marks_that_overlap_share_their_common_part() -> None:
    marks = [Mark(0, 4, "found", "found-0"), Mark(2, 6, "vague", "vague-2")]
    html = MarkedText("abcdefgh", marks).piece(0, 8)
    assert html == (
        '<mark class="found" id="found-0">ab</mark>'
        '<mark class="found vague" id="vague-2">cd</mark>'
        '<mark class="vague">ef</mark>gh'
    )


def test_two_ids_at_one_place_are_both_there() -> None:
    html = MarkedText("abc", [Mark(0, 2, "found", "x"), Mark(0, 2, "vague", "y")]).piece(0, 3)
    assert 'id="x"' in html
    assert 'id="y"' in html


def test_numbered_places_lead_to_each_other() -> None:
    marks = [
        Mark(0, 1, "mention", "mention-1", number=1, last=False),
        Mark(2, 3, "mention", "mention-2", number=2, last=False),
        Mark(4, 5, "mention", "mention-3", number=3, last=True),
    ]
    text = MarkedText("a b c", marks)
    assert "#mention-2" in text.piece(0, 1)
    assert "previous" not in text.piece(0, 1)
    assert "#mention-1" in text.piece(2, 3)
    assert "#mention-3" in text.piece(2, 3)
    assert "next" not in text.piece(4, 5)


def test_controls_that_turn_text_are_shown_by_number() -> None:
    assert visible("a\u202eb\u200fc\x00") == "a[U+202E]bc[U+0000]"
    assert visible("line\nnext\ttab") == "line\nnext\ttab"


@given(
    st.text("ab<&\"'> ", max_size=40),
    st.lists(st.tuples(st.integers(-3, 45), st.integers(-3, 45)), max_size=8),
    st.integers(0, 40),
    st.integers(0, 40),
)
def test_no_letter_is_lost_or_added(
    text: str, spans: list[tuple[int, int]], start: int, end: int
) -> None:
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    marks = [Mark(low, high, "found") for low, high in spans]
    assert without_tags(MarkedText(text, marks).piece(start, end)) == text[start:end]
