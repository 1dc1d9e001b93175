from pathlib import Path

import numpy as np
import pytest

from privascope.data.vague_sentences import labelled_sentences
from privascope.learn.vagueness import FOLDS, fold_of, learn, write
from privascope.policy.policy import Span
from privascope.traits.vague_words import Model, read_vocabulary, tokenise

pytest.importorskip("sklearn")


def rows(documents: int) -> list[dict[str, object]]:
    """Documents in which "may" is vague and "can" is not."""
    return [
        {
            "vague_sentences": [
                {
                    "sentence_str": f"We may keep file {number} of yours .",
                    "vague_phrases": {"may": 3},
                    "scores": ["4"],
                },
                {
                    "sentence_str": f"You can close file {number} of yours .",
                    "vague_phrases": {},
                    "scores": ["1"],
                },
            ]
        }
        for number in range(documents)
    ]


def test_what_was_marked_is_learned_stored_and_read_again(tmp_path: Path) -> None:
    sentences = labelled_sentences(rows(20))
    learned = learn(sentences)
    write(learned, sentences, tmp_path / "weights.npz")
    with np.load(tmp_path / "weights.npz", allow_pickle=False) as file:
        model = Model(
            read_vocabulary(file), file["weights"].astype(float), float(file["threshold"])
        )
    text = "We may keep it. You can close it."
    tokens = tokenise(text, [Span(0, 15), Span(16, len(text))])
    vague = model.vague(tokens, model.probabilities(tokens))
    assert [t for t, one in zip(tokens.texts, vague, strict=True) if one] == ["may"]
    with np.load(tmp_path / "folds.npz", allow_pickle=False) as file:
        assert len(file["weights"]) == len(file["thresholds"]) == FOLDS
        assert len(file["sentences"]) == len(sentences)


def test_every_document_is_left_out_in_one_fold() -> None:
    folds = [fold_of(document, 79) for document in range(79)]
    assert sorted({folds.count(fold) for fold in range(FOLDS)}) == [15, 16]
