"""Everyday words and policy words for the same thing meet."""

import pytest

from privascope.answer.concepts import (
    concepts_of,
    share_covered,
    specific_concepts,
    telling_words,
)


def covered(question: str, sentence: str) -> float:
    return share_covered(specific_concepts(question), concepts_of(sentence))


def test_other_words_for_the_same_thing_count() -> None:
    assert covered("do you tell the cops?", "We notify law enforcement.") == 1.0
    assert covered("is my data encrypted?", "Connections use TLS.") == 1.0
    assert covered("who sees my contacts", "We upload your address book.") == 0.5


def test_words_that_stand_everywhere_do_not_count() -> None:
    assert covered("is my data encrypted?", "You may ask for your personal data.") == 0.0
    assert specific_concepts("is my personal data") == ()
    assert share_covered((), {"anything"}) == 0.0


def test_part_of_a_question_is_part() -> None:
    assert covered("do you record calls?", "Servers record your visits.") == 0.5


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("i quit", "When you close your account, backups follow."),
        ("is it gone", "Everything is erased."),
        ("how fast is it", "You hear from us within thirty days."),
        ("how long are invoices kept?", "We keep invoices for seven years."),
        ("does my mum get it", "We write to a parent or guardian."),
        ("what did i buy", "Your purchases are listed."),
        ("do you keep logs", "We retain records."),
    ],
)
def test_everyday_words_meet_those_of_policies(question: str, sentence: str) -> None:
    assert covered(question, sentence) == 1.0


def test_words_that_belong_together_are_looked_for_together() -> None:
    assert telling_words("does it upload my address book?") == ("upload", "address-book")
    assert covered("do you have my address book?", "Your IP address is stored.") == 0.0
    assert covered("do you have my address book?", "We read your contact list.") == 1.0
