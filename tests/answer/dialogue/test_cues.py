import pytest

from privascope.answer.dialogue.cues import cues, steering
from privascope.answer.dialogue.reply import Act

YES = [(cue.act, turn) for cue in cues() for turn in cue.yes]
NO = [(cue.act, turn) for cue in cues() for turn in cue.no]


@pytest.mark.parametrize(("act", "turn"), YES)
def test_a_turn_that_steers_is_known(act: Act, turn: str) -> None:
    assert steering(turn) is act
    assert steering(f"  {turn.upper()} ") is act


@pytest.mark.parametrize(("act", "turn"), NO)
def test_a_question_is_not_taken_for_it(act: Act, turn: str) -> None:
    assert steering(turn) is not act
