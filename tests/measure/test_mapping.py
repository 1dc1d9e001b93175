"""The figures of mapping: rows in two forms, right with any category, rivals beside."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from privascope.answer.mapping.label import Label
from privascope.data.mapping_levels import calibration_error, hits
from privascope.data.mapping_questions import COLUMNS, read_about
from privascope.errors import DataError
from privascope.measure.mapping import measure

FIRST, THIRD = "First Party Collection/Use", "Third Party Sharing/Collection"


def row(question: str, *columns: str, policy: str = "Quillmoor") -> dict[str, Any]:
    flags = {name: "1" if name in columns else "0" for name in COLUMNS}
    return {"DocID": policy, "Query": question, **flags}


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(json.dumps(one) for one in rows), encoding="utf-8")
    return path


ROWS = [
    row("what do you collect about me?", "first"),
    row("who do you share my data with?", "third"),
    row("how long do you keep my data?", "dataretention", "first"),
    row("is it free?"),
    row("is my password encrypted?", "datasecurity"),
]
TYPED = [
    {
        "title": "quillmoor.example",
        "paragraphs": [
            {
                "context": "",
                "qas": [
                    {
                        "question": "Do you collect my location?",
                        "type": f"{FIRST}|||Personal Information Type|||location",
                    },
                    {
                        "question": "Do you collect my location?",
                        "type": f"{FIRST}|||Does/Does Not|||Does",
                    },
                    {"question": "What else?"},
                ],
            }
        ],
    }
]


def test_only_questions_with_a_category_count(tmp_path: Path) -> None:
    questions = read_about(write(tmp_path / "rows.jsonl", ROWS))
    assert len(questions) == 4
    assert questions[2].categories == {"Data Retention", FIRST}
    assert {one.group for one in questions} == {"Quillmoor"}


def test_a_question_of_policyqa_counts_once_with_all_its_types(tmp_path: Path) -> None:
    (question,) = read_about(write(tmp_path / "typed.jsonl", TYPED))
    assert question.group == question.text
    assert question.labels == {
        Label(FIRST, "Personal Information Type", "Location"),
        Label(FIRST, "Does/Does Not", "Does"),
    }


def test_figures_and_rivals(tmp_path: Path) -> None:
    figures = measure(write(tmp_path / "rows.jsonl", ROWS))
    assert figures["questions"] == 4
    assert figures["questions_of_the_training_data"] == 0
    assert figures["top_1"] == 1.0
    assert figures["top_2"] == 1.0
    assert figures["commonest_category"] == {"top_1": 0.5, "top_2": 0.75}
    for rival in ("keyword_lists", "bag_of_words", "word_clusters", "generic_word_clusters"):
        found = figures[rival]
        assert isinstance(found, dict)
        assert 0 <= found["top_1"] <= found["top_2"] <= 1


def test_types_have_three_levels(tmp_path: Path) -> None:
    figures = measure(write(tmp_path / "typed.jsonl", TYPED))
    levels = figures["levels"]
    assert isinstance(levels, dict)
    assert set(levels) == {"category", "attribute", "value"}
    assert levels["value"]["top_2"] == 1.0
    bag = figures["bag_of_words"]
    assert isinstance(bag, dict)
    assert set(bag) == {"top_1", "top_2", "attribute", "value"}


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([{"Query": "a?"}], "no field"),
        ([row("a?") | {"first": "yes"}], "not 0 or 1"),
        ([row("a?")], "no question has a category"),
        ([{"paragraphs": [{"qas": [{"question": "a", "type": "b|||c"}]}]}], "no category"),
        ([{"paragraphs": [{}]}], "SQuAD"),
        ([], "no rows"),
    ],
)
def test_other_rows_are_named(tmp_path: Path, rows: list[dict[str, Any]], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        read_about(write(tmp_path / "rows.jsonl", rows))


def test_hits_and_honesty() -> None:
    scores = np.array([[0.9, 0.1, 0.0], [0.6, 0.4, 0.0]], dtype=np.float32)
    right = np.array([[True, False, False], [False, True, False]])
    found = hits(scores, right)
    assert found["top_1"] == 0.5
    assert found["top_2"] == 1.0
    assert found["calibration_error"] == pytest.approx(0.35, abs=1e-6)
    assert calibration_error(np.array([1.0, 1.0], dtype=np.float32), np.array([True, True])) == 0
