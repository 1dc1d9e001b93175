"""Rules bring everyday words to the language of policies."""

import re

import pytest

from privascope.answer.expand.expansion import EXPANSIONS, notes, paraphrases
from privascope.answer.expand.rules import RULES, all_at_once, one_by_one


def test_there_are_enough_rules_and_each_fits_something() -> None:
    assert len(RULES) >= 60
    assert len({words for words, _ in RULES}) == len(RULES)
    assert all(re.compile(pattern) for pattern, _ in RULES)


def test_one_rule_at_a_time() -> None:
    found = one_by_one("do you sell my photos?")
    assert "do you disclose to third parties for consideration my photos?" in found
    assert "do you sell the user's photos?" in found
    assert "do you sell my photos?" not in found


def test_all_rules_at_once() -> None:
    (text,) = all_at_once("do you sell my photos?")
    assert text == (
        "do you disclose to third parties for consideration the user's photographs and user "
        "content?"
    )


def test_one_fitting_rule_makes_no_second_paraphrase() -> None:
    assert all_at_once("do you like cookies and delete?") == ()


def test_words_inside_words_stay() -> None:
    assert one_by_one("mystery apple") == ()


@pytest.mark.slow
def test_paraphrases_are_each_once_and_never_the_question() -> None:
    found = paraphrases("do you sell my data?", tuple(EXPANSIONS))
    assert len(found) == len(set(found)) > 3
    assert "do you sell my data?" not in found


def test_what_is_missing_is_told(monkeypatch: object) -> None:
    assert isinstance(notes("do you sell my data?", ("rules",)), tuple)
