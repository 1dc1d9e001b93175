"""The runner of the practice model: pieces, thresholds, words, and what goes wrong."""

import json
import shutil
from pathlib import Path

import pytest

from privascope.models import practices
from privascope.models.onnx import ModelError
from privascope.models.practices import digest, load_labels, read_practices
from tests.practice_model import FIRST, NEVER_SAID, THIRD

CONTACT = (FIRST, "Personal Information Type", "Contact")


def test_categories_and_the_words_behind_values(practice_folder: Path) -> None:
    labels = load_labels(practice_folder)
    text = "We collect your name and your phone number."
    [reading] = read_practices([text], None, practice_folder)
    found = {
        label
        for label, probability in zip(labels.categories, reading.categories, strict=True)
        if probability >= 0.5
    }
    assert found == {FIRST}
    [(number, words)] = reading.words.items()
    assert labels.values[number] == CONTACT
    assert text[words.start : words.end] == "name"
    assert words.best == words.start
    assert reading.values[number] > 0.98


def test_a_value_without_a_threshold_is_never_said(practice_folder: Path) -> None:
    [reading] = read_practices(["We collect a secret."], None, practice_folder)
    number = load_labels(practice_folder).values.index(NEVER_SAID)
    assert reading.values[number] > 0.9
    assert not reading.words


def test_a_long_text_is_read_in_pieces_to_its_end(practice_folder: Path) -> None:
    text = (
        "Nothing is said here. " * 200
        + "In the end we collect your location and share it with carriers."
    )
    labels = load_labels(practice_folder)
    [reading] = read_practices([text], None, practice_folder)
    assert reading.categories[labels.categories.index(THIRD)] > 0.9
    said = {text[words.start : words.end] for words in reading.words.values()}
    assert said == {"location", "carriers"}


def test_the_best_piece_gives_the_words(practice_folder: Path) -> None:
    text = "We collect a name. " + "Nothing is said here. " * 200 + "A name. A phone. A name."
    [reading] = read_practices([text], None, practice_folder)
    [words] = reading.words.values()
    assert words.start > len(text) // 2, "two mentions weigh more than one"


def test_a_lead_says_the_category_but_never_gives_the_words(practice_folder: Path) -> None:
    labels = load_labels(practice_folder)
    alone, led = read_practices(
        ["phone number", "phone number"], ["", "We collect your name and:"], practice_folder
    )
    assert alone.categories[labels.categories.index(FIRST)] < 0.1
    assert led.categories[labels.categories.index(FIRST)] > 0.9
    assert [(words.start, words.end) for words in led.words.values()] == [(0, 5)]


def test_an_empty_text_says_nothing(practice_folder: Path) -> None:
    for reading in read_practices(["", " \n ", "\u200b"], None, practice_folder):
        assert not reading.words
        assert reading.categories.max() < 0.01
    assert list(read_practices([], None, practice_folder)) == []


def test_many_texts_come_in_order_and_a_repeated_one_is_read_once(
    practice_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practices, "_AT_ONCE", 200)
    rows = []
    token_inputs = practices.token_inputs

    def counted(batch: list[list[int]]) -> object:
        rows.append(len(batch))
        return token_inputs(batch)

    monkeypatch.setattr(practices, "token_inputs", counted)
    texts = [("We share it.", "We keep it.", "Hello.")[number % 3] for number in range(90)]
    labels = load_labels(practice_folder)
    readings = list(read_practices(texts, None, practice_folder))
    third = labels.categories.index(THIRD)
    assert [reading.categories[third] > 0.5 for reading in readings] == [True, False, False] * 30
    assert sum(rows) < 30


def test_missing_and_damaged_files_are_told(practice_folder: Path, tmp_path: Path) -> None:
    for name in ("labels.json", "model.onnx", "tokenizer.json"):
        folder = tmp_path / name.partition(".")[0]
        shutil.copytree(practice_folder, folder)
        (folder / name).unlink()
        with pytest.raises(ModelError, match=f"{name} is missing; install privascope again"):
            list(read_practices(["We share."], None, folder))
        with pytest.raises(ModelError, match=name):
            digest(folder)
    damaged = tmp_path / "damaged"
    shutil.copytree(practice_folder, damaged)
    labels = json.loads((damaged / "labels.json").read_text())
    labels["value_thresholds"].pop()
    (damaged / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(ModelError, match="one threshold each"):
        load_labels(damaged)


def test_the_digest_changes_with_the_thresholds(practice_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    shutil.copytree(practice_folder, folder)
    labels = json.loads((folder / "labels.json").read_text())
    labels["category_thresholds"][0] = 0.6
    (folder / "labels.json").write_text(json.dumps(labels))
    assert digest(folder) != digest(practice_folder)
