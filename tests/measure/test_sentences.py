import json
from pathlib import Path

import pytest

from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.measure.sentences import GOLD, measure


def write_rows(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_the_shipped_gold() -> None:
    report = measure(None)
    assert isinstance(report["f1"], float)
    assert report["f1"] >= 0.97
    assert report["boundaries"] == sum(len(row["ends"]) for row in read_rows(GOLD)) >= 320
    assert report["held_out"]["f1"] >= 0.97  # type: ignore[index]


def test_the_gold_marks_ends_of_words() -> None:
    for row in read_rows(GOLD, ("text", "ends", "half")):
        assert row["ends"] == sorted(set(row["ends"]))
        assert row["ends"][-1] == len(row["text"])
        assert all(not row["text"][end - 1].isspace() for end in row["ends"])


def test_scores_are_counted_by_boundary(tmp_path: Path) -> None:
    data = write_rows(
        tmp_path / "gold.jsonl",
        {"text": "We read. We write.", "ends": [8, 18]},
        {"text": "We read and. Burn it.", "ends": [21]},
    )
    report = measure(data)
    assert report["precision"] == pytest.approx(3 / 4)
    assert report["recall"] == 1.0
    assert report["f1"] == pytest.approx(6 / 7)


@pytest.mark.parametrize(
    "row", [{"text": "We read."}, {"text": 4, "ends": []}, {"text": "We read.", "ends": [99]}]
)
def test_bad_rows_are_named(tmp_path: Path, row: object) -> None:
    with pytest.raises(DataError, match="row 1"):
        measure(write_rows(tmp_path / "gold.jsonl", row))
