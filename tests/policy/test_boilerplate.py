import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.boilerplate import Line, boilerplate_places

PROSE = Line("We read the letters that you send to us, and answer each of them within a week.")


def dropped(*lines: str | Line) -> list[str]:
    given_lines = [line if isinstance(line, Line) else Line(line) for line in lines]
    return [given_lines[place].text for place in sorted(boilerplate_places(given_lines))]


@pytest.mark.parametrize(
    "text",
    [
        "[top of page]",
        "Back to top ↑",
        "^ Back to Top",
        "Return to the top of this page",
        "Back to contents",
        "Was this page helpful?",
        "Did this answer your question? Yep / Nope",
        "Did you find this article useful? Yes No",
        "Share: Facebook Pinterest Email Print",
        "ShareE-mail Copy link",
        "Share this page",
        "Expand all Print Previous versions",
        "Print Save as PDF",
        "Download PDFCopy link View change log",
    ],
)
def test_a_block_that_is_wholly_boilerplate(text: str) -> None:
    assert dropped(PROSE, text, PROSE) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Print",
        "Share",
        "Yes",
        "Yes No",
        "Email",
        "Facebook",
        "Facebook Twitter Instagram",
        "Share: names and towns",
        "Back to the top tier of service",
        "We print this page.",
        "How we share",
        "Was this page helpful? Tell us, and we keep your answer for a year.",
        "Home > Settings > Privacy",
        "Book a demo",
    ],
)
def test_words_that_may_be_the_policys_own(text: str) -> None:
    assert dropped(PROSE, text, PROSE) == []


@pytest.mark.parametrize("text", ["Print", "Top", "Facebook X WhatsApp", "Book a demo"])
def test_a_button_is_boilerplate_sooner_than_a_word(text: str) -> None:
    assert dropped(PROSE, Line(text, pressable=True), PROSE) == [text]


def test_answers_go_with_their_question() -> None:
    assert dropped(PROSE, "Was this helpful?", "👍 👎", "Yes") == ["Was this helpful?", "👍 👎"]


@pytest.mark.parametrize("text", ["Home » Privacy", "Home / Legal / Privacy", "HOME › Privacy"])
def test_crumbs_above_the_prose(text: str) -> None:
    assert dropped(text, "Privacy", PROSE) == [text]


def test_what_is_advertised_behind_the_policy() -> None:
    tail = ["You may also like", "Five walks", "Where our drivers stop for tea."]
    assert dropped(PROSE, *tail) == tail
    assert dropped(PROSE, *tail, "How we use personal data") == []
    assert dropped(PROSE, *tail, *["Ten more walks that you will like"] * 40) == []


@given(st.lists(st.builds(Line, st.text(), st.booleans())))
def test_any_lines(lines: list[Line]) -> None:
    assert boilerplate_places(lines) <= set(range(len(lines)))
