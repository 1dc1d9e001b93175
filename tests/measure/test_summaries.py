"""Summaries against references, scored by a library."""

import pytest

from privascope.errors import DataError
from privascope.measure import summaries
from privascope.measure.summaries import measure, rouge

pytest.importorskip("rouge_score")


def test_the_best_reference_counts():
    report = rouge([("we keep data", ["nothing alike", "we keep data"])])
    assert report["rouge1_f1"] == pytest.approx(1)
    assert report["rougel_f1"] == pytest.approx(1)
    half = rouge([("we keep data", ["we keep data for a year"])])
    assert half["rouge1_precision"] == pytest.approx(1)
    assert half["rouge1_recall"] == pytest.approx(0.5)


def test_each_method_is_scored(tmp_path, monkeypatch):
    (tmp_path / "r.jsonl").write_text(
        '{"policy": "p", "question": "q?", "summary": "we keep it"}\n'
    )
    made = {"default": "we keep it", "bm25": "another text"}
    monkeypatch.setattr(summaries, "_summary", lambda library, row, method: made[method])
    report = measure(tmp_path / "r.jsonl", tmp_path, ("default", "bm25"))
    assert report["default"]["rouge1_f1"] == pytest.approx(1)
    assert report["bm25"]["rouge1_f1"] == 0


@pytest.mark.parametrize(
    "row",
    [
        "",
        '{"policy": "p", "question": "q?"}',
        '{"policy": "p", "question": "q?", "summary": []}',
        '{"policy": "p", "question": "q?", "summary": [1]}',
        '{"policy": "", "question": "q?", "summary": "s"}',
    ],
)
def test_bad_rows_are_told(tmp_path, row):
    (tmp_path / "r.jsonl").write_text(row + "\n" if row else "")
    with pytest.raises(DataError, match=r"r\.jsonl"):
        measure(tmp_path / "r.jsonl", tmp_path)
