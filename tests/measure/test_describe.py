"""Data sets described as the papers' tables do."""

import json

import pytest

from privascope.errors import DataError
from privascope.measure.describe import measure

TEXT = "We share to our friends."


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def pair(question, number, label, **more):
    return {
        "DocID": "toy",
        "QueryID": question,
        "SentID": f"{question}_{number}",
        "Query": "do you sell it?",
        "Segment": ("We sell it now.", "Call us.")[number],
        "Label": label,
        **more,
    }


def test_privacyqa_is_counted(tmp_path):
    rows = [pair("a", 0, "Relevant"), pair("a", 1, "Irrelevant")]
    rows += [pair("b", 0, "Irrelevant"), pair("b", 1, "Irrelevant")]
    report = measure(write(tmp_path / "rows.jsonl", rows))
    assert report["form"] == "privacyqa"
    assert (report["questions"], report["policies"]) == (2, 1)
    assert report["out_of_scope_questions"] == 1
    assert report["passages_per_question"] == 2
    assert report["relevant_passages_per_question"] == 0.5
    assert report["words_per_question"] == 4
    assert report["words_per_answer"] == 4
    assert report["words_per_passage"] == 3
    assert "no more than one annotator" in report["disagreement"]


def test_disagreement_is_of_passages_that_somebody_marked(tmp_path):
    rows = [
        pair("a", 0, "Relevant", Ann1="Relevant", Ann2="Relevant"),
        pair("a", 1, "Irrelevant", Ann1="Relevant", Ann2="Irrelevant"),
    ]
    report = measure(write(tmp_path / "rows.jsonl", rows))
    assert report["disagreement"] == 0.5
    assert report["questions_whose_answerability_is_disputed"] == 0


def test_policyqa_is_counted(tmp_path):
    asked = {
        "id": "1",
        "question": "Who gets it?",
        "type": "",
        "answers": [{"text": "our friends", "answer_start": 12}],
    }
    rows = [{"title": "toy", "paragraphs": [{"context": TEXT, "qas": [asked]}]}]
    report = measure(write(tmp_path / "rows.jsonl", rows))
    assert report["form"] == "policyqa"
    assert report["question_answer_pairs"] == 1
    assert report["words_per_answer"] == 2
    assert report["words_per_passage"] == 5


def test_opp115_is_counted(tmp_path):
    attributes = {
        "Third Party Entity": {
            "value": "Unspecified",
            "selectedText": "We",
            "startIndexInSegment": 0,
            "endIndexInSegment": 2,
        }
    }
    practices = [{"category": "Third Party Sharing/Collection", "attributes": attributes}]
    rows = [
        {"site": "a", "segment": 0, "text": "We share it.", "practices": practices},
        {"site": "a", "segment": 1, "text": "Call us.", "practices": None},
    ]
    report = measure(write(tmp_path / "rows.jsonl", rows))
    assert (report["form"], report["policies"], report["segments"]) == ("opp115", 1, 2)
    assert report["segments_with_labels"] == 1
    assert report["segments_with_something_unspecified"] == 1


@pytest.mark.parametrize("text", ["", '{"name": 1}\n', "no json\n"])
def test_another_form_is_an_error(tmp_path, text):
    (tmp_path / "rows.jsonl").write_text(text)
    with pytest.raises(DataError, match=r"rows\.jsonl"):
        measure(tmp_path / "rows.jsonl")
