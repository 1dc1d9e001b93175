"""The figures of practices, against sklearn and by hand, with the tiny model."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import f1_score

from privascope.data.practices import Segment
from privascope.errors import DataError
from privascope.measure.practice_rivals import tf_idf_values
from privascope.measure.practices import Found, category_figures, measure
from privascope.traits.practices.taxonomy import segment_labels
from tests.practice_model import FIRST, KEPT, THIRD


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def practice(category: str, **attributes: str) -> dict[str, object]:
    return {
        "category": category,
        "attributes": {
            name.replace("_", " "): {"value": value, "startIndexInSegment": -1}
            for name, value in attributes.items()
        },
    }


def test_f1_is_that_of_sklearn() -> None:
    chance = np.random.default_rng(3)
    labels = segment_labels()
    truth, said = (chance.random((60, len(labels))) < 0.2 for _ in range(2))
    truth[:, 4] = False
    segments = [
        Segment(str(n), categories=frozenset(np.array(labels)[row])) for n, row in enumerate(truth)
    ]
    found = [Found(frozenset(np.array(labels)[row]), frozenset()) for row in said]
    figures = category_figures(segments, found)
    for mean in ("macro", "micro"):
        expected = f1_score(truth, said, average=mean, zero_division=0)
        assert figures[f"{mean}_f1"] == pytest.approx(expected)


def test_a_segment_with_two_categories_stands_twice(practice_folder: Path, tmp_path: Path) -> None:
    data = write(
        tmp_path / "rows.jsonl",
        [
            {"text": "We collect it and share it.", "category": FIRST},
            {"text": "We collect it and share it.", "category": THIRD},
            {"text": "We keep it.", "category": KEPT},
            {"text": "We keep quiet.", "category": "Do Not Track"},
        ],
    )
    figures = measure(data, None, None, practice_folder)
    assert figures["segments"] == 3
    assert figures["micro_f1"] == pytest.approx(2 * 3 / 8)
    assert figures["macro_f1"] == pytest.approx((1 + 1 + 2 / 3) / 12)
    assert figures["categories"][KEPT]["precision"] == 0.5  # type: ignore[index]


def test_attributes_and_silence(practice_folder: Path, tmp_path: Path) -> None:
    located = practice(FIRST, Personal_Information_Type="Location", Purpose="Advertising")
    named = practice(FIRST, Personal_Information_Type="Contact", Purpose="not-selected")
    rows: list[dict[str, object]] = [
        {"site": "a", "text": "We collect <b>your location</b>.", "practices": [located]},
        {"site": "a", "text": "We collect a name.", "practices": [named]},
        {"site": "a", "text": "We share it.", "practices": None},
        {"site": "b", "text": "We share it and keep it.", "practices": [practice(THIRD)]},
    ]
    held_out = write(tmp_path / "held_out.jsonl", rows)
    report = measure(None, held_out, None, practice_folder)
    attributes, silent = report["attributes"], report["silent"]
    assert isinstance(attributes, dict)
    assert isinstance(silent, dict)
    assert (attributes["segments"], attributes["sites"]) == (3, 2)
    assert attributes["by_attribute"] == {"Personal Information Type": 1.0, "Purpose": 0.0}
    assert attributes["macro_f1"] == 0.5
    assert silent["sites"] == 2
    assert silent["categories"][FIRST] == {
        "precision": 1.0,
        "recall": 1.0,
        "silent_sites": 1,
        "said_silent": 1,
    }
    assert silent["categories"][KEPT]["recall"] == 0.5
    with pytest.raises(DataError, match="no site that is not in"):
        measure(None, held_out, held_out, practice_folder)


def test_the_rival_learns_a_word(tmp_path: Path, practice_folder: Path) -> None:
    value = (FIRST, "Personal Information Type", "Location")
    train = [
        Segment(
            f"we gather your {'location' if n % 2 else 'name'} here",
            site=f"site{n % 10}",
            values={value: ()} if n % 2 else {},
        )
        for n in range(60)
    ]
    found = tf_idf_values(train, [Segment("your location here"), Segment("your name here")])
    assert found == [{value[1:]}, set()]


def test_bad_data(tmp_path: Path, practice_folder: Path) -> None:
    with pytest.raises(DataError, match="--data FILE or --attributes FILE"):
        measure(None, None, None, practice_folder)
    unknown = write(tmp_path / "unknown.jsonl", [{"text": "a", "category": "Weather"}])
    with pytest.raises(DataError, match="row 1: no category 'Weather'"):
        measure(unknown, None, None, practice_folder)
    odd = write(tmp_path / "odd.jsonl", [{"site": "a", "text": "b", "practices": [3]}])
    with pytest.raises(DataError, match="not as in OPP-115"):
        measure(None, odd, None, practice_folder)


def test_statements_are_told_of_sites(practice_folder: Path, tmp_path: Path) -> None:
    located = practice(FIRST, Personal_Information_Type="Location")
    denied = {**practice(FIRST, Personal_Information_Type="Contact")}
    denied["attributes"]["Does/Does Not"] = {"value": "Does Not"}  # type: ignore[index]
    rows: list[dict[str, object]] = [
        {"site": "a", "text": "We collect <b>your location</b>.", "practices": [located]},
        {"site": "b", "text": "We collect a location.", "practices": []},
        {"site": "b", "text": "We collect a name.", "practices": [denied]},
        {"site": "c", "text": "We collect it.", "practices": [located]},
        {"site": "d", "text": "We collect your location.", "practices": None},
    ]
    report = measure(None, write(tmp_path / "rows.jsonl", rows), None, practice_folder)
    figures = report["statements"]
    assert isinstance(figures, dict)
    assert figures["sites"] == 3
    place = figures["statements"]["collects-location"]
    assert place == {"precision": 0.5, "recall": 0.5, "said": 2, "true": 2, "right": 1}
    contact = figures["statements"]["collects-contact-details"]
    assert (contact["said"], contact["true"]) == (1, 0)
    assert "sells-data" not in figures["statements"]
