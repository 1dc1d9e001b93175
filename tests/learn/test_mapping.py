"""Learning to map questions: folds keep policies and words apart, and the files can be used."""

import json
from pathlib import Path

import numpy as np
import pytest

from privascope.answer.mapping.label import Label
from privascope.answer.mapping.linear import load_map
from privascope.data.mapping_folds import models_for
from privascope.data.mapping_questions import COLUMNS, AboutQuestion, read_about
from privascope.errors import DataError
from privascope.learn.mapping import learn_mapping, merged, split
from privascope.learn.mapping_examples import common_examples, value_examples
from privascope.learn.mapping_fit import fit_softmax
from privascope.learn.mapping_profiles import label_texts, read_glove

FIRST = "First Party Collection/Use"
ASKED = {
    "first": "do you {} my name?",
    "third": "who gets my name at {}?",
    "dataretention": "how long does {} keep it?",
}


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    rows = [
        {"DocID": policy, "Query": text.format(policy)}
        | {name: "1" if name == column else "0" for name in COLUMNS}
        for policy in ("Quillmoor", "Fenwick", "Harrowgate", "Dunmere")
        for column, text in ASKED.items()
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_a_policy_is_never_on_both_sides(labels: Path) -> None:
    questions = (*read_about(labels), *common_examples())
    parts = split(questions, 2, seed=1)
    for policy in ("Quillmoor", "Fenwick", "Harrowgate", "Dunmere"):
        own = {int(p) for q, p in zip(questions, parts, strict=True) if q.group == policy}
        assert len(own) == 1
        assert own <= {0, 1}
    assert set(parts[12:].tolist()) == {-1}
    with pytest.raises(DataError, match="5 folds"):
        split(questions, 5, seed=1)


@pytest.mark.slow
def test_learned_files_map_and_know_what_they_saw(labels: Path, tmp_path: Path) -> None:
    figures = learn_mapping(labels, tmp_path / "out", folds=2, seeds=1)
    assert 0 <= float(str(figures["top_1"])) <= float(str(figures["top_2"])) <= 1
    model = load_map(tmp_path / "out" / "weights.npz")
    texts = ["how long does Quillmoor keep it?"]
    from privascope.models.sentence_encoder import encode

    shares = model.categories(model.logits(texts, encode(texts)))[0]
    assert shares.sum() == pytest.approx(1.0, abs=1e-4)
    known = read_about(labels)
    new = AboutQuestion("who are you?", "Elsewhere", frozenset((FIRST,)))
    models, which = models_for([*known, new], tmp_path / "out" / "folds.npz")
    assert len(models) == 3
    assert set(which[:-1].tolist()) == {1, 2}
    assert which[-1] == 0


def test_softmax_learns_what_can_be_told_apart() -> None:
    grams = np.eye(4, dtype=np.float32)
    targets = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float64)
    fitted = fit_softmax(grams, np.zeros((4, 2), dtype=np.float32), targets, 10.0)
    scores = grams @ fitted["grams"] + fitted["constants"]
    assert scores.argmax(axis=1).tolist() == [0, 0, 1, 1]


def test_our_own_examples_are_of_the_taxonomy() -> None:
    found = [*common_examples(), *value_examples()]
    assert all(one.categories for one in found)
    assert any("location" in one.text for one in found)
    assert all(one.labels for one in value_examples())


def test_files_are_merged_by_words() -> None:
    one = AboutQuestion("a?", "a?", frozenset(("Data Security",)))
    other = AboutQuestion("a?", "a?", frozenset((FIRST,)))
    assert merged([one, other])[0].categories == {"Data Security", FIRST}


def test_annotated_text_goes_to_its_label(tmp_path: Path) -> None:
    told = {"value": "Location", "selectedText": "a <b>place</b>", "startIndexInSegment": 3}
    practice = {"category": FIRST, "attributes": {"Personal Information Type": told}}
    rows = [
        {"text": "We note <br> a place.", "practices": [practice]},
        {"text": "Nothing.", "practices": None},
    ]
    path = tmp_path / "opp.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    texts, segments = label_texts(path)
    kind = Label(FIRST, "Personal Information Type", "Location")
    assert {label: " ".join(text.split()) for label, text in texts.items()} == {
        Label(FIRST): "We note a place.",
        kind.of_attribute: "a place",
        kind: "a place",
    }
    assert len(segments) == 2
    path.write_text('{"text": "a", "practices": [{"category": 3}]}', encoding="utf-8")
    with pytest.raises(DataError, match="OPP-115"):
        label_texts(path)


def test_generic_vectors_are_read_from_text(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text("data 1.0 2.0\nodd 1.0 2.0\n", encoding="utf-8")
    assert read_glove(path, frozenset(("data",)))["data"].tolist() == [1.0, 2.0]
    path.write_text("data 1.0 two\n", encoding="utf-8")
    with pytest.raises(DataError, match="GloVe"):
        read_glove(path, frozenset(("data",)))
