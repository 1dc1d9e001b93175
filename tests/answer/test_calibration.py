"""The calibration belongs to the reader's weights, and says clearly when it is damaged."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from privascope.answer.calibration import FILE, calibration, calibration_of
from privascope.answer.verdict import Risk
from privascope.data.digests import file_digest
from privascope.models import reader
from privascope.models.onnx import MODEL, ModelError
from tests.answer.fake_reader import CALIBRATION, write_folder


def test_the_shipped_calibration_is_that_of_the_shipped_reader() -> None:
    assert calibration().reader == file_digest(reader.FOLDER / MODEL), (
        "the reader's weights have changed since: run `privascope learn calibration`"
    )


def test_the_shipped_limits_are_of_every_risk() -> None:
    fitted = calibration()
    assert set(fitted.risk) == {risk.value for risk in Risk}
    assert {"words", "meaning", "headings"} <= set(fitted.signals)
    assert fitted.risk["low"].sure >= fitted.risk["medium"].sure >= fitted.risk["high"].sure
    for limits in fitted.risk.values():
        assert limits.headline >= limits.stance
        assert 0 < limits.answered < 1
    assert fitted.made
    assert fitted.data


def test_a_higher_logit_never_makes_an_answer_less_likely() -> None:
    fitted = calibration()
    strengths = [fitted.strength(logit) for logit in np.linspace(-8, 8, 33)]
    assert strengths == sorted(strengths)
    odds = [fitted.odds(logit, logit) for logit in np.linspace(-8, 8, 33)]
    assert odds == sorted(odds)
    assert 0 <= strengths[0] < strengths[-1] <= 1


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    folder = write_folder(tmp_path)
    assert calibration(folder).shown == 0.5
    import os

    write_folder(tmp_path, shown=0.25)
    os.utime(folder / FILE, ns=(1, 1))
    assert calibration(folder).shown == 0.25


def test_a_missing_file_says_how_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"calibration\.json is missing; `privascope learn cal"):
        calibration(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"sentence": [1.0]},
        {"sentence": "steep"},
        {"verdict": CALIBRATION["verdict"][:3]},
        {"verdict": [[1.0] * 17] * 3 + [[1.0] * 16]},
        {"question_stance": [[1.0]] * 3},
        {"stance": [["yes"] * 17] * 4},
        {"risk": {"low": {"answered": 0.5}}},
        {"risk": []},
        {"unknown": 1},
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    folder = write_folder(tmp_path, **change)
    with pytest.raises(ModelError, match=r"calibration\.json is damaged"):
        calibration(folder)


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}"])
def test_a_file_of_another_form_is_named(tmp_path: Path, content: str) -> None:
    (write_folder(tmp_path) / FILE).write_text(content)
    with pytest.raises(ModelError, match=r"calibration\.json is damaged"):
        calibration(tmp_path)


def test_the_shipped_reader_is_installed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "FOLDER", write_folder(tmp_path, risk=None))
    with pytest.raises(ModelError, match="install privascope again"):
        calibration()


def test_what_is_held_comes_back() -> None:
    fitted = calibration_of(json.loads(json.dumps(CALIBRATION)))
    assert fitted.verdicts((9.0, *[0] * 15)).argmax() == 0
    assert fitted.stances((0, 9.0, *[0] * 14)).argmax() == 1
    assert fitted.strength(0) == 0.5
