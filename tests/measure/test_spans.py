"""Exact match and F1 as SQuAD counts them."""

import json
from shutil import copytree

import pytest

from privascope.data.policyqa import read_paragraphs, sentence_pairs
from privascope.errors import DataError
from privascope.measure.spans import figures, measure, word_f1
from privascope.models.onnx import ModelError

TEXT = "We keep logs. We sell the email address. Ask us."


def row(*asked, title="toy.example", context=TEXT):
    qas = [
        {
            "id": str(number),
            "question": question,
            "answers": [{"text": text, "answer_start": context.index(text)} for text in answers],
        }
        for number, (question, answers) in enumerate(asked)
    ]
    return {"title": title, "paragraphs": [{"context": context, "qas": qas}]}


def paragraphs(tmp_path, *rows):
    path = tmp_path / "squad.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return read_paragraphs(path)


def test_words_are_compared_without_case_articles_and_punctuation():
    assert word_f1("The email, address!", "email address") == 1
    assert word_f1("sell email address", "email") == pytest.approx(2 * 1 / 4)
    assert word_f1("", "") == 1
    assert word_f1("", "email") == 0


def test_the_nearest_answer_counts(tmp_path):
    read = paragraphs(
        tmp_path,
        row(("what is sold?", ["the email address", "We sell"]), ("why?", []), ("who?", ["us"])),
    )
    report = figures(read, lambda questions, texts: ["email address", "", "logs"])
    assert report["questions"] == 3
    assert report["exact_match"] == pytest.approx(2 / 3)
    assert report["f1"] == pytest.approx(2 / 3)
    assert report["no_answer_recall"] == 1


def test_an_answer_at_the_wrong_place_names_the_row(tmp_path):
    broken = row(("q?", ["logs"]))
    broken["paragraphs"][0]["qas"][0]["answers"][0]["answer_start"] = 1
    with pytest.raises(DataError, match="row 2"):
        paragraphs(tmp_path, row(("q?", ["logs"])), broken)


def test_pairs_oppose_the_sentence_with_the_answer_to_others(tmp_path):
    read = paragraphs(tmp_path, row(("what is sold?", ["email address"])))
    pairs = sentence_pairs(read, negatives=2, seed=1)
    right = [pair for pair in pairs if pair.relevant]
    assert [pair.sentence for pair in right] == ["We sell the email address."]
    found = right[0]
    assert found.sentence[found.answer.start : found.answer.end] == "email address"
    assert found.before == "We keep logs."
    assert {pair.sentence for pair in pairs if not pair.relevant} == {"We keep logs.", "Ask us."}
    assert pairs == sentence_pairs(read, negatives=2, seed=1)


def test_an_answer_elsewhere_in_the_policy_is_never_a_wrong_one(tmp_path):
    other = "We rent postcodes. Goodbye."
    read = paragraphs(
        tmp_path,
        row(("what is sold?", ["email address"])),
        row(("what is sold?", ["postcodes"]), context=other),
    )
    wrong = {pair.sentence for pair in sentence_pairs(read, 5, 1) if not pair.relevant}
    assert wrong == {"We keep logs.", "Ask us.", "Goodbye."}


def test_another_model_can_be_measured(tmp_path):
    from privascope.models import spans

    copytree(spans.FOLDER, tmp_path / "other")
    paragraphs(tmp_path, row(("what do you sell?", ["the email address"])))
    found = measure(tmp_path / "squad.jsonl", tmp_path / "other")
    assert found["questions"] == 1
    assert 0 <= found["exact_match"] <= found["f1"] <= 1
    with pytest.raises(ModelError, match="missing"):
        measure(tmp_path / "squad.jsonl", tmp_path / "nothing")
