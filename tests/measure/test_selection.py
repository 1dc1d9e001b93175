"""The figures of selection, its input forms and what is wrong with bad input."""

import gzip
import json

import numpy as np
import pytest

from privascope.answer.relevance import CANDIDATES, cross_relevance
from privascope.data.annotators import human_agreement, max_annotator
from privascope.data.pairs import folds, read_questions
from privascope.data.selection_figures import figures
from privascope.errors import DataError
from privascope.measure.answer_selectors import everything_read
from privascope.measure.selection import measure, questions_to_measure, score_all

SENTENCES = ("We collect your name.", "We sell your name to brokers.", "Write to us by mail.")


def row(question="q", sentence=0, label="Irrelevant", **more):
    return {
        "DocID": "toy",
        "QueryID": question,
        "SentID": f"{question}_{sentence}",
        "Query": "Do you sell my name?",
        "Segment": SENTENCES[sentence],
        "Label": label,
        **more,
    }


def rows_of_one_question(question="q", **more):
    return [row(question, n, "Relevant" if n == 1 else "Irrelevant", **more) for n in range(3)]


def write(path, rows):
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return path


def write_table(path, rows, opening=open):
    lines = ["\t".join(rows[0]), *("\t".join(map(str, one.values())) for one in rows)]
    with opening(path, "wt") as file:
        file.write("\n".join(lines) + "\n")
    return path


def test_both_forms_give_the_same_questions(tmp_path):
    rows = [*rows_of_one_question("a"), *rows_of_one_question("b")]
    lines = read_questions(write(tmp_path / "rows.jsonl", rows))
    table = read_questions(write_table(tmp_path / "rows.tsv", rows))
    packed = read_questions(write_table(tmp_path / "rows.tsv.gz", rows, gzip.open))
    for read in (lines, table, packed):
        assert [question.id for question in read] == ["a", "b"]
        assert read[0].sentences == SENTENCES
        assert read[0].relevant.tolist() == [False, True, False]
        assert read[0].sentences is read[1].sentences


def test_sentences_come_in_the_order_of_their_numbers(tmp_path):
    rows = rows_of_one_question()[::-1]
    assert read_questions(write(tmp_path / "rows.jsonl", rows))[0].sentences == SENTENCES


def test_quotes_that_a_table_added_are_taken_off(tmp_path):
    quoted = '"We use ""cookies"" here."'
    read = read_questions(write_table(tmp_path / "r.tsv", [row(Segment=quoted)]))
    assert read[0].sentences == ('We use "cookies" here.',)


def test_any_relevant_and_annotators(tmp_path):
    rows = []
    for number, (first, second) in enumerate((("Relevant", "None"), ("Irrelevant", "None"))):
        one = row(sentence=number, Any_Relevant=first, Ann1=first, Ann2=second)
        del one["Label"]
        rows.append(one)
    read = read_questions(write(tmp_path / "rows.jsonl", rows))[0]
    assert read.relevant.tolist() == [True, False]
    assert read.annotators.tolist() == [[True, False]]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"DocID": "toy"}], "row 1: no QueryID, SentID, Query, Segment"),
        ([{k: v for k, v in row().items() if k != "Label"}], "row 1: neither Label nor"),
        ([row(), row(sentence=1, label="Perhaps")], "row 2: Label is 'Perhaps'"),
        ([row(), row()], "row 2: SentID q_0 stands in row 1"),
        ([row(Segment=" ")], "row 1: question q without a sentence"),
        ([row(Segment=None)], "row 1: no Segment"),
        ([row(Ann1="Maybe")], "row 1: an annotator's label is 'Maybe'"),
        ([], "no questions"),
    ],
)
def test_bad_rows_are_named(tmp_path, rows, message):
    with pytest.raises(DataError, match=message):
        read_questions(write(tmp_path / "rows.jsonl", rows))


def test_a_file_that_is_not_there_and_one_that_is_binary(tmp_path):
    with pytest.raises(DataError, match="cannot read"):
        read_questions(tmp_path / "none.jsonl")
    (tmp_path / "binary").write_bytes(b"\x00\xff" * 500)
    with pytest.raises(DataError):
        read_questions(tmp_path / "binary")


def test_folds_part_policies_evenly_and_always_alike(tmp_path):
    rows = [
        {**one, "DocID": f"policy {n}", "SentID": f"{n}_{one['SentID']}", "QueryID": f"q{n}"}
        for n in range(7)
        for one in rows_of_one_question()
    ]
    questions = read_questions(write(tmp_path / "rows.jsonl", rows))
    parts = folds(questions)
    assert sorted(len(part) for part in parts) == [2, 2, 3]
    assert len(frozenset().union(*parts)) == 7
    assert parts == folds(questions[::-1])
    with pytest.raises(DataError, match="8 folds"):
        folds(questions, 8)


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


def test_the_nearest_annotator_counts():
    # Predicted {0, 1}. First annotator {0}: P 1/2, R 1. Second {0, 1, 2}: P 1, R 2/3.
    scores = [np.array([0.9, 0.8, 0.1, 0.1])]
    marks = [np.array([[1, 0, 0, 0], [1, 1, 1, 0]], dtype=bool)]
    report = max_annotator(scores, marks, 0.5)
    assert report["precision"] == 1
    assert report["recall"] == 1
    assert report["f1"] == 1
    assert report["mean_f1"] == pytest.approx(2 * 2 / (2 + 3))


def test_nothing_predicted_where_an_annotator_found_nothing_counts_one():
    scores = [np.array([0.2, 0.1]), np.array([0.2, 0.1])]
    marks = [np.zeros((1, 2), dtype=bool), np.array([[True, False]])]
    report = max_annotator(scores, marks, 0.5)
    assert report["precision"] == report["recall"] == 0.5
    predicted = max_annotator(scores, marks, 0.15)
    assert predicted["precision"] == predicted["recall"] == 0.5
    assert predicted["best_f1"] == 0.5


def test_human_agreement_leaves_each_annotator_out():
    marks = [np.array([[1, 1, 0], [1, 0, 0], [1, 1, 0]], dtype=bool)]
    # First and third agree wholly; the second has P 1, R 1/2 and F1 2/3 against either.
    report = human_agreement(marks)
    assert report["precision"] == 1
    assert report["recall"] == pytest.approx((1 + 1 / 2 + 1) / 3)
    assert report["mean_f1"] == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert human_agreement([marks[0][:1]]) == {}


def test_the_original_table_with_its_line_ends_and_quotes(tmp_path):
    head = "Folder\tDocID\tQueryID\tSentID\tSplit\tQuery\tSegment\tAny_Relevant"
    names = [f"Ann{number}" for number in range(1, 7)]
    segments = ('We sell 5" maps.', '"A whole sentence in quotes."', '"Quoted" at the start.')
    lines = ["\t".join((head, *names))]
    for number, segment in enumerate(segments):
        label = "Relevant" if number == 0 else "Irrelevant"
        marks = (label, "Irrelevant", "None", "None", "None", "None")
        cells = ("f", "Toy_1", "Toy_1_0", f"Toy_1_0_{number}", "test", "do you sell maps?")
        lines.append("\t".join((*cells, segment, label, *marks)))
    (tmp_path / "test.csv").write_bytes(("\ufeff" + "\r\n".join(lines) + "\r\n").encode())
    read = read_questions(tmp_path / "test.csv")
    assert [question.text for question in read] == ["do you sell maps?"]
    assert read[0].sentences == (segments[0], "A whole sentence in quotes.", segments[2])
    assert read[0].relevant.tolist() == [True, False, False]
    assert read[0].annotators.tolist() == [[True, False, False], [False, False, False]]
    assert read[0].verbatim.all()


def test_a_table_without_a_column_names_row_and_column(tmp_path):
    rows = [{name: cell for name, cell in row().items() if name != "SentID"}]
    with pytest.raises(DataError, match="row 1: no SentID"):
        read_questions(write_table(tmp_path / "rows.tsv", rows))


def test_two_policies_may_number_their_questions_alike(tmp_path):
    rows = [row(), row(DocID="other")]
    read = read_questions(write(tmp_path / "rows.jsonl", rows))
    assert [question.policy for question in read] == ["toy", "other"]


def test_a_fold_keeps_its_policies(tmp_path):
    rows = [row(f"q{n}", DocID=f"policy {n}") for n in range(6)]
    path = write(tmp_path / "rows.jsonl", rows)
    kept = [{question.policy for question in questions_to_measure(path, fold)} for fold in range(3)]
    assert set().union(*kept) == {f"policy {n}" for n in range(6)}
    assert sum(map(len, kept)) == 6
    with pytest.raises(DataError, match="no fold 3"):
        questions_to_measure(path, 3)


def test_all_sentences_are_read_while_measuring_and_candidates_after(tmp_path):
    reader = cross_relevance()
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
        "without cross",
        "question as asked",
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
