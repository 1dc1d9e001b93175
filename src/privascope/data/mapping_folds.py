"""The models of the folds, for questions that the shipped one was trained on."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.linear import MATCH_COLUMNS, LinearMap, map_of, read_arrays
from privascope.answer.mapping.map_question import WEIGHTS, shipped_map
from privascope.data.mapping_questions import AboutQuestion

FOLDS = 5
FILE = WEIGHTS.with_name("folds.npz")
# What the models of all folds share.
_COMMON = ("warmth", MATCH_COLUMNS)


def question_digest(question: AboutQuestion) -> int:
    """A number by which a question of the training data is known again."""
    named = f"{question.group}\n{question.text}".encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(named, digest_size=8).digest(), "big")


def model_for_policies(
    questions: Iterable[tuple[str, str]], path: Path = FILE
) -> dict[str, LinearMap]:
    """For each policy of pairs (policy, question) a model that has not seen its questions."""
    models, parts = parts_of_policies(questions, path)
    return {policy: models[number] for policy, number in parts.items()}


def parts_of_policies(
    questions: Iterable[tuple[str, str]], path: Path = FILE
) -> tuple[list[LinearMap], dict[str, int]]:
    """All models, and for each policy which of them has not seen its questions; 0 is shipped."""
    asked = [AboutQuestion(text, policy.strip(), frozenset()) for policy, text in questions]
    models, which = models_for(asked, path)
    # Questions without a category were not learned from; they go with others on their policy.
    parts: dict[str, int] = {}
    for question, number in zip(asked, which.tolist(), strict=True):
        parts[question.group] = max(number, parts.get(question.group, 0))
    return models, parts


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
                if name.startswith(f"{number}_") or name in _COMMON
            },
            path,
        )
        for number in range(1 + max(known.values(), default=-1))
    ]
    return [shipped_map(), *folds], np.array(which)
