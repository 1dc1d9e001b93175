"""The figures on shipped data do not fall below their floors."""

import json
from pathlib import Path

import pytest

from tests.gate.gate import FLOORS, GATES, digest


# Asking all questions takes minutes on one slow core.
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(GATES))
def test_no_figure_falls_below_its_floor(name: str, tmp_path: Path) -> None:
    pinned = json.loads(FLOORS.read_text())[name]
    assert digest(GATES[name].data) == pinned["data"], (
        "the gate's data has changed: look at the figures with `python -m tests.gate.gate`, "
        "then pin them with --update"
    )
    figures = GATES[name].figures(tmp_path)
    fallen = {
        key: (figures[key], floor)
        for key, floor in pinned["floors"].items()
        if figures[key] < floor - GATES[name].margin
    }
    assert not fallen
