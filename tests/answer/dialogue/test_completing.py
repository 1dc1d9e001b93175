import pytest

from privascope.answer.dialogue.completing import about_of, complete


@pytest.mark.parametrize(
    ("before", "turn", "whole"),
    [
        ("Do you sell my photos?", "and my location?", "Do you sell my location?"),
        ("Do you sell my photos?", "for how long?", "How long do you keep my photos?"),
        ("Do you sell my photos?", "who gets them?", "Who gets my photos?"),
        ("Do you sell my photos?", "", "Do you sell my photos?"),
        ("Do you share my contacts?", "with whom?", "With whom do you share my contacts?"),
        ("Do you share my contacts?", "what about advertisers?",
         "Do advertisers get or see my contacts?"),
        ("Can my sister see my chart?", "and my employer?", "Can my employer see my chart?"),
        ("Do you share it with insurers?", "with the police?", "Do you share it with the police?"),
        ("Are there cameras?", "in the lobby as well?", "Are there cameras in the lobby?"),
        ("Do you record rides?", "what if I'm under 18?", "Do you record rides if I'm under 18?"),
        ("Do you track trucks?", "can I opt out?", "Can I opt out when it comes to trucks?"),
        ("Do you keep my notes?", "does it train AI on them?", "Do you train AI on my notes?"),
        ("Do you film my garden?", "is my voice recorded?", "Is my voice recorded?"),
        ("", "and what about cookies?", "Cookies?"),
    ],
)  # fmt: skip
def test_a_turn_is_completed_by_the_question_before(before: str, turn: str, whole: str) -> None:
    assert complete(turn, before) == whole


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("How long do you keep deleted notes?", "deleted notes"),
        ("Is my DNA sold?", "my DNA"),
        ("Who can see the video from my camera?", "the video"),
        ("Can I opt out when it comes to my photos?", "my photos"),
        ("Do you know where my son is?", "information about where my son is"),
    ],
)
def test_what_a_question_is_about(question: str, about: str) -> None:
    assert about_of(question) == about
