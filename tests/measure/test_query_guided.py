"""The tables of query-guided summaries, with the published figures beside them."""

import json

import numpy as np
import pytest

from privascope.measure import query_guided
from privascope.measure.query_guided import evenly, measure
from privascope.measure.sample_pairs import sample_pairs

SENTENCES = ("We sell names to brokers.", "Nobody keeps logs.", "Call us about names.")


@pytest.fixture
def data(tmp_path):
    rows = [
        {
            "DocID": "toy",
            "QueryID": question,
            "SentID": f"{question}_{number}",
            "Query": "do you sell my name?",
            "Segment": sentence,
            "Label": "Relevant" if number == 0 else "Irrelevant",
        }
        for question in ("a", "b", "c")
        for number, sentence in enumerate(SENTENCES)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def fake(monkeypatch):
    def answerability(wordings, passages, numbers):
        right = np.array([1.0 if passages.texts[n] == SENTENCES[0] else 0.0 for n in numbers])
        # The question itself finds nothing, its other wordings do.
        logits = np.array([40 * (right if at else -right) for at, _ in enumerate(wordings)])
        return logits, np.tile(1 - right, (len(wordings), 1)) * 0.1

    monkeypatch.setattr(query_guided, "answerability", answerability)
    monkeypatch.setattr(query_guided, "reading_order", lambda _, passages: [2, 1, 0])
    scores = type("Ranked", (), {"values": np.array([3.0, 2.0, 1.0])})()
    monkeypatch.setattr(query_guided, "default", lambda *_: scores)


def test_each_way_to_rank_has_its_figures_beside_the_published(data, fake):
    report = measure(data, sources="rules", limit=2)
    assert report["questions"] == 2
    rankings = report["rankings"]
    assert set(rankings) == {"R", "I", "R + I", "R + I, rules", "R + I, all", "default"}
    assert rankings["R"]["mrr"] == pytest.approx(1 / 3)
    assert rankings["R + I, rules"]["mrr"] == 1.0
    assert rankings["default"]["mrr"] == 1.0
    assert rankings["R + I, all"]["published"]["f_at_10"] == 0.890
    assert report["paraphrases"]["rules"]["paraphrases"] >= 1
    assert report["paraphrases"]["together"]["published"]["paraphrases"] == 5.7


def test_questions_are_taken_from_all_over():
    assert evenly(list(range(10)), 3) == [0, 4, 9]
    assert evenly([1, 2], None) == [1, 2]


@pytest.mark.slow
def test_the_sample_questions_have_their_sentences():
    pairs = sample_pairs()
    answered = [pair for pair in pairs if pair.answerable]
    assert 100 < len(answered) < len(pairs)
    assert all(len(pair.sentences) == len(pair.relevant) for pair in pairs)
