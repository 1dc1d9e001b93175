"""Learning what questions want: weights that fit, folds that stay apart, clear errors."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from privascope.answer.mapping.label import category_names
from privascope.answer.mapping.linear import LinearMap, load_map
from privascope.answer.mapping.map_question import WEIGHTS
from privascope.answer.practice_relevance import practice_categories
from privascope.data.mapping_folds import models_for, parts_of_policies
from privascope.data.mapping_questions import COLUMNS, AboutQuestion
from privascope.data.pairs import Question, read_questions
from privascope.errors import DataError, PrivascopeError
from privascope.learn.mapping import learn_mapping
from privascope.learn.match import Asked, fit_match, learn_match, read_asked, unlearned

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
    for asked in ([same], []):
        with pytest.raises(DataError, match="relevant sentences and others"):
            fit_match(asked)


def test_a_score_that_is_no_number_is_told() -> None:
    one = asked_about("Data Retention", "Data Security")
    broken = Asked(one.question, one.shares, one.scores * np.nan, one.practices)
    with pytest.raises(DataError, match="no number"):
        fit_match([one, broken])


@pytest.mark.parametrize("broken", [np.zeros((10, 5)), np.full((10, 12), np.nan)])
def test_a_damaged_table_is_named(broken: np.ndarray, tmp_path: Path) -> None:
    with np.load(WEIGHTS) as file:
        arrays = {name: file[name] for name in file.files}
    np.savez(tmp_path / "weights.npz", **(arrays | {"match": broken}))
    with pytest.raises(PrivascopeError, match=r"weights\.npz is damaged"):
        load_map(tmp_path / "weights.npz")


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


@pytest.fixture(scope="module")
def learned_map(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mapping")
    rows = [
        {"DocID": policy, "Query": f"{text[:-1]}, {policy}?"}
        | {name: "1" if name == column else "0" for name in COLUMNS}
        for policy in POLICIES
        for column, (text, _) in ASKED.items()
    ]
    path = folder / "categories.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    learn_mapping(path, folder / "map", folds=2, seeds=1)
    return folder


@pytest.fixture
def mapping(learned_map: Path, tmp_path: Path) -> Path:
    """A map of this test's own, beside the labels that it was learned from."""
    shutil.copytree(learned_map, tmp_path, dirs_exist_ok=True)
    return tmp_path / "map"


def test_a_map_learns_from_answers(labels: Path, mapping: Path, tmp_path: Path) -> None:
    figures = learn_match(labels, tmp_path / "out", mapping)
    assert figures["questions"] == 8
    assert figures["policies"] == 4
    for name in ("with", "without"):
        own = figures[name]
        assert isinstance(own, dict)
        assert 0 < float(own["best_f1"]) <= 1
    # The map itself stays as it was, and so do the files that it was read from.
    with np.load(mapping / "weights.npz") as before, np.load(tmp_path / "out/weights.npz") as after:
        assert set(after.files) - set(before.files) == {"match", "match_columns"}
        assert all(np.array_equal(before[name], after[name]) for name in before.files)
    # In the folder of the map itself it comes to the same.
    assert learn_match(labels, mapping, mapping) == figures


def test_a_fold_learns_from_the_others(labels: Path, mapping: Path, tmp_path: Path) -> None:
    questions = read_questions(labels)
    models, fold_of = parts_of_policies(
        ((one.policy, one.text) for one in questions), mapping / "folds.npz"
    )
    assert sorted(set(fold_of.values())) == [1, 2]
    asked = read_asked(questions, {policy: models[fold] for policy, fold in fold_of.items()})
    learn_match(labels, tmp_path / "out", mapping)
    with np.load(tmp_path / "out" / "folds.npz") as file:
        for fold in (1, 2):
            others = [one for one in asked if fold_of[one.question.policy] != fold]
            assert np.array_equal(file[f"{fold - 1}_match"], fit_match(others).astype(np.float16))


def test_what_augmentation_added_is_not_learned_from(
    labels: Path, mapping: Path, tmp_path: Path
) -> None:
    learn_match(labels, tmp_path / "labels-alone", mapping)
    row = json.loads(labels.read_text().splitlines()[0])
    added = row | {"QueryID": "added", "SentID": "added", "SegmentSource": "retrieved"}
    more = tmp_path / "more.jsonl"
    more.write_text(labels.read_text() + "\n" + json.dumps(added), encoding="utf-8")
    learn_match(more, tmp_path / "with-added", mapping)
    for name in ("weights.npz", "folds.npz"):
        assert (tmp_path / "labels-alone" / name).read_bytes() == (
            tmp_path / "with-added" / name
        ).read_bytes()


def test_labels_of_one_fold_are_refused(labels: Path, mapping: Path, tmp_path: Path) -> None:
    lines = [line for line in labels.read_text().splitlines() if '"Fenwick"' in line]
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match="at least two of the map's folds"):
        learn_match(few, tmp_path / "out", mapping)


def test_a_map_that_saw_other_policies_is_refused(
    labels: Path, mapping: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(labels.read_text().replace("Dunmere", "Lowmere"))
    with pytest.raises(DataError, match=r"no question on Lowmere.*learn mapping"):
        learn_match(other, tmp_path / "out", mapping)


def test_a_missing_map_is_named(labels: Path, tmp_path: Path) -> None:
    with pytest.raises(PrivascopeError, match=r"weights\.npz"):
        learn_match(labels, tmp_path / "out", tmp_path / "nowhere")
