"""Whether a policy says that it does something, by words and by what a model found denied."""

import pytest

from privascope.traits.practices.denial import Stance, stance
from privascope.traits.practices.practice import Practice

SHARING = "Third Party Sharing/Collection"
DONE, DENIED, NEITHER = Stance.DONE, Stance.DENIED, Stance.NEITHER


def practice(text: str, words: str, attribute: str = "Purpose", value: str = "Any") -> Practice:
    start = text.index(words)
    return Practice(SHARING, attribute, value, 0.9, 0, start, start + len(words))


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("We never share your e-mail.", "e-mail", DENIED),
        ("None of them are permitted to use it for their own marketing.", "marketing", DENIED),
        ("We promise that we will never publish your files.", "publish", DENIED),
        ("If you do not share your e-mail, we cannot write.", "e-mail", DONE),
        ("They are clubs that do not share your e-mail.", "e-mail", DONE),
        # Who does not sell may share all the same.
        ("We do not sell or rent your e-mail to anyone.", "e-mail", NEITHER),
        ("We do not sell, rent or disclose your e-mail.", "e-mail", DENIED),
        ("We do not sell or share your e-mail for monetary consideration.", "e-mail", NEITHER),
        ("We do not store your e-mail, a partner gets it.", "e-mail", NEITHER),
        # A denial with an exception after it is neither, and the exception is done.
        ("We never share your e-mail unless required by law.", "e-mail", NEITHER),
        ("We never share your e-mail unless required by law.", "law", DONE),
    ],
)
def test_words_tell_what_is_denied(text: str, words: str, expected: Stance) -> None:
    one = practice(text, words)
    assert stance(one, [one], text) is expected


@pytest.mark.parametrize(
    ("text", "not_done", "words", "expected"),
    [
        # What the first line of a list denies, it denies of every item.
        ("We will never pass on:\n- your name;\n- your photos.", "never", "photos", DENIED),
        # What one item denies, the others may do.
        ("We will not hand out names;\nWe use cookies;\nWe show adverts.", "not", "adverts", DONE),
        ("We keep addresses;  these are not handed on.", "not", "addresses", DENIED),
        ("To show adverts; Quill does not use cookies for it.", "not", "adverts", DONE),
        ("We would hand out nothing but for a court, except by law.", "nothing", "law", DONE),
        ("Nothing goes to clubs. We show adverts.", "Nothing", "adverts", DONE),
        ("Nothing is handed to clubs.", "Nothing", "clubs", DENIED),
        ("We do not combine visits with your name.", "not", "name", NEITHER),
        ("You may not use our trade names or adverts.", "not", "adverts", NEITHER),
    ],
)
def test_what_a_model_found_denied_counts_for_its_own_clause(
    text: str, not_done: str, words: str, expected: Stance
) -> None:
    one = practice(text, words)
    denial = practice(text, not_done, "Does/Does Not", "Does Not")
    assert stance(one, [one, denial], text) is expected


@pytest.mark.parametrize(
    "hostile",
    [
        "We do not " + "sell" * 5_000 + " share ads",
        "We do not " + "sell, " * 5_000 + "ads",
        "We never share " + "not " * 5_000 + "ads",
        "None of " * 5_000 + "are permitted to use ads",
        "We do not share; " + " " * 20_000 + "ads",
    ],
)
def test_hostile_texts_are_judged_at_once(hostile: str) -> None:
    one = practice(hostile, "ads")
    denial = practice(hostile, "n", "Does/Does Not", "Does Not")
    assert stance(one, [one, denial], hostile) in Stance
