"""How well vague words are found, beside taking every cue word for vague."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from privascope.data.rows import read_rows
from privascope.data.vague_sentences import (
    ANNOTATORS,
    LabelledSentence,
    labelled_sentences,
    labelled_tokens,
    sentence_digest,
)
from privascope.traits.vague_words import WEIGHTS, Flags, Floats, Ints, Model, shipped_model

FOLDS = WEIGHTS.with_name("folds.npz")


def measure(data: Path) -> dict[str, object]:
    """Precision, recall and f1 of words, and the rank correlation with the annotators' scores.

    A sentence that the shipped weights were trained on is judged by weights that were trained
    without its document, so that the figures are cross-validated on the training data itself.
    """
    sentences = labelled_sentences(read_rows(data, ("vague_sentences",)))
    labelled = labelled_tokens(sentences)
    tokens, vague = labelled.tokens, labelled.vague
    models, which = models_for(sentences)
    found = np.zeros(len(tokens.texts), dtype=np.bool_)
    scores = np.zeros(len(sentences))
    for number, model in enumerate(models):
        likely = model.probabilities(tokens)
        found |= model.vague(tokens, likely) & (which == number)[tokens.sentence]
        scores[which == number] = sentence_scores(likely, tokens.sentence)[which == number]
    trained_on = int((which > 0).sum())
    return {
        "documents": 1 + max(sentence.document for sentence in sentences),
        "sentences": len(sentences),
        "words": int(np.sum([token[:1].isalnum() for token in tokens.texts])),
        "vague_words": int(vague.sum()),
        "annotators_needed": ANNOTATORS,
        "sentences_of_the_training_data": trained_on,
        "measured": _what_was_measured(trained_on, len(sentences)),
        **precision_recall_f1(found, vague),
        "spearman": spearman(scores, np.array([np.mean(s.scores or 0) for s in sentences])),
        "cue_words": precision_recall_f1(tokens.cue & ~tokens.never, vague),
    }


def _what_was_measured(trained_on: int, sentences: int) -> str:
    if trained_on == 0:
        return "the shipped weights, on sentences they were not trained on"
    folds = "five-fold cross-validation by document, for these sentences are the training data"
    if trained_on == sentences:
        return folds
    return f"{folds} ({trained_on} of {sentences}); the shipped weights on the others"


def models_for(sentences: Sequence[LabelledSentence]) -> tuple[list[Model], Ints]:
    """The shipped model and those of the folds, and which of them has not seen each sentence."""
    shipped = shipped_model()
    with np.load(FOLDS, allow_pickle=False) as file:
        folds = [
            Model(shipped.vocabulary, weights.astype(float), float(threshold))
            for weights, threshold in zip(file["weights"], file["thresholds"], strict=True)
        ]
        left_out = dict(zip(file["sentences"].tolist(), file["left_out"].tolist(), strict=True))
    digests = (sentence_digest(sentence.text) for sentence in sentences)
    return [shipped, *folds], np.array([left_out.get(digest, -1) + 1 for digest in digests])


def sentence_scores(likely: Floats, sentence: Ints) -> Floats:
    """How vague each sentence is: the probability that any word of it is."""
    clear = np.log1p(-np.minimum(likely, 1 - 1e-9))
    return np.bincount(sentence, -clear).astype(np.float64)


def precision_recall_f1(found: Flags, vague: Flags) -> dict[str, float]:
    """The three figures of words that were found."""
    right, all_found, all_vague = (int(n.sum()) for n in (found & vague, found, vague))
    return {
        "precision": right / all_found if all_found else 0.0,
        "recall": right / all_vague if all_vague else 0.0,
        "f1": 2 * right / (all_found + all_vague) if all_found + all_vague else 0.0,
    }


def spearman(first: Floats, second: Floats) -> float:
    """The rank correlation, with equal values sharing their mean rank."""
    one, other = _ranks(first), _ranks(second)
    if one.std() == 0 or other.std() == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _ranks(values: Floats) -> Floats:
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[which]
