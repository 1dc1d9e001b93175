import sys

import pytest

from privascope.policy import language as languages
from privascope.policy.language import find_language


def test_languages() -> None:
    assert find_language("We read the letters that you send to us, and answer every one.") == "en"
    assert (
        find_language("Wir lesen die Briefe, die Sie uns schicken, und beantworten alle.") == "de"
    )
    assert find_language("We read.") == ""
    assert find_language("1234 " * 50) == ""


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wir lesen die Briefe, die Sie uns schicken, und beantworten alle davon. ", "de"),
        ("Nous lisons les lettres que vous nous envoyez et nous y répondons. ", "fr"),
        ("We lesen de brieven die u ons stuurt en beantwoorden ze allemaal zelf. ", "nl"),
    ],
)
def test_a_long_text_in_another_language_is_not_taken_for_english(text, language):
    assert find_language(text * 20) == language
    # Some English words in it do not make it English.
    assert find_language(text * 20 + "We share the data with you. ") == language


def test_plain_english_needs_no_model(monkeypatch):
    monkeypatch.setitem(sys.modules, "py3langid", None)
    monkeypatch.setattr(languages, "_model", None)
    assert find_language("We read the letters that you send to us, and answer all. " * 9) == "en"
