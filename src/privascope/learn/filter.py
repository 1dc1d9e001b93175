"""The filter: a cross-encoder that keeps a retrieved pair or drops it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privascope.data.digests import digest
from privascope.data.pairs import Question
from privascope.errors import DataError, PrivascopeError
from privascope.learn.classifier import Classifier, is_classifier
from privascope.learn.heads import HEADS
from privascope.learn.loop import PLAIN_PACE, Pace
from privascope.learn.retriever import questions_digest
from privascope.learn.selector import (
    PairModel,
    load_pair_model,
    privacyqa_examples,
    relevance_of,
    train,
)
from privascope.learn.storing import write_whole
from privascope.models.pair_tokens import LONGEST_SENTENCE, PairTokenizer

_THRESHOLD = "filter.json"
# The score from which on "relevant" is the likelier of the two classes.
ARGMAX = 0.0


@dataclass(frozen=True, slots=True)
class Filter:
    """A trained pair model; `threshold` is the score that keeps pairs best on other policies."""

    digest: str
    model: "PairModel | Classifier"
    tokenizer: PairTokenizer
    threshold: float

    def scores(self, questions: Sequence[str], sentences: Sequence[str]) -> NDArray[np.float64]:
        """The relevance of each pair; as published, it is kept above 0."""
        return relevance_of(self.model, self.tokenizer, questions, sentences, None)


def train_filter(
    base: str,
    questions: Sequence[Question],
    folder: Path,
    *,
    tuned_on: Sequence[Question],
    negatives: int = 15,
    epochs: int = 2,
    rate: float = 5e-5,
    batch: int = 32,
    longest: int = LONGEST_SENTENCE,
    frozen_embeddings: bool = True,
    pace: Pace = PLAIN_PACE,
    seed: int = 0,
) -> Filter:
    """Train a classifier on labelled pairs without context, and find the threshold on `tuned_on`.

    0 negatives stand for all wrong sentences.
    """
    if not any(question.answerable for question in tuned_on):
        raise DataError("the filter needs questions with relevant sentences to be tuned on")
    examples = privacyqa_examples(questions, negatives, seed)
    recipe = {
        "stage": "filter",
        "questions": questions_digest(questions),
        "tuned_on": questions_digest(tuned_on),
        "negatives": negatives,
    }
    train(
        base,
        lambda _: examples,
        folder,
        recipe=recipe,
        epochs=epochs,
        seed=seed,
        rate=rate,
        size=batch,
        longest=longest,
        context=False,
        classifier=True,
        frozen_embeddings=frozen_embeddings,
        pace=pace,
        title="filter",
    )
    return tune_filter(str(folder), tuned_on, longest)


def tune_filter(
    folder: str, tuned_on: Sequence[Question], longest: int = LONGEST_SENTENCE
) -> Filter:
    """The pair model of a folder as a filter, its threshold found once and kept beside it."""
    from privascope.data.ranking import best_threshold

    name = questions_digest(tuned_on)
    path = Path(folder) / _THRESHOLD
    if path.exists() and _stored(path).get("tuned_on") == name:
        return load_filter(folder)
    model, base = load_pair_model(folder)
    tokenizer = PairTokenizer(base.tokenizer, longest)
    asked = [question.text for question in tuned_on for _ in question.sentences]
    said = [sentence for question in tuned_on for sentence in question.sentences]
    relevant = np.concatenate([question.relevant for question in tuned_on])
    f1, threshold = best_threshold(relevance_of(model, tokenizer, asked, said, None), relevant)
    held = {"threshold": threshold, "f1": f1, "tuned_on": name, "longest": longest}
    write_whole(path, json.dumps(held, indent=2).encode())
    return Filter(digest(base.digest, threshold), model, tokenizer, threshold)


def filter_of(folder: str, tuned_on: Sequence[Question]) -> Filter:
    """A trained filter, or a trained selector or classifier that is tuned to be one."""
    if not is_classifier(folder) and not (Path(folder) / HEADS).is_file():
        raise PrivascopeError(f"{folder} holds no filter: it has no {HEADS}")
    return (
        load_filter(folder)
        if (Path(folder) / _THRESHOLD).exists()
        else tune_filter(folder, tuned_on)
    )


def load_filter(folder: str) -> Filter:
    """A filter that was trained before."""
    path = Path(folder) / _THRESHOLD
    if not path.exists():
        raise PrivascopeError(f"{folder} holds no filter: it has no {_THRESHOLD}")
    held = _stored(path)
    threshold = float(held["threshold"])
    model, base = load_pair_model(folder)
    tokenizer = PairTokenizer(base.tokenizer, int(held.get("longest", LONGEST_SENTENCE)))
    return Filter(digest(base.digest, threshold), model, tokenizer, threshold)


def _stored(path: Path) -> dict[str, Any]:
    try:
        held: dict[str, Any] = json.loads(path.read_bytes())
        float(held["threshold"])
    except (KeyError, TypeError, ValueError) as error:
        raise PrivascopeError(f"{path} is damaged ({error!r}): delete it to begin anew") from error
    return held
