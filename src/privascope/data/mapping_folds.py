"""The models of the folds, for questions that the shipped one was trained on."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.linear import TEMPERATURES, LinearMap, map_of, read_arrays
from privascope.answer.mapping.map_question import WEIGHTS, shipped_map
from privascope.data.mapping_questions import AboutQuestion

FOLDS = 5
FILE = WEIGHTS.with_name("folds.npz")
# What the models of all folds share.
_COMMON = TEMPERATURES


def question_digest(question: AboutQuestion) -> int:
    """A number by which a question of the training data is known again."""
    named = f"{question.group}\n{question.text}".encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(named, digest_size=8).digest(), "big")


def models_for(
    questions: Sequence[AboutQuestion], path: Path = FILE
) -> tuple[list[LinearMap], npt.NDArray[np.int64]]:
    """The shipped model and those of the folds, and which of them has not seen each question."""
    arrays = read_arrays(path)
    known = dict(zip(arrays["digests"].tolist(), arrays["parts"].tolist(), strict=True))
    which = [known.get(question_digest(question), -1) + 1 for question in questions]
    folds = [
        map_of(
            {
                name.removeprefix(f"{number}_"): value
                for name, value in arrays.items()
                if name.startswith(f"{number}_") or name == _COMMON
            },
            path,
        )
        for number in range(1 + max(known.values(), default=-1))
    ]
    return [shipped_map(), *folds], np.array(which)
