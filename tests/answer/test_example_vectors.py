"""The shipped vectors are those of the questions and the encoder that are shipped."""

from pathlib import Path

import numpy as np
import pytest

from privascope.answer import example_vectors
from privascope.answer.common_questions import privacy_questions
from privascope.models.sentence_encoder import encode


def test_the_shipped_vectors_are_fresh() -> None:
    assert example_vectors.is_fresh(), "run python -m privascope.answer.example_vectors"


def test_they_are_what_the_encoder_gives() -> None:
    questions = privacy_questions()[:3]
    known = example_vectors.example_vectors()
    rows = np.stack([known[question] for question in questions])
    assert float((rows * encode(questions)).sum(axis=1).min()) > 0.95


def test_without_them_they_are_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(example_vectors, "SHIPPED", tmp_path / "none.npz")
    assert not example_vectors.is_fresh()
