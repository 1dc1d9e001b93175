import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("faiss")

from privascope.data.pairs import check_ids, folds, questions_of
from privascope.errors import DataError, PrivascopeError
from privascope.learn.augment import (
    Candidate,
    Variant,
    added_examples,
    augment_file,
    augmented_rows,
    filtered,
    read_candidates,
    retrieve,
    union,
)
from privascope.learn.corpus import build_corpus, corpus_sentences
from privascope.learn.filter import load_filter, tune_filter
from privascope.learn.overlap import bleu, mean_bleu, pairs_of, regions
from privascope.learn.retriever import load_retriever, train_retriever
from privascope.learn.selector import privacyqa_examples, train
from tests.learn.tiny import ANSWERS, answering_corpus, labelled_rows, tiny_base, write_rows


def found(*pairs: tuple[str, str, int, bool]) -> list[Candidate]:
    return [
        Candidate(question, sentence, rank, 0.5, kept=k, tuned=True)
        for question, sentence, rank, k in pairs
    ]


ONE = found(("q", "We keep it.", 1, True), ("q", "We sell it.", 2, False), ("r", "No.", 3, True))
TWO = found(("q", "we keep it", 1, False), ("q", "They share it.", 2, True))
BOTH = {"one": ONE, "two": TWO}


def test_a_variant_joins_its_encoders_once() -> None:
    everything = union(BOTH, Variant("Baseline-E", ("one", "two"), 5, ""))
    assert [one.sentence for one in everything] == [
        "We keep it.",
        "We sell it.",
        "No.",
        "They share it.",
    ]
    kept = union(BOTH, Variant("ERA", ("one", "two"), 2, "argmax"))
    assert [one.sentence for one in kept] == ["We keep it.", "They share it."]
    tuned = union(BOTH, Variant("ERA", ("one", "two"), 2, "tuned"))
    assert [one.sentence for one in tuned] == ["We keep it.", "We sell it.", "They share it."]
    assert union(BOTH, Variant("alone", ("two",), 1, "argmax")) == []
    with pytest.raises(DataError, match="no encoder three"):
        union(BOTH, Variant("ERA", ("three",), 2, "argmax"))


def test_regions_and_bleu_tell_how_alike_two_sets_are() -> None:
    assert regions({name: pairs_of(own) for name, own in BOTH.items()}) == {
        ("one",): 2,
        ("two",): 1,
        ("one", "two"): 1,
    }
    words = "we keep your data for seven years".split()
    assert bleu(words, [words]) == pytest.approx(1.0)
    assert bleu(words, ["they never sell it".split()]) == 0.0
    assert 0 < bleu("we keep your name for one year".split(), [words]) < 0.6
    assert bleu(["we", "keep"], [words]) < bleu(words, [words])
    assert bleu([], [words]) == 0.0
    assert 0 < mean_bleu(TWO, ONE) < 1
    assert mean_bleu([], ONE) == 0.0


def test_added_rows_have_the_columns_of_labelled_ones() -> None:
    questions = questions_of(labelled_rows(2))
    candidate = Candidate("1_2", "our account can store police .", 1, 0.4)
    rows = augmented_rows([candidate, candidate], questions)
    assert rows[0]["Query"] == "what of phone ?"
    assert rows[0]["DocID"] == "policy 1"
    assert len({row["SentID"] for row in rows}) == 2
    again = questions_of([*labelled_rows(2), *rows])
    assert [question.sentences for question in again[: len(questions)]] == [
        question.sentences for question in questions
    ]
    added = again[len(questions) :]
    assert [question.policy for question in added] == ["policy 1", "policy 1"]
    examples = privacyqa_examples(added, 12, 0)
    assert [(one.sentence, one.before, one.label) for one in examples] == [
        (candidate.sentence, "", 1.0)
    ] * 2
    assert added_examples([candidate], questions)[0].label == 1.0


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with labels, a corpus, a retriever and a filter, all tiny."""
    folder = tmp_path_factory.mktemp("era")
    labels = write_rows(folder / "labels.jsonl", labelled_rows())
    build_corpus([write_rows(folder / "rows.jsonl", answering_corpus())], folder / "corpus")
    base = tiny_base(folder / "base")
    questions = questions_of(labelled_rows())
    learned = [one for one in questions if one.policy != "policy 0"]
    tuned = [one for one in questions if one.policy == "policy 0"]
    train_retriever(base, learned, folder / "retriever", tuned_on=tuned, epochs=20, rate=3e-3)
    # A selector filters as well as a classifier does.
    pairs = privacyqa_examples(learned, 7, 1)
    how: dict[str, Any] = {"recipe": {"stage": "filter"}, "epochs": 60, "seed": 1}
    train(base, lambda _: pairs, folder / "filter", context=False, **how)
    tune_filter(str(folder / "filter"), tuned)
    assert labels.exists()
    return folder


def is_right(row: dict[str, str]) -> bool:
    subject = row["Query"].split()[2]
    return ANSWERS[subject] in row["Segment"]


def test_answers_are_retrieved_and_the_filter_keeps_the_right_ones(place: Path) -> None:
    out = place / "augmented"
    counts = augment_file(
        place / "labels.jsonl",
        place / "corpus",
        out,
        [str(place / "retriever")],
        [str(place / "filter")],
        k=12,
        decision="tuned",
        keep_displaced=True,
    )
    rows = [json.loads(line) for line in (out / "augmented.jsonl").read_text().splitlines()]
    assert counts["retrieved"] == 12 * counts["questions"]
    assert len(rows) == counts["added"] <= counts["kept"] < counts["retrieved"]
    candidates = read_candidates(next(out.glob("retrieved-*.jsonl")))
    questions = {one.id: one.text for one in questions_of(labelled_rows())}
    everything = [{"Query": questions[c.question], "Segment": c.sentence} for c in candidates]
    before = sum(map(is_right, everything)) / len(everything)
    after = sum(map(is_right, rows)) / len(rows)
    assert after > before


def test_stages_are_cached_by_their_inputs(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = questions_of(labelled_rows(3))
    sentences = corpus_sentences(place / "corpus")
    retriever = load_retriever(str(place / "retriever"))
    judge = load_filter(str(place / "filter"))
    first = retrieve(retriever, questions, sentences, place / "cache", k=3)
    judged = filtered(judge, first, questions, place / "cache")
    with monkeypatch.context() as patch:
        patch.setattr("privascope.learn.augment.nearest", None)
        patch.setattr("privascope.learn.filter.relevance_of", None)
        assert retrieve(retriever, questions, sentences, place / "cache", k=3) == first
        assert filtered(judge, first, questions, place / "cache") == judged
    assert len(retrieve(retriever, questions, sentences, place / "cache", k=4)) > len(first)


def test_what_is_labelled_already_is_not_retrieved(place: Path, tmp_path: Path) -> None:
    questions = questions_of(labelled_rows(1))
    sentences = [*questions[0].sentences, "we keep partners and police ."]
    retriever = load_retriever(str(place / "retriever"))
    got = retrieve(retriever, questions, sentences, tmp_path, k=9)
    assert {one.sentence for one in got} == {"we keep partners and police ."}


def test_headings_and_questions_are_not_retrieved(place: Path, tmp_path: Path) -> None:
    questions = questions_of(labelled_rows(1))
    asked = [question.text for question in questions]
    sentences = [*asked, "partners and police", "(we keep no partners at all.)", "we keep police ;"]
    retriever = load_retriever(str(place / "retriever"))
    got = retrieve(retriever, questions, sentences, tmp_path, k=9)
    assert {one.sentence for one in got} == {"(we keep no partners at all.)", "we keep police ;"}


def test_filters_must_match_and_be_there(place: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="1 retrievers need as many filters"):
        augment_file(place / "labels.jsonl", place / "corpus", tmp_path, ["a"], ["b", "c"], k=3)
    with pytest.raises(PrivascopeError, match=r"holds no filter"):
        load_filter(str(place / "retriever"))
    (tmp_path / "filter.json").write_text("{}")
    with pytest.raises(PrivascopeError, match=r"filter\.json is damaged"):
        load_filter(str(tmp_path))


def test_folds_are_the_same_with_what_was_added() -> None:
    rows = labelled_rows()
    alone = questions_of(rows)
    asked = {question.id: question for question in alone}
    added = [
        Candidate(name, f"They sell it to {number} others.", number, 1.0)
        for at, name in enumerate(asked)
        for number in range(1, 1 + 5 * (at % 3))
    ]
    both = questions_of([*rows, *augmented_rows(added, alone)])
    assert sum(question.added for question in both) == len(added) > 10
    assert folds(both) == folds(alone)


def test_two_policies_with_a_question_of_one_id_are_named() -> None:
    rows = [
        {"DocID": name, "QueryID": "7", "SentID": "1", "Query": "?", "Segment": "No."}
        | {"Label": "Relevant"}
        for name in ("one", "other")
    ]
    with pytest.raises(DataError, match="QueryID 7 is a question of one and of other"):
        check_ids(questions_of(rows))
