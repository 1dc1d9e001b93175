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
