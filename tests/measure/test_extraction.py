"""The figures of extraction are those that can be worked out by hand."""

import json
from pathlib import Path

import pytest

from privascope.data.clean_pages import truth_words
from privascope.errors import DataError
from privascope.measure.extraction import measure, measured, page_score


def test_link_targets_are_no_words_of_the_truth() -> None:
    assert truth_words('See [our *policy*](https://a.example/x "Title") now') == [
        "see",
        "our",
        "policy",
        "now",
    ]


def test_words_are_counted_as_often_as_they_stand() -> None:
    score = page_score("data data menu", "Data we collect")
    assert score.precision == pytest.approx(1 / 3)
    assert score.recall == pytest.approx(1 / 3)
    assert score.f1 == pytest.approx(1 / 3)


def test_nothing_in_common_scores_nothing() -> None:
    assert page_score("", "Data").f1 == 0


def test_means_are_taken_over_pages() -> None:
    pages = [{"clean_markdown": "a b"}, {"clean_markdown": "c d"}]
    texts = iter(["warm", "a b", "c"])
    figures = measured(pages, lambda _: next(texts))
    assert figures["recall"] == pytest.approx(0.75)
    assert figures["precision"] == pytest.approx(1.0)
    assert figures["low_recall"] == 1
    assert figures["pages"] == 2


def row(**fields: object) -> str:
    page = {"url": "https://a.example", "html": "<p>We collect data.</p>", "is_policy": True}
    return json.dumps({**page, "clean_markdown": "We collect data.", **fields})


def test_only_policies_with_a_clean_text_are_measured(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_text(
        "\n".join([row(), row(is_policy=False), row(clean_markdown=None)]), encoding="utf-8"
    )
    figures = measure(file)
    assert figures["pages"] == 1
    assert figures["f1"] == 1.0
    assert set(figures) == {
        "precision",
        "recall",
        "f1",
        "low_recall",
        "pages",
        "cpu_ms_per_page",
    }


def test_a_file_without_policies_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_text(row(is_policy=False), encoding="utf-8")
    with pytest.raises(DataError, match="no policy"):
        measure(file)
