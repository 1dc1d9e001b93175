from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gensim")

from privascope.errors import DataError, PrivascopeError
from privascope.learn import vectors
from privascope.learn.corpus import build_corpus
from privascope.learn.vectors import learn_vectors
from tests.learn.tiny import write_rows


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sentences in which carriers and couriers are used alike, and unlike cookies and beacons."""
    chance = np.random.default_rng(0)
    sentences = []
    for number in range(3000):
        first = chance.choice(["carriers", "couriers"])
        second = chance.choice(["cookies", "beacons"])
        day = f"{number} {'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10 % 10]}"
        sentences.append(f"Our {first} deliver heavy parcels to your door on {day}.")
        sentences.append(f"The browser stores {second} that recognise visitors again in {day}.")
    folder = tmp_path_factory.mktemp("corpus")
    rows = [{"text": " ".join(sentences[at : at + 500])} for at in range(0, len(sentences), 500)]
    build_corpus([write_rows(folder / "rows.jsonl", rows)], folder)
    return folder


def test_words_used_alike_are_near(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Among so few words each is frequent, and frequent ones are passed over.
    monkeypatch.setattr(vectors, "_SAMPLE", 0.0)
    found = learn_vectors(corpus, tmp_path, size=16)
    near, far = dict(found.nearest("carriers", 999)), dict(found.nearest("cookies", 999))
    assert near["couriers"] > near["beacons"] + 0.1
    assert far["beacons"] > far["couriers"] + 0.1
    assert "gebeacons" not in found
    assert not (tmp_path / "checkpoint.gensim").exists()


def test_words_of_few_documents_are_left_out(corpus: Path, tmp_path: Path) -> None:
    assert "couriers" in learn_vectors(corpus, tmp_path / "all", size=16, epochs=1, fewest=12)
    with pytest.raises(DataError, match="no word occurs in 13 documents"):
        learn_vectors(corpus, tmp_path, size=16, epochs=1, fewest=13)


def test_a_stopped_training_ends_as_an_unbroken_one(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = learn_vectors(corpus, tmp_path / "whole", size=16)
    write = vectors.write_whole
    calls = 0

    def killed(path: Path, content: bytes) -> None:
        nonlocal calls
        write(path, content)
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(vectors, "write_whole", killed)
        with pytest.raises(KeyboardInterrupt):
            learn_vectors(corpus, tmp_path / "broken", size=16)
    with pytest.raises(PrivascopeError, match="size differ"):
        learn_vectors(corpus, tmp_path / "broken", size=24)
    resumed = learn_vectors(corpus, tmp_path / "broken", size=16)
    assert resumed.words == whole.words
    assert np.allclose(resumed.table, whole.table)


def test_finished_vectors_are_read_not_learned(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = learn_vectors(corpus, tmp_path, size=16, words=9)
    assert len(whole.words) <= 9
    monkeypatch.setattr(vectors, "_trained", None)
    assert learn_vectors(corpus, tmp_path, size=16, words=9).words == whole.words


def test_a_damaged_checkpoint_and_a_poor_corpus_are_named(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "checkpoint.gensim").write_bytes(b"no model")
    with pytest.raises(PrivascopeError, match=r"checkpoint\.gensim is damaged"):
        learn_vectors(corpus, tmp_path, size=16)
    text = ENGLISH
    build_corpus([write_rows(tmp_path / "rows.jsonl", [{"text": text}])], tmp_path / "poor")
    with pytest.raises(DataError, match="no word occurs 5 times"):
        learn_vectors(tmp_path / "poor", tmp_path / "out", size=16)


ENGLISH = (
    "Invoices remain here for seven years because tax law demands it from every merchant. "
    "Visitors can ask us to delete personal information at any time without giving reasons. "
    "Encrypted passwords protect accounts, while daily backups guard against sudden failures. "
    "Parents decide whether children take part; teachers receive no records about pupils. "
    "Complaints reach an independent officer, whose answer arrives within thirty days by mail."
)
