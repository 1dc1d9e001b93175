"""A teacher of meaning, words and practices, and what it makes of unlabelled policies."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("faiss")
pytest.importorskip("sklearn")

from privascope.data.pairs import questions_of, read_questions
from privascope.errors import DataError
from privascope.learn import displaced, selector_stages
from privascope.learn.corpus import build_corpus
from privascope.learn.selector import Example, privacyqa_examples
from privascope.learn.teach import near_and_far, softened, taught_examples, teach_file
from privascope.learn.teacher import Judged, Teacher, fit_teacher
from tests.learn.tiny import answering_corpus, labelled_rows, tiny_base, write_rows

KEPT = "How long are my records kept?"
SOLD = "Is my address passed on to anybody?"
SENTENCES = {
    KEPT: "We hold your details for two years after you close the account and then erase them.",
    SOLD: "We give your contact details to advertising companies.",
}
ABOUT = {
    KEPT: frozenset({"Data Retention"}),
    SOLD: frozenset({"Third Party Sharing/Collection"}),
}
PAIRS = [Judged(one, said, asked == one) for one in SENTENCES for asked, said in SENTENCES.items()]


def test_a_teacher_learns_what_meaning_words_and_practices_are_worth() -> None:
    teacher = fit_teacher(PAIRS * 20, ABOUT)
    kept, other, wrong, sold = teacher.chances(PAIRS)
    assert min(kept, sold) > max(other, wrong)
    # Practices tell retention from sharing where the words do not.
    assert teacher.weights[2] > 0


def test_the_categories_of_a_question_decide_which_practices_count() -> None:
    asked = Judged("What about my records?", SENTENCES[KEPT])
    by_practices = (0.0, 0.0, 1.0)
    about = {asked.question: frozenset({"Data Retention"})}
    right, wrong = (
        Teacher(by_practices, 0.0, known).chances([asked])[0]
        for known in (about, {asked.question: frozenset({"Policy Change"})})
    )
    mapped = Teacher(by_practices, 0.0, {}).chances([asked])[0]
    assert right > mapped > wrong


def test_a_teacher_needs_right_and_wrong_pairs() -> None:
    with pytest.raises(DataError, match="relevant pairs and others"):
        fit_teacher([Judged(KEPT, SENTENCES[KEPT], True)], {})


def test_near_sentences_come_with_some_from_afar() -> None:
    sentences = [f"Sentence {number}." for number in range(40)]
    pairs = near_and_far({"a": ["near"], "b": []}, sentences)
    assert [one.question for one in pairs] == ["a"] * 7 + ["b"] * 6
    assert pairs[0].sentence == "near"
    assert pairs == near_and_far({"a": ["near"], "b": []}, sentences)
    assert pairs != near_and_far({"a": ["near"], "b": []}, sentences, seed=1)


class Fixed(Teacher):
    """A teacher that says the same of everything, and counts how often it is asked."""

    asked = 0

    def chances(self, pairs: list[Judged]) -> np.ndarray:  # type: ignore[override, type-arg]
        Fixed.asked += 1
        return np.full(len(pairs), 0.8)


def test_what_the_teacher_said_is_kept(tmp_path: Path) -> None:
    teacher = Fixed((1.0, 1.0, 1.0), 0.0, {})
    Fixed.asked = 0
    first = taught_examples(teacher, PAIRS, tmp_path)
    assert [one.label for one in first] == [0.8] * 4
    assert taught_examples(teacher, PAIRS, tmp_path) == first
    assert Fixed.asked == 1


def test_soft_labels_stand_halfway(tmp_path: Path) -> None:
    own = [Example("q", "a", "before", 1.0), Example("q", "b", "", 0.0)]
    soft = softened(Fixed((1.0, 1.0, 1.0), 0.0, {}), own, tmp_path)
    assert [one.label for one in soft] == [pytest.approx(0.9), pytest.approx(0.4)]
    assert soft[0].before == "before"


ROW = {"DocID": "p", "QueryID": "q", "SentID": "s_1", "Query": "why", "Segment": "text"}


def test_a_teachers_word_stands_for_the_label() -> None:
    rows = [
        {**ROW, "Label": "Relevant", "Likely": 0.7},
        {**ROW, "Label": "Irrelevant", "Likely": "0.2", "SentID": "s_2"},
        {**ROW, "Label": "Relevant", "SentID": "s_3"},
    ]
    examples = privacyqa_examples(questions_of(rows), 2, 0)
    assert sorted(one.label for one in examples) == [0.2, 0.7, 1.0]


@pytest.mark.parametrize("value", [1.5, -0.1, "much", "nan"])
def test_a_word_that_is_no_probability_is_refused(value: object) -> None:
    with pytest.raises(DataError, match="row 1: Likely is"):
        questions_of([{**ROW, "Label": "Relevant", "Likely": value}])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # The toy's labels mean nothing to the real encoder that looks for displaced ones.
    monkeypatch.setattr(displaced, "displaced_policies", lambda _: {})
    write_rows(tmp_path / "labels.jsonl", labelled_rows())
    columns = dict.fromkeys(
        ("third", "datasecurity", "dataretention", "user_access", "user_choice", "other"), "0"
    )
    about = [
        {"DocID": f"policy {number}", "Query": f"what of {word} ?", "first": "1", **columns}
        for number, word in enumerate(("name", "secrets"))
    ]
    write_rows(tmp_path / "about.jsonl", about)
    write_rows(tmp_path / "rows.jsonl", answering_corpus())
    build_corpus([tmp_path / "rows.jsonl"], tmp_path / "corpus")
    tiny_base(tmp_path / "base")
    return tmp_path


def _taught(place: Path, name: str, fold: int | None = None) -> list[dict[str, str]]:
    made = teach_file(
        place / "labels.jsonl",
        place / "about.jsonl",
        place / "corpus",
        place / name,
        retriever=str(place / "base"),
        k=3,
        fold=fold,
    )
    text = (place / name / "taught.jsonl").read_text()
    rows = [json.loads(line) for line in text.splitlines()]
    assert made["pairs"] == len(rows)
    assert made["likely"] == sum(row["Label"] == "Relevant" for row in rows)
    return rows


def test_a_file_is_taught_and_can_be_learned_from(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = _taught(place, "taught")
    asked = {row["Query"] for row in rows}
    # A question that is known by its categories alone is taught as well.
    assert "what of secrets ?" in asked
    assert len(asked) == 9
    # Six policies ask the same; a sentence that is found for several of them is taught once.
    assert len({(row["Query"], row["Segment"]) for row in rows}) == len(rows)
    assert 9 * 6 <= len(rows) < 9 * (6 * 3 + 6)
    assert all(0 <= float(row["Likely"]) <= 1 for row in rows)
    assert _taught(place, "taught") == rows

    both = place / "more.jsonl"
    both.write_text(
        (place / "labels.jsonl").read_text() + (place / "taught" / "taught.jsonl").read_text()
    )
    questions = read_questions(both)
    added = [one for one in questions if one.added]
    assert len(added) == len(rows)
    # Labels that slipped are left out, what the teacher said of the same question is not.
    monkeypatch.setattr(displaced, "displaced_policies", lambda _: dict.fromkeys(["policy 0"], 1))
    seen: list[Example] = []
    monkeypatch.setattr(
        selector_stages, "train", lambda base, examples, folder, **more: seen.extend(examples(0))
    )
    selector_stages.train_on_privacyqa(both, place / "s", base="base", negatives=2)
    soft = [one for one in seen if 0 < one.label < 1]
    assert len(soft) == len(rows)


def test_a_fold_that_is_left_out_is_not_taught(place: Path) -> None:
    apart = {"policy 0", "policy 1", "policy 2", "policy 3", "policy 4", "policy 5"} - {
        row["DocID"] for row in _taught(place, "fold", fold=0)
    }
    assert apart
    with pytest.raises(DataError, match="no fold 3"):
        _taught(place, "none", fold=3)
