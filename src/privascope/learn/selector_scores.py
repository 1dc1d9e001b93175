"""What a trained selector or classifier makes of whole policies: in fp32, or in int8 as shipped."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.data.pairs import Question
from privascope.errors import PrivascopeError
from privascope.learn.classifier import is_classifier
from privascope.learn.export import export_trained
from privascope.learn.heads import HEADS
from privascope.learn.selector import load_pair_model, relevance_of
from privascope.models.pair_model import read_pairs
from privascope.models.pair_tokens import LONGEST_SENTENCE, PairTokenizer, leads

# Changes whenever the same selector would give other scores.
SCORES_VERSION = "int8"


def selector_scores(
    folder: str,
    questions: Sequence[Question],
    *,
    context: bool = True,
    longest: int = LONGEST_SENTENCE,
) -> list[NDArray[np.float64]]:
    """The int8 score of every sentence of each question's policy; a classifier reads no context."""
    if not is_classifier(folder) and not (Path(folder) / HEADS).is_file():
        raise PrivascopeError(f"{folder} holds no trained selector: it has no {HEADS}")
    context = context and not is_classifier(folder)
    with tempfile.TemporaryDirectory() as place:
        small = Path(place)
        export_trained(folder, small)
        return [
            read_pairs(
                small,
                [question.text] * len(question.sentences),
                question.sentences,
                leads(question.sentences) if context else None,
                longest,
            )[0].astype(np.float64)
            for question in questions
        ]


def exact_scores(
    folder: str, questions: Sequence[Question], longest: int = LONGEST_SENTENCE
) -> list[NDArray[np.float64]]:
    """The fp32 score of every sentence of each question's policy, read without context."""
    model, base = load_pair_model(folder)
    asked = [question.text for question in questions for _ in question.sentences]
    said = [sentence for question in questions for sentence in question.sentences]
    scores = relevance_of(model, PairTokenizer(base.tokenizer, longest), asked, said, None)
    ends = np.cumsum([len(question.sentences) for question in questions])
    return list(np.split(scores, ends[:-1])) if questions else []
