"""Paraphrases counted by the way they were made, and the spans that they bring."""

import json

import numpy as np
import pytest

from privascope.answer.expand.expansion import Expanded
from privascope.measure import expansion
from privascope.models import spans
from privascope.models.spans import FoundSpan

SENTENCES = ("We disclose names.", "Nobody keeps logs.", "Call us.")


@pytest.fixture
def data(tmp_path):
    rows = [
        {
            "DocID": "toy",
            "QueryID": question,
            "SentID": f"{question}_{number}",
            "Query": text,
            "Segment": sentence,
            "Label": "Relevant" if number in relevant else "Irrelevant",
        }
        for question, text, relevant in (
            ("a", "do you sell names?", (0, 1)),
            ("b", "who reads it?", ()),
        )
        for number, sentence in enumerate(SENTENCES)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def two_ways(monkeypatch):
    ways = {
        "one": lambda text: Expanded(("do you disclose names?",) if "sell" in text else ()),
        "two": lambda text: Expanded(("do you disclose names?", "do you give names?"), "half"),
    }
    monkeypatch.setattr(expansion, "EXPANSIONS", ways)


def test_paraphrases_are_counted_without_a_span_model(data, two_ways, tmp_path):
    report = expansion.measure(data, model=tmp_path)
    assert report["questions"] == 2
    assert report["one"] == {"paraphrases": 0.5, "questions_with_one": 0.5}
    assert report["two"] == {"paraphrases": 2.0, "questions_with_one": 1.0, "notes": ["half"]}
    # What two ways both make is one paraphrase.
    assert report["together"]["paraphrases"] == 2.0
    assert report["spans"] == "no span model"


def test_spans_count_where_the_question_itself_has_none(data, two_ways, tmp_path, monkeypatch):
    (tmp_path / "model.onnx").touch()

    def found(questions, texts, folder):
        return [
            FoundSpan(0, 1, float("disclose" in one and "disclose" in text), 0.5)
            for one, text in zip(questions, texts, strict=True)
        ]

    monkeypatch.setattr(spans, "best_spans", found)
    report = expansion.measure(data, model=tmp_path)
    # Neither relevant sentence has a span for the question; a paraphrase finds one in the first.
    assert report["segments"] == 2
    assert report["one"]["segments_rescued"] == pytest.approx(1 / 2)
    assert report["one"]["paraphrases_answered"] == pytest.approx(1 / 2)
    assert report["two"]["paraphrases_answered"] == pytest.approx(1 / 4)
    assert np.isclose(report["together"]["segments_rescued"], 1 / 2)
