"""Learning what questions want: weights that fit, folds that stay apart, clear errors."""

import json
from pathlib import Path

import numpy as np
import pytest

from privascope.answer.mapping.label import category_names
from privascope.answer.mapping.linear import LinearMap, load_map
from privascope.answer.mapping.map_question import WEIGHTS
from privascope.answer.practice_relevance import practice_categories
from privascope.errors import DataError
from privascope.learn.mapping import learn_mapping
from privascope.learn.match import Asked, fit_match, learn_match, unlearned
from privascope.learn.pairs import Question
from privascope.measure.mapping_folds import models_for
from privascope.measure.mapping_questions import COLUMNS, AboutQuestion

SENTENCES = (
    "We collect your name and your e-mail address when you register.",
    "We share your e-mail address with advertising companies.",
    "Records are deleted after six months.",
    "All traffic is encrypted with TLS.",
    "The weather in the valley is often mild.",
)
ASKED = {"first": ("do you collect my name?", 0), "third": ("who do you share my e-mail with?", 1)}
POLICIES = ("Quillmoor", "Fenwick", "Harrowgate", "Dunmere")


def question(relevant: list[bool]) -> Question:
    flags = np.array(relevant)
    texts = tuple(f"sentence {number}" for number in range(len(relevant)))
    return Question("a", "q", "?", texts, flags, flags | True, np.zeros((0, len(flags)), bool))


def asked_about(category: str, stating: str) -> Asked:
    """A question about one category; four of its five answers state another."""
    shares = np.array([float(name == category) for name in category_names()])
    practices = np.zeros((20, len(practice_categories())))
    practices[1:6, practice_categories().index(stating)] = 1.0
    practices[6:, practice_categories().index("Policy Change")] = 1.0
    scores = np.concatenate((np.linspace(0.6, 0.4, 5), np.linspace(0.5, 0.0, 15)))
    return Asked(question([True] * 5 + [False] * 15), shares, scores, practices)


def test_what_answers_state_is_what_a_category_wants() -> None:
    match = fit_match([asked_about("Data Retention", "Data Security")] * 3)
    row = dict(
        zip(
            practice_categories(),
            match[category_names().index("Data Retention")].tolist(),
            strict=True,
        )
    )
    assert row["Data Security"] > 1 + row["Policy Change"]
    # Nothing was asked about security, so that it wants what it wanted.
    other = category_names().index("Data Security")
    assert match[other] == pytest.approx(unlearned()[other], abs=1e-6)


def test_only_relevant_sentences_teach_nothing() -> None:
    one = asked_about("Data Retention", "Data Security")
    same = Asked(question([True] * 20), one.shares, one.scores, one.practices)
    with pytest.raises(DataError, match="relevant sentences and others"):
        fit_match([same])


def test_without_learned_weights_a_category_wants_its_own() -> None:
    with np.load(WEIGHTS) as file:
        arrays = {name: file[name] for name in file.files if not name.startswith("match")}
    shares = np.linspace(0, 1, len(category_names()), dtype=np.float32)
    worth = LinearMap(arrays).worth(shares)
    assert list(worth) == list(category_names())
    assert list(worth.values()) == pytest.approx(shares.tolist())


def test_the_shipped_map_and_its_folds_know_what_is_wanted() -> None:
    known = load_map(WEIGHTS)
    shares = np.zeros(len(category_names()), dtype=np.float32)
    shares[category_names().index("Data Security")] = 1.0
    new = AboutQuestion("who are you?", "Elsewhere", frozenset(("Data Security",)))
    for model in (known, *models_for([new])[0]):
        worth = model.worth(shares)
        assert set(worth) == set(practice_categories())
        assert worth["Data Security"] > 1 > 0 > worth["First Party Collection/Use"]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    rows = [
        {
            "DocID": policy,
            "QueryID": f"{policy}-{column}",
            "SentID": f"{policy}-{column}-{number}",
            "Query": f"{text[:-1]}, {policy}?",
            "Segment": sentence,
            "Label": "Relevant" if number == right else "Irrelevant",
        }
        for policy in POLICIES
        for column, (text, right) in ASKED.items()
        for number, sentence in enumerate(SENTENCES)
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    rows = [
        {"DocID": policy, "Query": f"{text[:-1]}, {policy}?"}
        | {name: "1" if name == column else "0" for name in COLUMNS}
        for policy in POLICIES
        for column, (text, _) in ASKED.items()
    ]
    path = tmp_path / "categories.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    learn_mapping(path, tmp_path / "map", folds=2, seeds=1)
    return tmp_path / "map"


def test_a_map_learns_from_answers(labels: Path, mapping: Path, tmp_path: Path) -> None:
    figures = learn_match(labels, tmp_path / "out", mapping)
    assert figures["questions"] == 8
    assert figures["policies"] == 4
    for name in ("with", "without"):
        own = figures[name]
        assert isinstance(own, dict)
        assert 0 < float(own["best_f1"]) <= 1
    with np.load(tmp_path / "out" / "folds.npz") as file:
        assert {"0_match", "1_match", "matched"} <= set(file.files)
        assert not np.array_equal(file["0_match"], file["1_match"])
    # The map itself stays as it was, and so do the files that it was read from.
    with np.load(mapping / "weights.npz") as before, np.load(tmp_path / "out/weights.npz") as after:
        assert set(after.files) - set(before.files) == {"match", "matched"}
        assert all(np.array_equal(before[name], after[name]) for name in before.files)


def test_a_map_that_saw_other_policies_is_refused(
    labels: Path, mapping: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(labels.read_text().replace("Dunmere", "Lowmere"))
    with pytest.raises(DataError, match=r"no question on Lowmere.*learn mapping"):
        learn_match(other, tmp_path / "out", mapping)


def test_a_missing_map_is_named(labels: Path, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"folds\.npz"):
        learn_match(labels, tmp_path / "out", tmp_path / "nowhere")
