import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from privascope.errors import DataError, PrivascopeError  # noqa: E402
from privascope.learn.adapt import adapt, packed_rows, with_gaps  # noqa: E402
from privascope.learn.base import load_base  # noqa: E402
from privascope.learn.corpus import build_corpus  # noqa: E402
from privascope.learn.simcse import adapt_sentences  # noqa: E402
from tests.learn.tiny import corpus_rows, tiny_base, write_rows  # noqa: E402


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    build_corpus([write_rows(folder / "rows.jsonl", corpus_rows())], folder)
    return folder


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_base(tmp_path_factory.mktemp("base"))


def test_rows_hold_the_corpus_without_padding(corpus: Path, base: str, tmp_path: Path) -> None:
    rows = packed_rows(load_base(base).tokenizer, corpus, tmp_path)
    assert rows.shape[1] == 128
    assert (rows[:, 0] == 2).all()
    assert (rows[:, -1] == 3).all()
    assert (rows > 0).all()
    assert (packed_rows(load_base(base).tokenizer, corpus, tmp_path) == rows).all()
    assert len(list(tmp_path.glob("rows-*.npy"))) == 1


def test_one_in_five_tokens_is_asked_for() -> None:
    tokens = torch.full((200, 128), 7)
    hidden, wanted = with_gaps(tokens, 4, 60)
    asked = wanted != -100
    assert 0.18 < asked.float().mean() < 0.22
    assert 0.77 < (hidden[asked] == 4).float().mean() < 0.83
    assert (hidden[~asked] == 7).all()
    assert not asked[:, 0].any()
    assert not asked[:, -1].any()


@pytest.mark.slow
def test_the_language_of_the_corpus_is_learned(corpus: Path, base: str, tmp_path: Path) -> None:
    adapted = adapt(
        base, corpus, tmp_path / "out", steps=150, rate=3e-3, batch=8, train_embeddings=True
    )
    assert adapted.loss_after < 0.7 * adapted.loss_before
    assert load_base(str(tmp_path / "out")).digest != load_base(base).digest


@pytest.mark.parametrize("train_embeddings", [False, True])
def test_embeddings_are_trained_on_demand(
    corpus: Path, base: str, tmp_path: Path, train_embeddings: bool
) -> None:
    adapt(base, corpus, tmp_path, steps=3, batch=8, train_embeddings=train_embeddings)
    before = load_base(base).encoder.get_input_embeddings().weight
    after = load_base(str(tmp_path)).encoder.get_input_embeddings().weight
    assert torch.equal(before, after) is not train_embeddings


def test_a_time_limit_leaves_a_base_and_a_way_to_go_on(
    corpus: Path, base: str, tmp_path: Path
) -> None:
    adapt(base, corpus, tmp_path / "whole", steps=6, batch=8)
    part = adapt(base, corpus, tmp_path / "parts", steps=6, batch=8, seconds=0)
    assert part.fitted.step == 1
    assert load_base(str(tmp_path / "parts")).digest != load_base(base).digest
    assert adapt(base, corpus, tmp_path / "parts", steps=6, batch=8).fitted.finished
    whole, parts = (load_base(str(tmp_path / name)) for name in ("whole", "parts"))
    assert whole.digest == parts.digest
    with pytest.raises(PrivascopeError, match="batch differ"):
        adapt(base, corpus, tmp_path / "parts", steps=6, batch=4)


def test_a_corpus_that_fills_no_row_is_refused(base: str, tmp_path: Path) -> None:
    text = "We keep invoices for seven years because tax law asks for it. " * 10
    build_corpus([write_rows(tmp_path / "rows.jsonl", [{"text": text}])], tmp_path)
    with pytest.raises(DataError, match="too few sentences"):
        adapt(base, tmp_path, tmp_path / "out", steps=5)


def test_sentences_are_told_apart(corpus: Path, base: str, tmp_path: Path) -> None:
    fitted = adapt_sentences(base, corpus, tmp_path, steps=40, rate=2e-3, batch=32)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert fitted.finished
    assert lines[-1]["loss"] < 0.8 * lines[0]["loss"]
    assert load_base(str(tmp_path)).digest != load_base(base).digest
