"""The scores of a trained selector on whole policies, in int8 as shipped."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.data.pairs import Question
from privascope.errors import PrivascopeError
from privascope.learn.export import export_trained
from privascope.learn.heads import HEADS
from privascope.models.pair_model import read_pairs
from privascope.models.pair_tokens import leads

# Changes whenever the same selector would give other scores.
SCORES_VERSION = "int8"


def selector_scores(folder: str, questions: Sequence[Question]) -> list[NDArray[np.float64]]:
    """The score that a trained selector gives every sentence of each question's policy."""
    if not (Path(folder) / HEADS).is_file():
        raise PrivascopeError(f"{folder} holds no trained selector: it has no {HEADS}")
    with tempfile.TemporaryDirectory() as place:
        small = Path(place)
        export_trained(folder, small)
        return [
            read_pairs(
                small,
                [question.text] * len(question.sentences),
                question.sentences,
                leads(question.sentences),
            )[0].astype(np.float64)
            for question in questions
        ]
