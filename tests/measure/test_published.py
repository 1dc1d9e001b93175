"""The published systems' tables: rows of each paper, from one command."""

from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.measure import published
from privascope.measure.papers import privaseer, query_answering, query_guided
from privascope.measure.papers.row import Row
from privascope.measure.published import as_table, measure


def test_every_paper_gives_rows(monkeypatch, tmp_path):
    row = Row("table 1", "clusters", 12, 13, 16.5, "why")
    monkeypatch.setattr(published, "rows_of", lambda *_: [row])
    report = measure(tmp_path)
    assert set(report) == set(published.PAPERS)
    assert report["query_answering"]["rows"][0]["faithful"] == 13
    text = "\n".join(as_table(report))
    assert "clusters" in text
    assert "16.500  why" in text


def test_a_folder_without_the_data_is_told(tmp_path):
    with pytest.raises(DataError, match="is no folder"):
        measure(tmp_path / "none")
    with pytest.raises(DataError, match=r"holds no cmu/questions\.jsonl"):
        query_answering.rows(tmp_path, None, iter)


def test_the_query_guided_rows_stand_beside_the_published(monkeypatch, tmp_path):
    figures = dict.fromkeys(("f_at_5", "f_at_10", "p_at_5", "p_at_10", "mrr"), 0.5)
    report = {
        "paraphrases": {"rules": {"paraphrases": 2.0, "segments_rescued": 0.3}},
        "rankings": dict.fromkeys(
            ("R", "I", "R + I", "R + I, rules", "R + I, all", "default"), figures
        ),
    }
    monkeypatch.setattr(query_guided.query_guided, "measure", lambda **_: report)
    rows = {row.figure: row for row in query_guided.rows(tmp_path, None, iter)}
    assert rows["R + I, all: f_at_10"].published == 0.890
    assert rows["R + I, all: f_at_10"].faithful == 0.5
    assert rows["I: mrr"].published is None
    assert rows["rules, paraphrases"].faithful == 2.0
    assert rows["translation, paraphrases"].faithful is None


def test_privaseers_rows_have_our_vague_words_beside_the_published(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    figures = {"precision": 0.6, "recall": 0.5, "f1": 0.55}
    with pytest.raises(DataError, match="holds no vagueness"):
        privaseer.rows(tmp_path, None, iter)
    (tmp_path / "vagueness").mkdir()
    (tmp_path / privaseer.DOCUMENTS).write_bytes(b"")
    monkeypatch.setattr("privascope.measure.vagueness.measure", lambda _: figures)
    rows = {row.figure: row for row in privaseer.rows(tmp_path, None, iter)}
    assert (rows["f1"].published, rows["f1"].ours) == (0.583, 0.55)
    assert rows["published, security"].published == 0.92
    assert "judge" in rows["published, security"].note
