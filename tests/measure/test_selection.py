"""The figures of selection."""

import json

import pytest

from privascope.answer.signals.reading import CANDIDATES, sentence_reader
from privascope.data.pairs import read_questions
from privascope.data.selection_figures import figures
from privascope.errors import DataError
from privascope.measure.answer_selectors import everything_read
from privascope.measure.selection import measure, questions_to_measure, score_all
from tests.data.pair_rows import row, rows_of_one_question, write


def test_all_figures_of_a_perfect_method(tmp_path):
    rows = [*rows_of_one_question("a", SegmentSource="gold"), row("b", SegmentSource="approx")]
    questions = read_questions(write(tmp_path / "rows.jsonl", rows))
    sells = {"sells": lambda _, sentences: ["sell" in text for text in sentences]}
    report = figures(questions, score_all(questions, sells)["sells"], 0.5)
    assert (report["questions"], report["answerable"], report["pairs"]) == (2, 1, 4)
    for key in ("precision", "recall", "f1", "best_f1", "macro_f1", "balanced_accuracy"):
        assert report[key] == 1, key
    assert report["f_at_5"] == report["mrr"] == 0.5
    assert report["f_at_5_answerable"] == 1
    assert report["answerability_auc"] == 1
    assert report["risk_coverage"][-1]["risk"] == 0.5
    assert report["verbatim"]["pairs"] == 3
    assert "max_annotator" not in report
    json.dumps(report)


def test_a_method_that_forgets_a_sentence_is_found_out(tmp_path):
    questions = read_questions(write(tmp_path / "rows.jsonl", rows_of_one_question()))
    with pytest.raises(DataError, match="question q: short gave no score"):
        score_all(questions, {"short": lambda _, sentences: [0.0]})


def test_a_fold_keeps_its_policies(tmp_path):
    rows = [row(f"q{n}", DocID=f"policy {n}") for n in range(6)]
    path = write(tmp_path / "rows.jsonl", rows)
    kept = [{question.policy for question in questions_to_measure(path, fold)} for fold in range(3)]
    assert set().union(*kept) == {f"policy {n}" for n in range(6)}
    assert sum(map(len, kept)) == 6
    with pytest.raises(DataError, match="no fold 3"):
        questions_to_measure(path, 3)


def test_all_sentences_are_read_while_measuring_and_candidates_after(tmp_path):
    reader = sentence_reader()
    before = reader.most
    with everything_read(tmp_path):
        assert reader.most > 100_000
        assert reader.folder == tmp_path
    assert reader.most == before
    assert reader.folder is None


@pytest.mark.slow
def test_methods_and_ablations_stand_beside_the_default(tmp_path):
    rows = [row(f"q{n}", DocID=f"policy {n}") for n in range(2)]
    rows += rows_of_one_question("told", DocID="policy 0")
    picture = tmp_path / "risk.svg"
    path = write(tmp_path / "rows.jsonl", rows)
    report = measure(path, "words+dense", ablation=True, picture=picture)
    assert report["ablation"]["words+dense"]["mrr"] == report["mrr"]
    assert {"bm25", "bm25-expanded", "dense", "cross-encoder"} <= set(report["ablation"])
    assert {
        "without reading",
        "without words",
        "question as understood",
        f"{CANDIDATES} candidates, with paraphrases",
    } <= set(report["ablation"])
    assert picture.read_text().startswith("<svg")
    assert picture.read_text().count("<circle") == len(report["risk_coverage"])
    with pytest.raises(DataError, match="holds no model"):
        measure(path, model=tmp_path)


def test_bm25_finds_the_words_of_the_question(tmp_path):
    report = measure(write(tmp_path / "rows.jsonl", rows_of_one_question()), "bm25")
    assert report["method"] == "bm25"
    assert report["mrr"] == 1
    with pytest.raises(DataError, match="no method magic"):
        measure(tmp_path / "rows.jsonl", "magic")
