"""The ways in which answers are found, as methods of `measure selection`."""

from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from privascope.answer.calibration import calibration_of
from privascope.answer.passages import Passages, passages_of_sentences
from privascope.answer.question import understand
from privascope.answer.scoring import METHODS, method_called
from privascope.answer.spelling import Spelling

if TYPE_CHECKING:
    from collections.abc import Callable

    from privascope.measure.selectors import Selector


def answer_selectors() -> "dict[str, Callable[[], Selector]]":
    """Every method of asking by its name."""
    return {name: partial(_selector, name) for name in METHODS}


def _selector(name: str) -> "Selector":
    from privascope.measure.selectors import Selector

    method, calibration = method_called(name), calibration_of(name)

    def score(question: str, sentences: list[str]) -> npt.NDArray[np.float64]:
        passages, spelling = _prepared(tuple(sentences))
        parts = understand(question, spelling).parts
        if not parts:
            return np.zeros(len(sentences))
        scores = [method(part.whole, passages).values for part in parts]
        best: npt.NDArray[np.float64] = np.max(scores, axis=0)
        return best

    # The score at which a sentence is as likely to answer as not.
    return Selector(score, -calibration.sentence[1] / calibration.sentence[0])


@lru_cache(maxsize=8)
def _prepared(sentences: tuple[str, ...]) -> tuple[Passages, Spelling]:
    passages = passages_of_sentences(sentences)
    return passages, Spelling(passages.vocabulary)
