"""Sentence vectors survive the process, and a damaged file only costs time."""

from pathlib import Path

import numpy as np
import pytest

from privascope.library.vectors import FILE, VersionVectors, model_digest, rounded

TEXTS = ("We sell nothing.", "We keep it for a year.", "Write to us.")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "model.onnx").write_bytes(b"weights")
    return tmp_path


def some_vectors(count: int) -> np.ndarray:
    rows = np.random.default_rng(4).normal(size=(count, 8)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_what_was_kept_comes_back(model: Path, tmp_path: Path) -> None:
    vectors = some_vectors(2)
    place = VersionVectors(tmp_path, "v1")
    assert place.load(model, TEXTS, 8) is None
    place.save(model, TEXTS, np.array([0, 2]), vectors)
    numbers, found = place.load(model, TEXTS, 8) or pytest.fail("nothing kept")
    assert numbers.tolist() == [0, 2]
    assert np.array_equal(found, rounded(vectors))
    assert float((found * vectors).sum(axis=1).min()) > 0.999


def test_other_texts_models_and_versions_have_none(model: Path, tmp_path: Path) -> None:
    VersionVectors(tmp_path, "v1").save(model, TEXTS, np.arange(3), some_vectors(3))
    assert VersionVectors(tmp_path, "v2").load(model, TEXTS, 8) is None
    assert VersionVectors(tmp_path, "v1").load(model, TEXTS[:2], 8) is None
    other = tmp_path / "other"
    other.mkdir()
    (other / "model.onnx").write_bytes(b"other weights")
    assert model_digest(other) != model_digest(model)
    assert VersionVectors(tmp_path, "v1").load(other, TEXTS, 8) is None


@pytest.mark.parametrize("content", [b"", b"no database at all " * 100])
def test_a_damaged_file_holds_nothing(model: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    place = VersionVectors(tmp_path, "v1")
    assert place.load(model, TEXTS, 8) is None
    place.save(model, TEXTS, np.arange(3), some_vectors(3))
    assert (place.load(model, TEXTS, 8) is not None) == (content == b"")


def test_a_folder_that_cannot_be_written_is_no_error(model: Path, tmp_path: Path) -> None:
    place = VersionVectors(tmp_path / "nowhere", "v1")
    place.save(model, TEXTS, np.arange(3), some_vectors(3))
    assert place.load(model, TEXTS, 8) is None
    assert not (tmp_path / "nowhere").exists()
