from pathlib import Path

import numpy as np
import pytest

from privascope.errors import PrivascopeError
from privascope.models.vectors import PolicyVectors, load_vectors, vector_words


@pytest.fixture
def vectors() -> PolicyVectors:
    table = np.array([[1, 0], [0.8, 0.6], [0, 1], [-1, 0]], dtype=np.float32)
    return PolicyVectors(["share", "disclose", "keep", "hide"], table)


def test_the_nearest_words_come_first(vectors: PolicyVectors) -> None:
    assert [word for word, _ in vectors.nearest("share", 2)] == ["disclose", "keep"]
    assert vectors.nearest("share", 1)[0][1] == pytest.approx(0.8)
    assert len(vectors.nearest("share", 50)) == 3
    assert vectors.nearest("unheard", 3) == []
    assert vectors.nearest("share", 0) == []
    assert vectors.vector("unheard") is None
    assert "keep" in vectors


def test_words_are_cut_as_they_were_learned() -> None:
    assert vector_words("Don’t share third-party E-mail, 5 times!") == [
        "don't",
        "share",
        "third-party",
        "e-mail",
        "times",
    ]
    assert vector_words(
        "2nd party, sha256 or covid-19: see www.acme.example/a or privacy@acme.com"
    ) == [
        "party",
        "or",
        "see",
        "or",
    ]


@pytest.mark.parametrize("content", [b"", b"PK no table", None])
def test_a_missing_or_damaged_file_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "vectors.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PrivascopeError, match=r"vectors\.npz"):
        load_vectors(path)


def test_words_and_rows_must_match(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npz"
    np.savez(path, words=np.frombuffer(b"a\nb", np.uint8), table=np.ones((3, 2), np.float16))
    with pytest.raises(PrivascopeError, match="words and rows differ"):
        load_vectors(path)
