"""The baseline of the practice model: TF-IDF with one linear model for each value."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.data.practices import Segment
from privascope.errors import MissingExtraError
from privascope.measure.practices import Value, values_of

_FOLDS = 5
# A value that fewer segments have cannot be learned.
_RAREST = 5


def tf_idf_values(train: Sequence[Segment], measured: Sequence[Segment]) -> list[frozenset[Value]]:
    """The values that TF-IDF with logistic regression finds in each measured segment.

    Like our own, every value has a threshold of its own: the one with the best F1 on sites that
    were left out in turn.
    """
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError as error:
        raise MissingExtraError("The TF-IDF rival", "measure") from error
    words = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    known: Any = words.fit_transform([segment.text for segment in train])
    asked: Any = words.transform([segment.text for segment in measured])
    truth = [values_of(segment) for segment in train]
    folds = _folds([segment.site for segment in train])
    found: list[set[Value]] = [set() for _ in measured]
    for value in sorted({value for own in truth for value in own}):
        has = np.array([value in own for own in truth])
        if not _RAREST <= has.sum() < len(has):
            continue
        threshold = _threshold(known, has, folds)
        likely = _fitted(known, has).predict_proba(asked)[:, 1]
        for number in np.flatnonzero(likely >= threshold):
            found[number].add(value)
    return [frozenset(own) for own in found]


def _threshold(known: Any, has: npt.NDArray[np.bool_], folds: npt.NDArray[np.int64]) -> float:
    """The probability from which on a value is said, chosen on sites that were left out."""
    likely = np.zeros(len(has))
    for fold in range(_FOLDS):
        rest = folds != fold
        if has[rest].any() and not rest.all():
            likely[~rest] = _fitted(known[rest], has[rest]).predict_proba(known[~rest])[:, 1]
    order = np.argsort(-likely, kind="stable")
    both = np.cumsum(has[order])
    f1 = 2 * both / (np.arange(1, len(has) + 1) + has.sum())
    return float(likely[order[int(np.argmax(f1))]])


def _fitted(rows: Any, has: npt.NDArray[np.bool_]) -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10, class_weight="balanced", solver="liblinear").fit(rows, has)


def _folds(sites: Sequence[str]) -> npt.NDArray[np.int64]:
    """A fold for each segment, the same for all of a site."""
    numbers = {site: number for number, site in enumerate(sorted(set(sites)))}
    order = np.random.default_rng(0).permutation(len(numbers))
    return np.array([order[numbers[site]] % _FOLDS for site in sites])
