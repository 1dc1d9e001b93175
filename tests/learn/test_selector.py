"""The selector learns a toy task, resumes, and is the same in ONNX."""

from dataclasses import replace

import numpy as np
import pytest

from tests.learn.tiny import ACTIONS, SUBJECTS, tiny_base

pytest.importorskip("torch")

import torch

from privascope.data.pairs import questions_of
from privascope.errors import PrivascopeError
from privascope.learn.export import export, export_trained, pruned_tokenizer, used_words
from privascope.learn.hard_negatives import hard_negatives
from privascope.learn.selector import (
    Example,
    load_selector,
    pair_loss,
    privacyqa_examples,
    relevance_of,
    span_tokens,
    train,
)
from privascope.models.onnx import ModelError, load_session, load_tokenizer
from privascope.models.pair_model import read_pairs
from privascope.models.pair_tokens import PairTokenizer, leads
from privascope.models.spans import best_spans
from privascope.policy.policy import Span


def toy_examples():
    """Relevant are the sentences that sell or share; the answer is what they sell or share."""
    examples = []
    for subject in SUBJECTS:
        for action in ACTIONS:
            sentence = f"we {action} your {subject} ."
            start = sentence.index(subject)
            relevant = action in ("sell", "share")
            answer = Span(start, start + len(subject)) if relevant else None
            question = f"who has my {subject} ?"
            examples.append(Example(question, sentence, "", float(relevant), answer, True))
    return examples


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def trained(base, tmp_path_factory):
    folder = tmp_path_factory.mktemp("selector")
    settings = {"recipe": {"stage": "toy"}, "epochs": 40, "rate": 1e-3, "size": 16}
    fitted = train(base, lambda epoch: toy_examples(), folder, **settings)
    assert fitted.finished
    return folder


def relevance(folder, examples):
    model, loaded = load_selector(str(folder))
    questions = [example.question for example in examples]
    sentences = [example.sentence for example in examples]
    return relevance_of(model, PairTokenizer(loaded.tokenizer), questions, sentences, None)


def test_it_learns_the_toy_task(base, trained):
    examples = toy_examples()
    labels = np.array([example.label for example in examples]) > 0.5
    assert np.mean((relevance(trained, examples) > 0) == labels) > 0.95
    assert np.mean((relevance(base, examples) > 0) == labels) < 0.8


def test_a_narrower_selector_goes_on_from_a_trained_one(trained, tmp_path):
    settings = {"recipe": {"stage": "toy"}, "epochs": 4, "rate": 1e-3, "size": 16, "width": 24}
    assert train(str(trained), lambda epoch: toy_examples(), tmp_path, **settings).finished
    _, loaded = load_selector(str(tmp_path))
    assert loaded.encoder.config.intermediate_size == 24
    examples = toy_examples()
    labels = np.array([example.label for example in examples]) > 0.5
    assert np.mean((relevance(tmp_path, examples) > 0) == labels) > 0.95


def test_an_exported_selector_says_the_same(trained, tmp_path):
    model, loaded = load_selector(str(trained))
    export(model, loaded.tokenizer, ("relevance", "span"), tmp_path / "exact", int8=False)
    export(model, loaded.tokenizer, ("relevance", "span"), tmp_path / "small")
    examples = toy_examples()
    questions = [example.question for example in examples]
    sentences = [example.sentence for example in examples]
    before = ["we keep data ."] * len(examples)
    tokenizer = PairTokenizer(loaded.tokenizer)
    torch_scores = relevance_of(model, tokenizer, questions, sentences, before)
    exact, _, _ = read_pairs(tmp_path / "exact", questions, sentences, before)
    small, _, _ = read_pairs(tmp_path / "small", questions, sentences, before)
    assert np.abs(exact - torch_scores).max() < 1e-3
    assert np.corrcoef(small, torch_scores)[0, 1] > 0.99
    torch_alone = relevance_of(model, tokenizer, questions[:3], sentences[:3], None)
    alone, _, _ = read_pairs(tmp_path / "exact", questions[:3], sentences[:3])
    assert np.abs(alone - torch_alone).max() < 1e-3
    found = best_spans(questions, sentences, tmp_path / "exact")
    right = [
        Span(best.start, best.end) == example.answer
        for best, example in zip(found, examples, strict=True)
        if example.answer
    ]
    assert np.mean(right) > 0.9


def test_a_pruned_vocabulary_keeps_the_scores_of_the_words_it_keeps(trained, tmp_path):
    model, loaded = load_selector(str(trained))
    examples = toy_examples()
    texts = [text for example in examples for text in (example.question, example.sentence)]
    kept = used_words(loaded.tokenizer, texts)
    assert len(kept) < loaded.tokenizer.get_vocab_size()
    whole, pruned = tmp_path / "whole", tmp_path / "pruned"
    export(model, loaded.tokenizer, ("relevance", "span"), whole, int8=False)
    export(model, loaded.tokenizer, ("relevance", "span"), pruned, int8=False, kept=kept)
    questions = [example.question for example in examples]
    sentences = [example.sentence for example in examples]
    before = read_pairs(whole, questions, sentences)[0]
    after = read_pairs(pruned, questions, sentences)[0]
    assert np.abs(before - after).max() < 1e-4
    pieces = load_tokenizer(pruned).encode("police", add_special_tokens=False).tokens
    assert pieces == ["p", "##o", "##l", "##i", "##c", "##e"]
    # Another model may be given the same words.
    made = export_trained(str(trained), tmp_path / "same", words=pruned)
    assert made["words"] == load_tokenizer(pruned).get_vocab_size()
    assert load_tokenizer(tmp_path / "same").get_vocab() == load_tokenizer(pruned).get_vocab()
    with pytest.raises(PrivascopeError, match="holds no exported model"):
        export_trained(str(trained), tmp_path / "none", words=tmp_path / "nowhere")


def test_a_vocabulary_without_its_marks_is_refused(base):
    _, loaded = load_selector(base)
    with pytest.raises(PrivascopeError, match="CLS"):
        pruned_tokenizer(loaded.tokenizer, [0, 1, 10])


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"model\.onnx is missing"):
        load_session(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_session(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="tokenizer"):
        load_tokenizer(tmp_path)


def test_negatives_are_mostly_verbatim_and_the_same_for_the_same_seed():
    rows = [
        {
            "DocID": "toy",
            "QueryID": "q",
            "SentID": f"q_{number}",
            "Query": "do you sell data ?",
            "Segment": f"sentence {number} .",
            "Label": "Relevant" if number == 0 else "Irrelevant",
            "SegmentSource": "gold" if number < 20 else "approx",
        }
        for number in range(60)
    ]
    questions = questions_of(rows)
    examples = privacyqa_examples(questions, 9, seed=1)
    assert [example.label for example in examples] == [1.0] + [0.0] * 9
    verbatim = [int(example.sentence.split()[1]) < 20 for example in examples]
    assert sum(verbatim) == 1 + 6
    assert examples == privacyqa_examples(questions, 9, seed=1)
    assert examples != privacyqa_examples(questions, 9, seed=2)
    assert len(privacyqa_examples(questions, 500, seed=1)) == 60
    hard = privacyqa_examples(questions, 9, seed=1, hard={"q": [7, 33, 50, 8, 9]})
    numbers = [int(example.sentence.split()[1]) for example in hard]
    assert numbers[:5] == [0, 7, 33, 50, 8]
    assert len({*numbers}) == 1 + 9
    assert not {7, 33, 50, 8} & {*numbers[5:]}


def test_hard_negatives_are_the_wrong_sentences_that_it_takes_for_answers(trained, tmp_path):
    said = [f"we {action} your phone ." for action in ACTIONS]
    rows = [
        {
            "DocID": "toy",
            "QueryID": "q",
            "SentID": f"q_{number}",
            "Query": "who has my phone ?",
            "Segment": sentence,
            "Label": "Relevant" if "share" in sentence else "Irrelevant",
        }
        for number, sentence in enumerate(said)
    ]
    questions = questions_of(rows)
    found = hard_negatives(str(trained), questions, tmp_path, most=2)
    assert len(found["q"]) == 2
    assert said[found["q"][0]] == "we sell your phone ."
    # It is read from there the second time.
    (kept,) = tmp_path.glob("hard-*.json")
    kept.write_text('{"q": [4]}')
    assert hard_negatives(str(trained), questions, tmp_path, most=2) == {"q": [4]}


def test_a_weight_makes_right_pairs_count_more(base):
    model, loaded = load_selector(base)
    examples = [example for example in toy_examples() if example.sentence.startswith("we s")]
    tokens = PairTokenizer(loaded.tokenizer)(
        [one.question for one in examples], [one.sentence for one in examples], None
    )
    batches = [
        [(one, own) for one, own in zip(examples, tokens, strict=True) if one.label == label]
        for label in (1.0, 0.0)
    ]
    bare = [[(replace(one, has_span=False), own) for one, own in batch] for batch in batches]
    with torch.inference_mode():
        model.eval()
        right, wrong = (float(pair_loss(model, batch)) for batch in bare)
        weighted = [float(pair_loss(model, batch, right_weight=3.0)) for batch in bare]
    assert weighted == pytest.approx([3 * right, wrong], rel=1e-5)


def test_spans_become_tokens(base):
    _, loaded = load_selector(base)
    pair = PairTokenizer(loaded.tokenizer)(["who ?"], ["we sell your name ."], None)[0]
    assert span_tokens(Span(3, 12), pair) == (pair.first + 1, pair.first + 2)
    assert span_tokens(None, pair) == (0, 0)
    assert pair.types == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]


def test_an_item_leans_on_the_head_of_its_list():
    sentences = ["We may keep:", "your name;", "your email", "We sell nothing.", "Never."]
    assert leads(sentences) == ["", sentences[0], sentences[0], "your email", "We sell nothing."]


def test_another_kind_of_model_is_no_selector(base, trained, tmp_path):
    import shutil

    from safetensors.torch import save

    questions = questions_of(
        [
            {"DocID": "a", "QueryID": "1", "SentID": f"s{n}", "Query": "?", "Segment": "we sell ."}
            | {"Label": "Irrelevant"}
            for n in range(3)
        ]
    )
    with pytest.raises(PrivascopeError, match="no trained selector"):
        hard_negatives(base, questions, tmp_path)
    other = tmp_path / "other"
    shutil.copytree(trained, other)
    (other / "heads.safetensors").write_bytes(save({"categories.weight": torch.zeros(2, 2)}))
    with pytest.raises(PrivascopeError, match="another kind of model"):
        load_selector(str(other))
    config = (other / "config.json").read_text()
    (other / "config.json").write_text(
        config.replace('"type_vocab_size": 2', '"type_vocab_size": 1')
    )
    (other / "heads.safetensors").unlink()
    with pytest.raises(PrivascopeError, match="cannot"):
        load_selector(str(other))
