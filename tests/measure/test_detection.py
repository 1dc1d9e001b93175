import json
from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.measure.detection import figures, measure

PAGES = Path(__file__).parent.parent / "detection_pages"


def _rows(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_figures_against_counts_made_by_hand() -> None:
    found = figures([True, True, True, False, False], [0.9, 0.8, 0.2, 0.6, 0.1])
    assert found["precision"] == pytest.approx(2 / 3)
    assert found["recall"] == pytest.approx(2 / 3)
    assert found["f1"] == pytest.approx(2 / 3)
    assert found["auc"] == pytest.approx(5 / 6)


def test_figures_agree_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    answers = [i % 3 == 0 for i in range(60)]
    scores = [((i * 37) % 11) / 10 for i in range(60)]
    found = figures(answers, scores)
    assert found["auc"] == pytest.approx(metrics.roc_auc_score(answers, scores))
    said = [score >= 0.5 for score in scores]
    assert found["f1"] == pytest.approx(metrics.f1_score(answers, said))


def test_nothing_found_is_zero() -> None:
    assert figures([True, False], [0.1, 0.1])["f1"] == 0.0
    assert figures([True], [0.9])["auc"] == 0.0


def test_our_own_pages(tmp_path: Path) -> None:
    manifest = json.loads((PAGES / "manifest.json").read_text())
    rows = [
        {
            "url": page["url"],
            "is_policy": page["is_policy"],
            "html": (PAGES / page["file"]).read_text(encoding="utf-8"),
        }
        for page in manifest
    ]
    found = measure(_rows(tmp_path / "pages.jsonl", rows))
    assert found["pages"] == len(manifest)
    assert found["policies"] == sum(page["is_policy"] for page in manifest)
    by_url = found["url_alone"]
    assert isinstance(by_url, dict)
    assert isinstance(found["f1"], float)
    assert found["f1"] > by_url["f1"]


def test_a_row_may_hold_text(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {
            "url": "https://a.example/privacy",
            "text": "Privacy policy\n\nWe collect your name. We share personal data with nobody.",
            "is_policy": True,
        },
        {"url": "https://a.example/soup", "text": "Boil the potatoes.", "is_policy": False},
    ]
    assert measure(_rows(tmp_path / "rows.jsonl", rows))["f1"] == 1.0


def test_rows_without_text_or_at_all_are_refused(tmp_path: Path) -> None:
    row: dict[str, object] = {"url": "https://a.example", "is_policy": True}
    with pytest.raises(DataError, match="html or text"):
        measure(_rows(tmp_path / "rows.jsonl", [row]))
    with pytest.raises(DataError, match="no rows"):
        measure(_rows(tmp_path / "none.jsonl", []))
