import pytest

from privascope.answer.dialogue.choosing import chosen
from privascope.answer.dialogue.state import Option

OPTIONS = (
    Option("what is collected about your location", "a"),
    Option("who gets it", "b"),
    Option("how you can refuse the use of it", "c"),
)


@pytest.mark.parametrize(
    ("turn", "place"),
    [
        ("1", 0), ("the second one", 1), ("number three please", 2), ("the last", 2),
        ("who gets it", 1), ("sharing", 1), ("how to opt out", 2), ("collection", 0),
        ("4", None), ("is my password encrypted on your servers?", None), ("", None),
    ],
)  # fmt: skip
def test_a_choice_by_number_word_or_paraphrase(turn: str, place: int | None) -> None:
    assert chosen(turn, OPTIONS) == place


def test_the_other_one_of_two() -> None:
    assert chosen("the other one", OPTIONS[:2], last=0) == 1
    assert chosen("the other one", OPTIONS, last=0) is None
