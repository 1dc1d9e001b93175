"""Words are replaced by those that policies use alike, noun for noun and verb for verb."""

import numpy as np
import pytest

from privascope.answer.expand import bm25_words, vectors
from privascope.answer.expand.word_classes import WordClass, class_in, class_of
from privascope.models.vectors import PolicyVectors

WORDS = ("photos", "pictures", "images", "sell", "rent", "trade", "quickly", "photo")
TABLE = np.array(
    [[1, 0], [0.98, 0.2], [0.9, 0.3], [0, 1], [0.1, 0.99], [0.2, 0.97], [0.99, 0.1], [1, 0.01]],
    dtype=np.float32,
)
TABLE /= np.linalg.norm(TABLE, axis=1, keepdims=True)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    made = PolicyVectors(WORDS, TABLE)
    monkeypatch.setattr(vectors, "vectors_or_none", lambda: made)
    monkeypatch.setattr(bm25_words, "vectors_or_none", lambda: made)
    bm25_words._near_stems.cache_clear()


@pytest.mark.usefixtures("table")
def test_nouns_are_replaced_by_nouns_and_verbs_by_verbs() -> None:
    found = vectors.substituted("do you sell my photos?").paraphrases
    assert "do you rent my photos?" in found
    assert "do you sell my pictures?" in found
    assert not any("quickly" in text or "my photo?" in text for text in found)


@pytest.mark.usefixtures("table")
def test_each_word_brings_the_stems_of_its_nearest_words() -> None:
    stems = bm25_words.question_stems("do you sell my photos?")
    assert {"sell", "photo", "pictur"} <= stems
    assert "you" not in stems
    own = bm25_words.question_stems("do you sell my photos?", expanded=False)
    assert own == {"sell", "photo"}


def test_missing_vectors_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "vectors_or_none", lambda: None)
    expanded = vectors.substituted("do you sell my photos?")
    assert expanded.paraphrases == ()
    assert "skipped" in expanded.note


def test_words_of_two_classes_are_told_by_their_neighbours() -> None:
    words = ["do", "you", "track", "my", "contact"]
    assert class_in(words, 2) is WordClass.VERB
    assert class_in(words, 4) is WordClass.NOUN
    assert class_of("photos") is WordClass.NOUN
    assert class_of("quickly") is WordClass.OTHER
