"""Vague words: the linear model beside rivals, cross-validated by document.

python bench/vagueness.py --data DOCUMENTS [--transformer FOLDER [--folds 1]]
A conditional random field is measured too where python-crfsuite is installed.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np

from privascope.data.rows import read_rows
from privascope.data.vague_sentences import LabelledTokens, labelled_sentences, labelled_tokens
from privascope.learn.vagueness import (
    FOLDS,
    best_threshold,
    build_vocabulary,
    feature_count,
    fit_weights,
    fold_of,
)
from privascope.measure.vagueness import precision_recall_f1, sentence_scores, spearman
from privascope.policy.policy import Policy, Span
from privascope.traits.vague_words import Flags, Floats, Model, features
from privascope.traits.vagueness import measure_vagueness

# Given which sentences may be learned from: how likely each token is vague.
Rival = Callable[[LabelledTokens, Flags], Floats]


def linear(labelled: LabelledTokens, seen: Flags) -> Floats:
    tokens = labelled.tokens
    vocabulary = build_vocabulary(tokens)
    rows = seen[tokens.sentence] & ~tokens.never
    size = feature_count(vocabulary)
    weights = fit_weights(features(vocabulary, tokens)[rows], size, labelled.vague[rows])
    return Model(vocabulary, weights, 0.0).probabilities(tokens)


def random_field(labelled: LabelledTokens, seen: Flags) -> Floats:
    import pycrfsuite

    tokens = labelled.tokens
    numbers = features(build_vocabulary(tokens), tokens).astype(str).tolist()
    bounds = np.searchsorted(tokens.sentence, np.arange(len(seen) + 1))
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0.05, "c2": 1.0, "max_iterations": 80})
    for at in np.flatnonzero(seen):
        start, end = bounds[at], bounds[at + 1]
        trainer.append(
            numbers[start:end], ["yes" if one else "no" for one in labelled.vague[start:end]]
        )
    with tempfile.NamedTemporaryFile() as file:
        trainer.train(file.name)
        tagger = pycrfsuite.Tagger()
        tagger.open(file.name)
    likely = np.zeros(len(tokens.texts))
    for at in np.flatnonzero(~seen):
        start, end = bounds[at], bounds[at + 1]
        tagger.set(numbers[start:end])
        likely[start:end] = [tagger.marginal("yes", place) for place in range(end - start)]
    likely[tokens.never] = 0.0
    return likely


def transformer(folder: Path, epochs: int = 4) -> Rival:
    """A small BERT with its embeddings frozen and one output for the first piece of a word."""
    import torch
    from transformers import BertModel, PreTrainedTokenizerFast

    pieces = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits

    def predict(labelled: LabelledTokens, seen: Flags) -> Floats:
        torch.manual_seed(0)
        tokens = labelled.tokens
        bounds = np.searchsorted(tokens.sentence, np.arange(len(seen) + 1))
        coded, first = [], np.zeros(len(tokens.texts), dtype=np.int64)
        for at in range(len(seen)):
            ids = [101]
            for place in range(bounds[at], bounds[at + 1]):
                first[place] = min(len(ids), 200)
                ids += pieces(tokens.texts[place], add_special_tokens=False)["input_ids"]
            coded.append([*ids[:200], 102])
        body = BertModel.from_pretrained(folder, add_pooling_layer=False)
        body.embeddings.requires_grad_(False)
        head = torch.nn.Linear(body.config.hidden_size, 1)

        def scores(batch: list[int]) -> tuple[torch.Tensor, Floats]:
            ids = torch.zeros(len(batch), max(len(coded[at]) for at in batch), dtype=torch.long)
            for row, at in enumerate(batch):
                ids[row, : len(coded[at])] = torch.tensor(coded[at])
            hidden = body(ids, attention_mask=(ids > 0).long()).last_hidden_state
            places = [
                np.flatnonzero(~tokens.never[bounds[at] : bounds[at + 1]]) + bounds[at]
                for at in batch
            ]
            rows = np.repeat(np.arange(len(batch)), [len(one) for one in places])
            where = np.concatenate(places)
            return head(hidden[rows, first[where]]).squeeze(-1), where

        trained = [*body.encoder.parameters(), *head.parameters()]
        best = torch.optim.AdamW(trained, lr=2e-4, weight_decay=0.01, fused=True)
        order = sorted(np.flatnonzero(seen), key=lambda at: len(coded[at]))
        batches = [order[at : at + 16] for at in range(0, len(order), 16)]
        random, step = np.random.default_rng(0), 0
        for _ in range(epochs):
            body.train()
            for number in random.permutation(len(batches)):
                slope = min(1, step / 60) * (1 - step / (epochs * len(batches)))
                for group in best.param_groups:
                    group["lr"] = 2e-4 * slope
                found, where = scores(batches[number])
                loss = loss_of(found, torch.tensor(labelled.vague[where], dtype=torch.float))
                best.zero_grad()
                loss.backward()
                best.step()
                step += 1
        likely = np.zeros(len(tokens.texts))
        body.eval()
        unseen = sorted(np.flatnonzero(~seen), key=lambda at: len(coded[at]))
        with torch.no_grad():
            start = time.process_time()
            for at in range(0, len(unseen), 32):
                found, where = scores(unseen[at : at + 32])
                likely[where] = found.sigmoid().numpy()
            cost = 1000 * 150 * (time.process_time() - start) / len(unseen)
        print(f"  transformer: {cost:.0f} ms of CPU for 150 sentences")
        return likely

    return predict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--transformer", type=Path)
    parser.add_argument("--folds", type=int, default=FOLDS)
    options = parser.parse_args()
    sentences = labelled_sentences(read_rows(options.data, ("vague_sentences",)))
    labelled = labelled_tokens(sentences)
    tokens = labelled.tokens
    documents = 1 + max(sentence.document for sentence in sentences)
    folds = np.array([fold_of(sentence.document, documents) for sentence in sentences])
    rivals: dict[str, Rival] = {"linear": linear}
    try:
        import pycrfsuite  # noqa: F401

        rivals["random field"] = random_field
    except ImportError:
        pass
    if options.transformer:
        rivals["transformer"] = transformer(options.transformer)
    measured = (folds < options.folds)[tokens.sentence]
    candidate = tokens.candidate[tokens.sentence]
    means = np.array([np.mean(sentence.scores or 0) for sentence in sentences])
    print(f"{options.folds} of {FOLDS} folds, {int(labelled.vague[measured].sum())} vague words")
    print(f"{'':<28}{'precision':>10}{'recall':>8}{'f1':>8}{'spearman':>10}")
    _line("every cue word", tokens.cue[measured], labelled.vague[measured])
    for name, rival in rivals.items():
        likely = np.zeros(len(tokens.texts))
        for fold in range(options.folds):
            unseen = (folds == fold)[tokens.sentence]
            likely[unseen] = rival(labelled, folds != fold)[unseen]
        ranks = spearman(sentence_scores(likely, tokens.sentence)[folds < options.folds],
                         means[folds < options.folds])  # fmt: skip
        for step, asked in ((name, candidate), (f"{name}, all sentences", candidate | True)):
            asked_likely, vague = (likely * asked)[measured], labelled.vague[measured]
            _line(step, asked_likely > best_threshold(asked_likely, vague), vague, ranks)
    print("(the threshold with the best f1 for each; `privascope measure vagueness` is stricter)")
    text = "\n".join(sentence.text for sentence in sentences)
    bounds = np.cumsum([0, *(len(sentence.text) + 1 for sentence in sentences)])
    spans = tuple(Span(int(a), int(b) - 1) for a, b in pairwise(bounds))
    policies = [
        Policy("", "en", None, text, (), (), (), spans[at : at + 150])
        for at in range(0, len(spans), 150)
    ]
    start = time.process_time()
    for policy in policies:
        measure_vagueness(policy)
    cost = 1000 * (time.process_time() - start) / (len(spans) / 150)
    print(f"measure_vagueness: {cost:.1f} ms of CPU for 150 sentences, 86 % of them candidates")


def _line(name: str, found: Flags, vague: Flags, ranks: float | None = None) -> None:
    figures = precision_recall_f1(found, vague)
    shown = "" if ranks is None else f"{ranks:>10.3f}"
    print(
        f"{name:<28}{figures['precision']:>10.3f}{figures['recall']:>8.3f}"
        f"{figures['f1']:>8.3f}{shown}"
    )


if __name__ == "__main__":
    main()
