"""The commands that train what judges pages at collection."""

import json
from pathlib import Path

import pytest

from privascope.cli.learn_traits import DetectorModel, detector
from privascope.collect import detector as shipped
from privascope.errors import DataError
from privascope.learn.forest import FILE, address_words

KINDS = ("privacy", "recipes")
WORDS = {
    "privacy": "this privacy policy says which personal data we collect and share and why",
    "recipes": "stir the soup and add salt, onions and a spoon of butter until it is done",
}


def pages(path: Path, each: int) -> Path:
    rows = [
        {
            "url": f"https://site{number}.example/{kind}",
            "text": f"{WORDS[kind]} number {number}",
            "is_policy": kind == "privacy",
        }
        for kind in KINDS
        for number in range(each)
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.mark.slow
def test_the_papers_forest_is_trained_into_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import joblib
    import numpy as np

    before = {file: file.stat().st_mtime_ns for file in Path(shipped.__file__).parent.rglob("*")}
    data = pages(tmp_path / "pages.jsonl", 10)
    detector(data, tmp_path / "out", DetectorModel.FOREST, as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert (figures["pages"], figures["policies"]) == (20, 10)
    assert figures["precision"] == figures["recall"] == 1.0
    forest = joblib.load(tmp_path / "out" / FILE)
    asked = np.array(
        [["https://new.example/privacy", WORDS["privacy"]], ["https://new.example/x", "butter"]],
        dtype=object,
    )
    assert forest.predict(asked).tolist() == [True, False]
    after = {file: file.stat().st_mtime_ns for file in Path(shipped.__file__).parent.rglob("*")}
    assert {name: when for name, when in after.items() if "__pycache__" not in name.parts} == {
        name: when for name, when in before.items() if "__pycache__" not in name.parts
    }


def test_too_few_pages_are_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="at least 5 policies"):
        detector(pages(tmp_path / "pages.jsonl", 2), tmp_path, DetectorModel.FOREST)


def test_words_of_an_address() -> None:
    assert address_words("https://Shop.example/legal/privacy-policy?x=1") == [
        "https",
        "shop",
        "example",
        "legal",
        "privacy",
        "policy",
    ]
