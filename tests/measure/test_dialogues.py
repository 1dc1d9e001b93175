import json
from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.measure.dialogues import PARTS, figures, read_dialogues

ROW = {
    "part": "tune",
    "target": "cedar.example",
    "turns": [{"say": "and my photos?", "act": "ask", "policy": "", "asks": ["photo"]}],
}


def test_the_shipped_dialogues_have_their_form() -> None:
    dialogues = read_dialogues()
    assert len(dialogues) >= 120
    assert all(2 <= len(one.turns) <= 6 for one in dialogues)
    assert {one.part for one in dialogues} == set(PARTS)
    held_out = {turn.say for one in dialogues if one.part == "held_out" for turn in one.turns}
    assert len(held_out) > 200


@pytest.mark.parametrize(
    "change", [{"part": "other"}, {"turns": [{"say": "x"}]}, {"turns": 7}, {"turns": [None]}]
)
def test_a_row_of_another_form_is_named(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({**ROW, **change}))
    with pytest.raises(DataError, match="row 1"):
        read_dialogues(path)


def test_no_dialogues_have_no_figures() -> None:
    assert figures([])["understood"] == 0.0
