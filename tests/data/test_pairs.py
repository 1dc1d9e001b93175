"""Questions with their sentences: both forms, folds, and what is wrong with bad input."""

import csv
import gzip

import pytest

from privascope.data.pairs import folds, read_questions
from privascope.errors import DataError
from tests.data.pair_rows import SENTENCES, row, rows_of_one_question, write, write_table


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


def test_long_cells_are_read_and_other_readers_keep_their_limit(tmp_path):
    limit = csv.field_size_limit()
    long = "word " * limit
    read = read_questions(write_table(tmp_path / "rows.tsv", [row(Segment=long)]))
    assert len(read[0].sentences[0]) > limit
    assert csv.field_size_limit() == limit


def test_two_policies_may_number_their_questions_alike(tmp_path):
    rows = [row(), row(DocID="other")]
    read = read_questions(write(tmp_path / "rows.jsonl", rows))
    assert [question.policy for question in read] == ["toy", "other"]
