"""What a question wants to be told can be known by its form."""

import pytest

from privascope.answer.expected import Wanted, has_wanted, wanted_of


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("how long do you keep my data?", Wanted.TIME),
        ("in what country are my files", Wanted.PLACE),
        ("which ad companies do you work with", Wanted.NAMES),
        ("which university gets it", Wanted.NAMES),
        ("who do i talk to about privacy", Wanted.CONTACT),
        ("whats your phone number", Wanted.CONTACT),
        ("what do you do with my phone number", Wanted.ANY),
        ("do you sell my data?", Wanted.ANY),
    ],
)
def test_kinds_of_answers(question: str, wanted: Wanted) -> None:
    assert wanted_of(question) is wanted


def test_times_are_told_from_vague_words() -> None:
    assert has_wanted(Wanted.TIME, "Backups are erased after 30 days.")
    assert has_wanted(Wanted.TIME, "We act within one month.")
    assert not has_wanted(Wanted.TIME, "We act within a reasonable time.")
    assert has_wanted(Wanted.NAMES, "We send them to Postkite.")
    assert not has_wanted(Wanted.NAMES, "We send them to partners.")


def test_places_and_ways_to_write_are_told_by_their_form() -> None:
    assert has_wanted(Wanted.PLACE, "Our servers are located in Finland.")
    assert has_wanted(Wanted.PLACE, "It may leave the EEA.")
    assert not has_wanted(Wanted.PLACE, "Mochi keeps it on a server.")
    assert has_wanted(Wanted.CONTACT, "Write to privacy@tidewick.example.")
    assert has_wanted(Wanted.CONTACT, "Our line is 0303 123 1113.")
    assert not has_wanted(Wanted.CONTACT, "We may ask for your phone number.")
