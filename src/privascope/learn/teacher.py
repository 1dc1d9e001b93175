"""A teacher for selectors: how likely a sentence answers, by meaning, words and practices.

Together they are surer than a selector that learned from the same labels: the practice model knows
OPP-115, and what a question is about is known where its categories are given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privascope.answer.concepts import concepts_of, share_covered, specific_concepts
from privascope.answer.mapping.map_question import map_question
from privascope.answer.senses import in_sense
from privascope.data.mapping_questions import OTHER
from privascope.errors import DataError
from privascope.logistic import logistic
from privascope.models import practices, sentence_encoder

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """A question and a sentence, and whether annotators called it relevant."""

    question: str
    sentence: str
    relevant: bool = False


@dataclass(frozen=True, slots=True)
class Teacher:
    """Weights of the three parts and a bias; `categories` are those of questions that have some."""

    weights: tuple[float, float, float]
    bias: float
    categories: Mapping[str, frozenset[str]]

    def chances(self, pairs: Sequence[Judged]) -> Floats:
        """The probability of each pair that the sentence answers the question."""
        logits = _parts(pairs, self.categories) @ np.array(self.weights) + self.bias
        chances: Floats = logistic(logits)
        return chances


def fit_teacher(pairs: Sequence[Judged], categories: Mapping[str, frozenset[str]]) -> Teacher:
    """The teacher that fits labelled pairs best; its four parameters cannot memorise them."""
    from sklearn.linear_model import LogisticRegression

    labels = np.array([pair.relevant for pair in pairs], dtype=np.bool_)
    if labels.all() or not labels.any():
        raise DataError("a teacher needs relevant pairs and others")
    fitted = LogisticRegression().fit(_parts(pairs, categories), labels)
    meaning, words, practice = (float(weight) for weight in fitted.coef_[0])
    return Teacher((meaning, words, practice), float(fitted.intercept_[0]), categories)


def _parts(pairs: Sequence[Judged], categories: Mapping[str, frozenset[str]]) -> Floats:
    """Of each pair the cosine, the share of the question covered, and the practices asked for."""
    questions = {text: at for at, text in enumerate(dict.fromkeys(one.question for one in pairs))}
    sentences = {text: at for at, text in enumerate(dict.fromkeys(one.sentence for one in pairs))}
    asked = sentence_encoder.encode(list(questions))
    said = sentence_encoder.encode(list(sentences))
    wanted = [specific_concepts(text) for text in questions]
    spoken = [concepts_of(in_sense(text)) for text in sentences]
    stated = _category_chances(list(sentences))
    about = np.stack([_about(text, categories.get(text)) for text in questions])
    rows = [(questions[one.question], sentences[one.sentence]) for one in pairs]
    return np.array(
        [
            (
                asked[question] @ said[sentence],
                share_covered(wanted[question], spoken[sentence]),
                about[question] @ stated[sentence],
            )
            for question, sentence in rows
        ],
        dtype=np.float64,
    ).reshape(len(pairs), 3)


def _category_chances(sentences: Sequence[str]) -> Floats:
    found = [one.categories for one in practices.read_practices(sentences, None, practices.FOLDER)]
    return np.array(found, dtype=np.float64).reshape(len(sentences), len(_names()))


def _about(question: str, known: frozenset[str] | None) -> Floats:
    """How far a question is about each category: as it was labelled, else as it is mapped."""
    if known:
        shares = dict.fromkeys(known, 1.0)
    else:
        shares = {one.label.category: one.confidence for one in map_question(question).categories}
    # What has no column in PrivacyQA is "other" there: half of each, as it is one of them.
    rest = shares.get(OTHER, 0.0) / 2 if known else 0.0
    return np.array([shares.get(name, rest) for name in _names()], dtype=np.float64)


def _names() -> tuple[str, ...]:
    return practices.load_labels(practices.FOLDER).categories
