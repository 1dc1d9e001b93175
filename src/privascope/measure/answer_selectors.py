"""The ways in which answers are found, as methods of `measure selection`."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from privascope.answer.calibration import calibration_of
from privascope.answer.mapping.linear import LinearMap
from privascope.answer.passages import Passages
from privascope.answer.practice_relevance import practice_relevance
from privascope.answer.relevance import CANDIDATES, cross_is_there, cross_relevance
from privascope.answer.scoring import (
    METHODS,
    SHARES_WITHOUT_HEADINGS,
    Method,
    Scores,
    by_all,
    method_called,
)
from privascope.data.understood import asked_of

if TYPE_CHECKING:
    from privascope.measure.selectors import Selector

Floats = npt.NDArray[np.float64]

# On policies of PrivacyQA's training half that were not learned from, .87 has half a point more of
# F1; one annotator's labels, where several would mark more sentences.
_BEST_THRESHOLDS = {"default": 0.82, "cross-encoder+dense": 0.82, "expansion": 0.82}


def answer_selectors() -> "dict[str, Callable[[], Selector]]":
    """Every method of asking by its name."""
    return {name: partial(_selector, name, method_called(name)) for name in METHODS}


def ablations() -> "dict[str, Callable[[], Selector]]":
    """The default method with one part of it less, or other than it is."""
    found: dict[str, Callable[[], Selector]] = {
        f"without {name}": partial(_selector, "default", _without(name))
        for name in SHARES_WITHOUT_HEADINGS
    }
    # Sentences by themselves stand under no headings.
    del found["without headings"]
    default = method_called("default")
    found["without neighbours"] = partial(_selector, "default", partial(by_all, neighbours=()))
    found["without weights of lines"] = partial(_selector, "default", default, change=_weightless)
    found["question as asked"] = partial(_selector, "default", default, as_asked=True)
    # What costs as much again for every sentence is compared over the candidates.
    few, some = _over_candidates(default), f"{CANDIDATES} candidates"
    found[some] = partial(_selector, "default", few)
    found[f"{some}, without what stands before"] = partial(_selector, "default", few, change=_alone)
    found[f"{some}, with paraphrases"] = partial(
        _selector, "default", _over_candidates(method_called("expansion"))
    )
    return found


@contextmanager
def mapped_by(weights: LinearMap | None) -> Iterator[None]:
    """Questions are mapped onto the taxonomy by other weights than those shipped, if given."""
    practices = practice_relevance()
    before, practices.mapping = practices.mapping, weights
    try:
        yield
    finally:
        practices.mapping = before


@contextmanager
def everything_read(folder: Path | None = None) -> Iterator[None]:
    """The cross-encoder reads all sentences, not candidates alone; of another folder if given."""
    reader = cross_relevance()
    before = reader.folder, reader.most
    reader.folder, reader.most = folder, sys.maxsize
    try:
        yield
    finally:
        reader.folder, reader.most = before


def _selector(
    name: str,
    method: Method,
    change: Callable[[Passages], Passages] | None = None,
    as_asked: bool = False,
) -> "Selector":
    from privascope.measure.selectors import Selector

    calibration = calibration_of(name)

    # Changed once a policy, since vectors and words are kept with the passages.
    changed = lru_cache(maxsize=8)(change or _unchanged)

    def score(question: str, sentences: Sequence[str]) -> Floats:
        parts, whole = asked_of(question, sentences)
        passages = changed(whole)
        if as_asked:
            parts = [question]
        if not parts:
            return np.zeros(len(sentences))
        best: Floats = np.max([method(part, passages).values for part in parts], axis=0)
        return best

    # Else the score at which a sentence is as likely to answer as not.
    even = -calibration.sentence[1] / calibration.sentence[0]
    return Selector(score, _BEST_THRESHOLDS.get(name, even) if cross_is_there() else even)


def _without(part: str) -> Method:
    return partial(by_all, shares={**SHARES_WITHOUT_HEADINGS, part: 0.0})


def _over_candidates(method: Method) -> Method:
    def score(question: str, passages: Passages) -> Scores:
        reader = cross_relevance()
        most, reader.most = reader.most, CANDIDATES
        try:
            return method(question, passages)
        finally:
            reader.most = most

    return score


def _unchanged(passages: Passages) -> Passages:
    return passages


def _alone(passages: Passages) -> Passages:
    """The sentences without what each leans on."""
    alone = Passages(passages.all, passages.headings)
    alone.leads = ("",) * len(passages)
    return alone


def _weightless(passages: Passages) -> Passages:
    """The sentences, each worth as much as another, whatever its form."""
    return Passages([replace(one, weight=1.0) for one in passages.all], passages.headings)
