"""PrivaSeer's own detector: a random forest over the words of a page and of its address."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from privascope.errors import DataError, MissingExtraError
from privascope.learn.detector import Example

FILE = "forest.joblib"
FOLDS = 5
_TREES = 300
_MOST_TERMS = 20_000
_RAREST = 2


@dataclass(frozen=True, slots=True)
class ForestFigures:
    """Precision and recall of policies, the means of five folds, as the paper reports them."""

    model: str
    pages: int
    policies: int
    precision: float
    recall: float
    f1: float


def address_words(url: str) -> list[str]:
    """The words of an address, by PrivaSeer's kind of tokens: runs of letters."""
    return re.findall(r"[a-z]{2,}", unquote(url).lower())


def train_forest(pages: Sequence[Example], folder: Path, seed: int = 0) -> ForestFigures:
    """Trains on all pages, writes the forest, and measures it on five folds."""
    try:
        import joblib
        from sklearn.model_selection import StratifiedKFold, cross_val_predict
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    answers = np.array([page.is_policy for page in pages], dtype=bool)
    if min(answers.sum(), (~answers).sum()) < FOLDS:
        raise DataError(f"a forest needs at least {FOLDS} policies and as many other pages")
    texts = np.array([[page.url, page.text] for page in pages], dtype=object)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    said = cross_val_predict(_pipeline(seed), texts, answers, cv=folds)
    precisions, recalls = [], []
    for _, unseen in folds.split(texts, answers):
        hits = int((said[unseen] & answers[unseen]).sum())
        precisions.append(hits / max(1, int(said[unseen].sum())))
        recalls.append(hits / max(1, int(answers[unseen].sum())))
    precision, recall = float(np.mean(precisions)), float(np.mean(recalls))
    folder.mkdir(parents=True, exist_ok=True)
    joblib.dump(_pipeline(seed).fit(texts, answers), folder / FILE, compress=3)
    return ForestFigures(
        model="forest",
        pages=len(pages),
        policies=int(answers.sum()),
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
    )


def addresses(rows: Any) -> Any:
    """The column of addresses."""
    return rows[:, 0]


def texts(rows: Any) -> Any:
    """The column of texts."""
    return rows[:, 1]


def _pipeline(seed: int) -> Any:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import FeatureUnion, make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    of_address = make_pipeline(
        FunctionTransformer(addresses),
        TfidfVectorizer(analyzer=address_words, min_df=_RAREST),
    )
    of_text = make_pipeline(
        FunctionTransformer(texts),
        TfidfVectorizer(stop_words="english", max_features=_MOST_TERMS, min_df=_RAREST),
    )
    return make_pipeline(
        FeatureUnion([("address", of_address), ("text", of_text)]),
        RandomForestClassifier(n_estimators=_TREES, random_state=seed, n_jobs=1),
    )
