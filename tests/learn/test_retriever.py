from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("faiss")

from privascope.data.pairs import Question, questions_of
from privascope.errors import DataError, PrivascopeError
from privascope.learn import corpus_index
from privascope.learn.corpus_index import index_corpus, nearest
from privascope.learn.retriever import load_retriever, ranking, train_retriever
from tests.learn.tiny import labelled_rows, tiny_base


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    return questions_of(labelled_rows())


def halves(questions: list[Question]) -> tuple[list[Question], list[Question]]:
    return (
        [question for question in questions if question.policy != "policy 0"],
        [question for question in questions if question.policy == "policy 0"],
    )


@pytest.mark.slow
def test_the_answers_of_unseen_policies_are_found(
    base: str, questions: list[Question], tmp_path: Path
) -> None:
    learned, unseen = halves(questions)
    before = ranking(load_retriever(base), unseen)
    fitted = train_retriever(base, learned, tmp_path, tuned_on=unseen, epochs=25, rate=3e-3)
    after = ranking(load_retriever(str(tmp_path)), unseen)
    assert before["mrr"] < 0.7
    assert after["mrr"] > 0.9
    assert after["mrr"] == pytest.approx(fitted.best)
    assert after["mean_rank"] < 1.5 < before["mean_rank"]
    assert after["recall_at_10"] == 1.0


@pytest.mark.slow
def test_a_stopped_training_ends_as_an_unbroken_one(
    base: str, questions: list[Question], tmp_path: Path
) -> None:
    learned, unseen = halves(questions)
    train_retriever(base, learned, tmp_path / "whole", tuned_on=unseen, epochs=2)
    part = train_retriever(base, learned, tmp_path / "parts", tuned_on=unseen, epochs=2, seconds=0)
    assert not part.finished
    with pytest.raises(PrivascopeError, match="hard differ"):
        train_retriever(base, learned, tmp_path / "parts", tuned_on=unseen, epochs=2, hard=1)
    train_retriever(base, learned, tmp_path / "parts", tuned_on=unseen, epochs=2)
    whole, parts = (load_retriever(str(tmp_path / name)) for name in ("whole", "parts"))
    assert whole.digest == parts.digest


def test_questions_without_answers_cannot_be_learned_from(
    base: str, questions: list[Question], tmp_path: Path
) -> None:
    rows = [{**row, "Label": "Irrelevant"} for row in labelled_rows(2)]
    with pytest.raises(DataError, match="needs questions with relevant sentences"):
        train_retriever(base, questions_of(rows), tmp_path, tuned_on=questions)


def test_the_search_is_exact_over_all_shards(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus_index, "_SHARD", 7)
    sentences = [f"we {a} your {b} ." for a in ("keep", "sell", "share") for b in "abcdefgh"]
    retriever = load_retriever(base)
    shards = index_corpus(retriever, sentences, tmp_path)
    assert len(shards) == 4
    asked = ["do you sell your c ?", "we share your h ."]
    found = nearest(retriever, asked, shards, 9)
    products = retriever.encode_questions(asked) @ retriever.encode_sentences(sentences).T
    assert np.allclose(found.products, -np.sort(-products, axis=1)[:, :9], atol=2e-3)
    assert found.sentences[1][0] == sentences.index(asked[1])
    assert found.sentences.shape == (2, 9)


def test_encoding_goes_on_after_a_stop(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus_index, "_SHARD", 2)
    retriever = load_retriever(base)
    sentences = ["we keep data .", "we sell music .", "you share games ."]
    first = index_corpus(retriever, sentences, tmp_path)
    written = first[0].stat().st_mtime_ns
    first[1].unlink()
    assert index_corpus(retriever, sentences, tmp_path) == first
    assert first[0].stat().st_mtime_ns == written
    assert first[1].exists()
    first[0].write_bytes(b"no table")
    with pytest.raises(DataError, match=r"0000\.npy is damaged"):
        nearest(retriever, ["what ?"], first, 1)


def test_an_empty_search_is_refused(base: str) -> None:
    with pytest.raises(DataError, match="nothing to search"):
        nearest(load_retriever(base), ["what ?"], [], 3)
