"""Everyday words and policy words for the same thing meet."""

from privascope.answer.concepts import concepts_of, share_covered, specific_concepts


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
