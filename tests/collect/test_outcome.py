import pytest

from privascope.collect.outcome import Outcome, counted


@pytest.mark.parametrize(
    ("outcome", "number", "words"),
    [
        (Outcome.NEW, 1, "1 new policy"),
        (Outcome.NEW, 2700, "2,700 new policies"),
        (Outcome.VERSION, 11, "11 new versions"),
        (Outcome.NOT_POLICY, 3, "3 not privacy policies"),
        (Outcome.REFUSED, 2, "2 could not be fetched or opened"),
        ("near-duplicate", 2, "2 near-duplicates"),
    ],
)
def test_an_outcome_is_counted_in_words(outcome: str, number: int, words: str) -> None:
    assert counted(outcome, number) == words
