"""Every family of encoders learns, goes on after a stop, and says the same in other programs."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("faiss")
pytest.importorskip("sentence_transformers")

from privascope.data.pairs import questions_of  # noqa: E402
from privascope.learn.adapt import adapt  # noqa: E402
from privascope.learn.classifier import load_classifier  # noqa: E402
from privascope.learn.corpus import build_corpus  # noqa: E402
from privascope.learn.export import export, export_trained  # noqa: E402
from privascope.learn.filter import train_filter  # noqa: E402
from privascope.learn.retriever import load_retriever, train_retriever  # noqa: E402
from privascope.learn.selector import (  # noqa: E402
    load_selector,
    privacyqa_examples,
    relevance_of,
    train,
)
from privascope.learn.simcse import adapt_sentences  # noqa: E402
from privascope.models.pair_model import read_pairs  # noqa: E402
from privascope.models.pair_tokens import PairTokenizer  # noqa: E402
from tests.learn.families import FAMILIES, family_base  # noqa: E402
from tests.learn.tiny import answering_corpus, labelled_rows, write_rows  # noqa: E402

PAIRS = [
    ("what of name ?", "we keep partners and police ."),
    ("what of music ?", "they will not sell cookies for one year ."),
    ("how long ?", "us ."),
]
ASKED, SAID = [pair[0] for pair in PAIRS], [pair[1] for pair in PAIRS]


def same(one: Any, other: Any) -> bool:
    return bool(np.allclose(np.asarray(one).ravel(), np.asarray(other).ravel(), atol=2e-4))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_learns_and_its_models_are_read_elsewhere(family: str, tmp_path: Path) -> None:
    from sentence_transformers import CrossEncoder, SentenceTransformer
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    base = family_base(family, tmp_path / "base")
    questions = questions_of(labelled_rows(3))
    learned, tuned = questions[:16], questions[16:]

    # Stopped at once, it goes on and ends as an unbroken one.
    examples = privacyqa_examples(learned, 2, 0)
    settings: dict[str, Any] = {"recipe": {"stage": "test"}, "epochs": 1, "classifier": True}
    train(base, lambda _: examples, tmp_path / "unbroken", **settings)
    stopped = train(base, lambda _: examples, tmp_path / "broken", seconds=0.0, **settings)
    assert not stopped.finished
    train(base, lambda _: examples, tmp_path / "broken", **settings)
    ends = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("unbroken", "broken")]
    assert ends[0] == ends[1]

    judge = train_filter(
        base, learned, tmp_path / "whole", tuned_on=tuned, negatives=2, epochs=1, rate=1e-3
    )
    ours = judge.scores(ASKED, SAID)
    assert np.ptp(ours) > 0

    # transformers and sentence-transformers read it without our code.
    folder = str(tmp_path / "whole")
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    with torch.inference_mode():
        inputs = tokenizer(ASKED, SAID, padding=True, return_tensors="pt")
        assert same(ours, model(**inputs).logits)
    cross = CrossEncoder(folder, activation_fn=torch.nn.Identity())
    assert same(ours, cross.predict(PAIRS, show_progress_bar=False))

    # Exported, it says the same.
    trained, own = load_classifier(folder)
    export(trained, own.tokenizer, ("relevance",), tmp_path / "onnx", int8=False)
    assert same(ours, read_pairs(tmp_path / "onnx", ASKED, SAID)[0])
    export_trained(folder, tmp_path / "int8")
    assert np.isfinite(read_pairs(tmp_path / "int8", ASKED, SAID)[0]).all()

    # The retriever's towers are sentence encoders.
    train_retriever(base, learned, tmp_path / "retriever", tuned_on=tuned, epochs=1)
    retriever = load_retriever(str(tmp_path / "retriever"))
    theirs = SentenceTransformer(str(tmp_path / "retriever" / "sentences"))
    assert same(retriever.encode_sentences(SAID), theirs.encode(SAID, show_progress_bar=False))


@pytest.mark.slow
@pytest.mark.parametrize("family", ["roberta", "electra", "modernbert"])
def test_a_family_is_adapted_and_selects(family: str, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    base = family_base(family, tmp_path / "base")
    build_corpus([write_rows(tmp_path / "rows.jsonl", answering_corpus())], tmp_path / "corpus")
    adapt(base, tmp_path / "corpus", tmp_path / "adapted", steps=2, batch=4)
    place = str(tmp_path / "adapted")
    adapt_sentences(place, tmp_path / "corpus", tmp_path / "simcse", steps=2, batch=8)
    questions = questions_of(labelled_rows(2))
    examples = privacyqa_examples(questions, 2, 0)
    out = tmp_path / "selector"
    train(str(tmp_path / "simcse"), lambda _: examples, out, recipe={"stage": "s"}, epochs=1)
    model, own = load_selector(str(out))
    ours = relevance_of(model, PairTokenizer(own.tokenizer), ASKED, SAID, None)
    theirs = SentenceTransformer(str(out)).encode(PAIRS, show_progress_bar=False)
    assert same(ours, theirs)
    export(model, own.tokenizer, ("relevance", "span"), tmp_path / "onnx", int8=False)
    assert same(ours, read_pairs(tmp_path / "onnx", ASKED, SAID)[0])
