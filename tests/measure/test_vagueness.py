import json
from pathlib import Path

import numpy as np
import pytest

from privascope.data.vague_sentences import labelled_sentences, labelled_tokens
from privascope.errors import DataError
from privascope.measure.vagueness import measure, precision_recall_f1, spearman


def sentence(text: str, phrases: dict[str, int], scores: list[str]) -> dict[str, object]:
    return {"sentence_str": text, "vague_phrases": phrases, "scores": scores}


DOCUMENT = {
    "id": "1",
    "vague_sentences": [
        sentence(
            "We may share some of it , but do n't sell it .", {"may": 4, "some": 2}, ["4", "5"]
        ),
        sentence("Your name is kept for two years .", {"kept": 1}, ["1", "1"]),
        sentence("We can be reached by post .", {}, ["1", "2"]),
    ],
}


def written(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_figures_of_a_small_file(tmp_path: Path) -> None:
    figures = measure(written(tmp_path / "documents.jsonl", DOCUMENT))
    assert figures["documents"] == 1
    assert figures["sentences"] == 3
    assert figures["vague_words"] == 2
    assert figures["sentences_of_the_training_data"] == 0
    assert "not trained on" in str(figures["measured"])
    # may, some and can are cue words; two of them were marked.
    cue_words = figures["cue_words"]
    assert isinstance(cue_words, dict)
    assert cue_words["precision"] == pytest.approx(2 / 3)
    assert cue_words["recall"] == 1.0
    assert figures["recall"] == 1.0
    assert float(str(figures["spearman"])) > 0


def test_a_word_is_vague_from_two_annotators_on_over_all_phrases_that_hold_it() -> None:
    row = {
        "vague_sentences": [
            sentence(
                "We may be sharing personal information with others .",
                {"may": 1, "may be": 1, "be sharing": 0, "personal information": 5, "": 3},
                ["3"],
            )
        ]
    }
    labelled = labelled_tokens(labelled_sentences([row]))
    vague = [t for t, one in zip(labelled.tokens.texts, labelled.vague, strict=True) if one]
    assert vague == ["may"]


def test_taken_apart_contractions_are_one_word_again() -> None:
    labelled = labelled_tokens(labelled_sentences([DOCUMENT]))
    assert "don't" in labelled.tokens.texts


@pytest.mark.parametrize(
    "row",
    [
        {"id": 1},
        {"vague_sentences": 3},
        {"vague_sentences": [{"sentence_str": "x", "scores": []}]},
        {"vague_sentences": [sentence("x", {}, ["high"])]},
        {"vague_sentences": []},
    ],
)
def test_a_file_of_another_form_is_named_as_such(tmp_path: Path, row: object) -> None:
    with pytest.raises(DataError):
        measure(written(tmp_path / "documents.jsonl", row))


def test_precision_recall_and_f1() -> None:
    found, vague = np.array([True, True, False]), np.array([True, False, True])
    assert precision_recall_f1(found, vague) == {"precision": 0.5, "recall": 0.5, "f1": 0.5}
    nothing = np.zeros(3, dtype=np.bool_)
    assert precision_recall_f1(nothing, nothing) == {"precision": 0.0, "recall": 0.0, "f1": 0.0}


def test_rank_correlation_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(1)
    first, second = random.integers(0, 6, 200).astype(float), random.normal(size=200)
    assert spearman(first, first + second) == pytest.approx(
        stats.spearmanr(first, first + second)[0]
    )
    assert spearman(np.ones(5), np.arange(5.0)) == 0.0
