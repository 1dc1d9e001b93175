"""The ways in which answers are found, as methods of `measure selection`."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from privascope.answer.calibration import calibration
from privascope.answer.methods import FIRST, METHODS, Method, Ranked, default, method_called
from privascope.answer.passages import Passages
from privascope.answer.signals.reading import CANDIDATES, sentence_reader
from privascope.data.understood import asked_of

if TYPE_CHECKING:
    from privascope.measure.selectors import Selector

Floats = npt.NDArray[np.float64]

# The score from which on a sentence is as likely to answer as not, fitted on the sample library's
# questions for tuning; methods with the reader's logits have theirs from its calibration.
_EVEN: Mapping[str, float] = {
    "bm25-expanded": 11.59,
    "words+dense": 0.84,
    "cross-encoder+span": 1.81,
    # Not fitted: the same scale as the line above.
    "query-guided": 1.81,
    "practices": 0.27,
}


def answer_selectors() -> "dict[str, Callable[[], Selector]]":
    """Every method of asking by its name."""
    return {name: partial(_selector, name, method_called(name)) for name in METHODS}


def ablations() -> "dict[str, Callable[[], Selector]]":
    """The default method with one signal less, or read otherwise."""
    names = [signal.name for signal in FIRST if signal.name != "headings"]
    found: dict[str, Callable[[], Selector]] = {
        # Sentences by themselves have no headings above them.
        f"without {name}": partial(_selector, "default", partial(default, without=(name,)))
        for name in (*names, sentence_reader().name)
    }
    found["question as understood"] = partial(_selector, "default", default, as_understood=True)
    # What costs as much again for every sentence is compared over the candidates.
    few, some = _over_candidates(default), f"{CANDIDATES} candidates"
    found[some] = partial(_selector, "default", few)
    found[f"{some}, without what comes before"] = partial(_selector, "default", few, change=_alone)
    found[f"{some}, with paraphrases"] = partial(
        _selector, "default", _over_candidates(method_called("expansion"))
    )
    return found


@contextmanager
def everything_read(folder: Path | None = None) -> Iterator[None]:
    """The reader reads all sentences, not candidates alone; of another folder if given."""
    reader = sentence_reader()
    before = reader.folder, reader.most
    reader.folder, reader.most = folder or reader.folder, sys.maxsize
    try:
        yield
    finally:
        reader.folder, reader.most = before


def _selector(
    name: str,
    method: Method,
    change: Callable[[Passages], Passages] | None = None,
    as_understood: bool = False,
) -> "Selector":
    from privascope.measure.selectors import Selector

    # Changed once a policy, since vectors and words are kept with the passages.
    changed = lru_cache(maxsize=8)(change or _unchanged)

    def score(question: str, sentences: Sequence[str]) -> Floats:
        asked, whole = asked_of(question, sentences)
        if asked.is_empty:
            return np.zeros(len(sentences))
        return method(asked.understood if as_understood else asked.read, changed(whole)).values

    factor, bias = calibration(sentence_reader().folder).reading
    # The default method's scores are log-odds.
    even = 0.0 if method_called(name) is default else -bias / factor
    return Selector(score, _EVEN.get(name, even))


def _over_candidates(method: Method) -> Method:
    def score(question: str, passages: Passages) -> Ranked:
        reader = sentence_reader()
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
    return Passages([replace(one, head=-1, before=-1) for one in passages.all], passages.headings)
