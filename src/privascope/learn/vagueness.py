"""Learns which words are vague from sentences in which people marked them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.rows import read_rows
from privascope.data.vague_sentences import (
    LabelledSentence,
    labelled_sentences,
    labelled_tokens,
    sentence_digest,
)
from privascope.errors import MissingExtraError
from privascope.traits.vague_words import (
    PAIRS,
    WEIGHTS,
    Flags,
    Floats,
    Ints,
    Model,
    Tokens,
    Vocabulary,
    ending,
    feature_count,
    features,
    joined_numbers,
    numbered,
    word_numbers,
)

FOLDS = 5
_SEED = 20180
_RAREST = 3
_STRENGTH = 0.2
_THRESHOLDS = np.arange(0.1, 0.6, 0.01)


def build_vocabulary(tokens: Tokens) -> Vocabulary:
    """The words, endings and pairs that are not rare."""
    words = _frequent(tokens.texts)
    endings = _frequent(ending(token) for token in tokens.texts)
    bare = Vocabulary(numbered(words), numbered(endings), ())
    numbers = word_numbers(bare, tokens)
    pairs = []
    for places in PAIRS:
        joined, counts = np.unique(joined_numbers(bare, numbers, places), return_counts=True)
        first, second = np.divmod(joined, len(words) + 1)
        pairs.append(joined[(counts >= _RAREST) & (first > 0) & (second > 0)])
    return Vocabulary(bare.words, bare.endings, tuple(pairs))


def _frequent(texts: Iterable[str]) -> list[str]:
    return sorted(text for text, count in Counter(texts).items() if count >= _RAREST)


def fit_weights(numbers: Ints, size: int, wanted: Flags) -> Floats:
    """The weight of each feature by logistic regression."""
    try:
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    rows, kinds = numbers.shape
    begins = np.arange(0, rows * kinds + 1, kinds)
    table = csr_matrix((np.ones(rows * kinds), numbers.ravel(), begins), shape=(rows, size))
    # Every token has one feature of each kind, so no constant is needed besides.
    model = LogisticRegression(C=_STRENGTH, solver="liblinear", fit_intercept=False)
    weights: Floats = model.fit(table, wanted).coef_[0]
    return weights


@dataclass(frozen=True, slots=True)
class Learned:
    """The model of all documents, and one for each fold that has not seen the fold's documents."""

    model: Model
    folds: tuple[Model, ...]


def fold_of(document: int, documents: int) -> int:
    """The fold that a document is left out in."""
    order = np.random.default_rng(_SEED).permutation(documents)
    return int(order[document]) % FOLDS


def learn(sentences: Sequence[LabelledSentence]) -> Learned:
    """Models of vague words; each fold's threshold comes from the other folds alone."""
    labelled = labelled_tokens(sentences)
    tokens, vague = labelled.tokens, labelled.vague
    documents = 1 + max(sentence.document for sentence in sentences)
    fold = np.array([fold_of(sentence.document, documents) for sentence in sentences])
    fold = fold[tokens.sentence]
    asked = ~tokens.never
    vocabulary = build_vocabulary(tokens)
    numbers = features(vocabulary, tokens)
    size = feature_count(vocabulary)
    weights = []
    likely = np.zeros(len(vague))
    for left_out in range(FOLDS):
        seen = asked & (fold != left_out)
        weights.append(fit_weights(numbers[seen], size, vague[seen]))
        unseen = np.flatnonzero(fold == left_out)
        likely[unseen] = Model(vocabulary, weights[-1], 0.0).probabilities(tokens)[unseen]
    likely[~tokens.candidate[tokens.sentence]] = 0.0
    folds = [
        Model(vocabulary, one, best_threshold(likely[fold != left_out], vague[fold != left_out]))
        for left_out, one in enumerate(weights)
    ]
    whole = fit_weights(numbers[asked], size, vague[asked])
    return Learned(Model(vocabulary, whole, best_threshold(likely, vague)), tuple(folds))


def best_threshold(likely: Floats, vague: Flags) -> float:
    """The threshold with the best f1."""
    return float(max(_THRESHOLDS, key=lambda one: f1(likely > one, vague)))


def f1(found: Flags, vague: Flags) -> float:
    """The harmonic mean of precision and recall."""
    both = int(found.sum() + vague.sum())
    return 2 * int((found & vague).sum()) / both if both else 0.0


def write(learned: Learned, sentences: Sequence[LabelledSentence], path: Path) -> None:
    """Store the models, and which sentence was left out in which fold."""
    documents = 1 + max(sentence.document for sentence in sentences)
    seen = {sentence_digest(s.text): fold_of(s.document, documents) for s in sentences}
    vocabulary = learned.model.vocabulary
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {f"pairs{kind}": pairs for kind, pairs in enumerate(vocabulary.pairs)}
    arrays["words"] = np.array(list(vocabulary.words))
    arrays["endings"] = np.array(list(vocabulary.endings))
    arrays["weights"] = learned.model.weights.astype(np.float16)
    arrays["threshold"] = np.float64(learned.model.threshold)
    np.savez_compressed(path, **arrays)
    np.savez_compressed(
        path.with_name("folds.npz"),
        weights=np.array([model.weights for model in learned.folds], dtype=np.float16),
        thresholds=np.array([model.threshold for model in learned.folds]),
        sentences=np.array(sorted(seen), dtype=np.uint64),
        left_out=np.array([seen[digest] for digest in sorted(seen)], dtype=np.uint8),
    )


def train(data: Path, folder: Path) -> dict[str, object]:
    """Learns from a file of documents, writes a folder, and measures each fold on its own."""
    sentences = labelled_sentences(read_rows(data, ("vague_sentences",)))
    learned = learn(sentences)
    path = folder / WEIGHTS.name
    write(learned, sentences, path)
    return {"sentences": len(sentences), **fold_figures(learned, sentences), "weights": str(path)}


def fold_figures(learned: Learned, sentences: Sequence[LabelledSentence]) -> dict[str, float]:
    """Precision, recall and F1 of vague words, each sentence judged by the fold without it."""
    labelled = labelled_tokens(sentences)
    tokens, vague = labelled.tokens, labelled.vague
    documents = 1 + max(sentence.document for sentence in sentences)
    fold = np.array([fold_of(sentence.document, documents) for sentence in sentences])
    found = np.zeros(len(vague), dtype=bool)
    for number, model in enumerate(learned.folds):
        found |= (
            model.vague(tokens, model.probabilities(tokens)) & (fold == number)[tokens.sentence]
        )
    hits = int((found & vague).sum())
    return {
        "precision": hits / max(1, int(found.sum())),
        "recall": hits / max(1, int(vague.sum())),
        "f1": f1(found, vague),
    }
