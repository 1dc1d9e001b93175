"""Relevance and informativeness, joined in several ways."""

import json

import numpy as np
import pytest

from privascope.data.pairs import questions_of
from privascope.measure import answerability
from privascope.measure.answerability import Read, left_out_scores, logistic, measure
from privascope.models import spans
from privascope.models.spans import FoundSpan

SENTENCES = ("We sell names to brokers.", "Nobody keeps logs.", "Call us about names.")


def rows(policy):
    return [
        {
            "DocID": policy,
            "QueryID": f"{policy} q",
            "SentID": f"{policy}_{number}",
            "Query": "do you sell my name?",
            "Segment": sentence,
            "Label": "Relevant" if number == 0 else "Irrelevant",
        }
        for number, sentence in enumerate(SENTENCES)
    ]


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "rows.jsonl"
    lines = [json.dumps(row) for policy in ("a", "b") for row in rows(policy)]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_regression_never_sees_the_policy_that_it_judges():
    def read(policy, sign):
        question = questions_of(rows(policy))[0]
        values = sign * np.array([[2.0, 0.0, 0.0]])
        return Read(question, [0, 1, 2], values, None, np.zeros((3, 1)))

    # In the second policy the feature means the opposite, and only the first tells about it.
    first, second = left_out_scores(
        [read("a", 1.0), read("b", -1.0)], lambda one: one.relevance.T.copy()
    )
    assert first.argmin() == 0
    assert second.argmin() == 0


def test_ways_without_a_span_model(data, tmp_path, monkeypatch):
    monkeypatch.setattr(spans, "FOLDER", tmp_path / "none")
    report = measure(data)
    assert report["questions"] == 2
    assert {"R", "R, best wording", "R, mean of wordings", "calibrated"} <= set(report)
    assert "R + I" not in report
    assert report["R"]["f_at_5"] == 1
    assert report["spans"].startswith("no span model")


def test_a_span_counts_where_there_is_a_model(data, tmp_path, monkeypatch):
    (tmp_path / "model.onnx").touch()
    monkeypatch.setattr(spans, "FOLDER", tmp_path)
    monkeypatch.setattr(
        spans,
        "best_spans",
        lambda questions, texts: [
            FoundSpan(0, 1, 60.0 if text.startswith("Nobody") else 0.0, 0.0) for text in texts
        ],
    )
    monkeypatch.setattr(answerability, "logistic", lambda values: np.asarray(values) / 100)
    report = measure(data)
    # The span outweighs all else, and it is found in a sentence that does not answer.
    assert report["R + I"]["mrr"] < 1
    assert "regression on R and I" in report


def test_logistic_is_bounded():
    assert logistic(np.array([-1e9, 0.0, 1e9])).tolist() == pytest.approx([0, 0.5, 1])
