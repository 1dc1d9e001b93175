"""The precomputed vectors of the example questions: computing them takes longer than an answer.

`python -m privascope.answer.example_vectors` makes them again, whenever the questions or the
sentence encoder change; until then they are made at run time.
"""

import hashlib
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.answer.common_questions import privacy_questions
from privascope.library.vectors import model_digest, rounded

Rows = npt.NDArray[np.float32]

SHIPPED = Path(__file__).with_name("example_vectors.npz")
_STEPS = 127


@lru_cache(maxsize=1)
def example_vectors() -> dict[str, Rows]:
    """The vector of each example question by its text."""
    questions = privacy_questions()
    return dict(zip(questions, _shipped() if is_fresh() else _made(questions), strict=True))


@lru_cache(maxsize=4)
def question_vectors(questions: tuple[str, ...]) -> Rows:
    """The vectors of some of the example questions."""
    known = example_vectors()
    return np.stack([known[question] for question in questions])


def is_fresh() -> bool:
    """Whether the shipped vectors are of these questions by the installed encoder."""
    if not SHIPPED.is_file():
        return False
    with np.load(SHIPPED, allow_pickle=False) as file:
        return bool(str(file["key"]) == _key())


def main() -> None:
    """Writes the shipped file."""
    rows = _made(privacy_questions())
    scales = np.abs(rows).max(axis=1) / _STEPS
    small = np.rint(rows / scales[:, None]).astype(np.int8)
    np.savez_compressed(SHIPPED, key=np.array(_key()), rows=small, scales=scales)


def _shipped() -> Rows:
    with np.load(SHIPPED, allow_pickle=False) as file:
        rows: Rows = file["rows"].astype(np.float32) * file["scales"][:, None]
        return rows


def _made(questions: tuple[str, ...]) -> Rows:
    from privascope.models.sentence_encoder import encode

    return rounded(encode(questions))


def _key() -> str:
    from privascope.models.sentence_encoder import FOLDER

    text = "\n".join(privacy_questions())
    return f"{model_digest(FOLDER)} {hashlib.blake2b(text.encode()).hexdigest()[:16]}"


if __name__ == "__main__":
    main()
