"""The BiLSTM learns which section a heading asks for, resumes, and is the same in ONNX."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from privascope.errors import DataError, PrivascopeError  # noqa: E402
from privascope.learn.bilstm import load_bilstm, torch_scores, train_bilstm  # noqa: E402
from privascope.learn.bilstm_figures import method_scores, section_figures  # noqa: E402
from privascope.learn.section_pairs import AskedSection, SectionedPolicy  # noqa: E402
from privascope.learn.vectors import write_vectors  # noqa: E402
from privascope.models.bilstm import score_texts  # noqa: E402
from privascope.models.onnx import ModelError  # noqa: E402
from privascope.models.vectors import load_vectors  # noqa: E402
from tests.learn.tiny import ANSWERS, WORDS  # noqa: E402

FILLERS = ("we keep", "you may share", "they will store", "our data of", "us do not sell")


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = [word for word in WORDS if word.isalpha()]
    table = np.random.default_rng(2).standard_normal((len(words), 16))
    path = tmp_path_factory.mktemp("vectors") / "vectors.npz"
    write_vectors(path, words, table)
    return path


def policies(count: int, first: int = 0) -> list[SectionedPolicy]:
    """Which word answers which question must be learned: they share no letters."""
    return [
        SectionedPolicy(
            f"service {number}",
            tuple(
                AskedSection(
                    f"What {subject}?",
                    tuple(f"{FILLERS[(number + n) % 5]} {answer} ." for n in range(1 + number % 2)),
                )
                for subject, answer in ANSWERS.items()
            ),
        )
        for number in range(first, first + count)
    ]


SETTINGS = {"epochs": 30, "rate": 1e-2, "hidden": 16}


@pytest.fixture(scope="module")
def trained(vectors: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bilstm")
    fitted = train_bilstm(
        policies(40), folder, tuned_on=policies(3, 40), vectors=vectors, **SETTINGS
    )
    assert fitted.finished
    return folder


def test_the_right_section_is_learned(trained: Path, vectors: Path) -> None:
    lines = [json.loads(line) for line in (trained / "log.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in lines if "loss" in line]
    assert losses[-1] < losses[0] / 3
    unseen = policies(4, 90)
    scores = torch_scores(load_bilstm(trained), load_vectors(vectors))
    figures = section_figures(scores, unseen)
    by_words = section_figures(method_scores("bm25"), unseen)
    assert figures["all_sections"]["precision_at_1"] > 0.9
    assert figures["one_wrong"]["mrr"] > 0.95
    assert figures["all_sections"]["questions"] == 32
    assert by_words["all_sections"]["precision_at_1"] < 0.5


def test_the_exported_model_says_the_same(trained: Path, vectors: Path) -> None:
    scores = torch_scores(load_bilstm(trained), load_vectors(vectors))
    texts = [
        "we keep police .",
        "",
        "nothing known herein",
        "our " * 200,
        "you share cookies and us",
    ]
    for question in ("What phone?", "", "how long do they keep my music and name"):
        exact = scores([question], texts)[0]
        assert np.abs(score_texts(question, texts, trained, vectors) - exact).max() < 1e-5
    assert np.ptp(exact) > 0.01
    assert score_texts("What phone?", [], trained, vectors).shape == (0,)


def test_a_stopped_training_ends_as_an_unbroken_one(vectors: Path, tmp_path: Path) -> None:
    data, tuned = policies(12), policies(2, 40)
    few = {"vectors": vectors, "epochs": 3, "hidden": 8}
    train_bilstm(data, tmp_path / "whole", tuned_on=tuned, **few)
    assert not train_bilstm(data, tmp_path / "parts", tuned_on=tuned, seconds=0, **few).finished
    assert not (tmp_path / "parts" / "model.onnx").exists()
    with pytest.raises(PrivascopeError, match="another recipe \\(data differ\\)"):
        train_bilstm(data[:11] + policies(1, 60), tmp_path / "parts", tuned_on=tuned, **few)
    train_bilstm(data, tmp_path / "parts", tuned_on=tuned, **few)
    for name in ("bilstm.safetensors", "model.onnx"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


def test_ties_count_by_how_they_may_fall() -> None:
    def same(questions: list[str], texts: list[str]) -> np.ndarray:
        return np.zeros((len(questions), len(texts)))

    figures = section_figures(same, policies(2))
    assert figures["one_wrong"]["precision_at_1"] == pytest.approx(0.5)
    assert figures["one_wrong"]["mrr"] == pytest.approx(0.75)
    assert figures["all_sections"]["precision_at_1"] == pytest.approx(1 / 8)


def test_what_is_missing_or_damaged_is_named(tmp_path: Path, vectors: Path) -> None:
    with pytest.raises(DataError, match="needs policies with sections"):
        train_bilstm([], tmp_path, tuned_on=policies(1), vectors=vectors)
    with pytest.raises(PrivascopeError, match=r"has no bilstm\.safetensors"):
        load_bilstm(tmp_path)
    (tmp_path / "bilstm.safetensors").write_bytes(b"no tensors")
    with pytest.raises(PrivascopeError, match=r"bilstm\.safetensors is damaged"):
        load_bilstm(tmp_path)
    with pytest.raises(ModelError, match=r"model\.onnx is missing"):
        score_texts("What?", ["we"], tmp_path, vectors)
