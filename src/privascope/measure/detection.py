"""How well privacy policies are told from other pages."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.collect.candidates import is_candidate
from privascope.collect.detector import policy_probability
from privascope.collect.page_kind import PageKind, page_kind
from privascope.data.rows import read_rows
from privascope.errors import DataError, UnreadablePageError

_THRESHOLD = 0.5


def measure(data: Path) -> dict[str, object]:
    """Precision, recall, F1 and AUC of the funnel's verdict; `url_alone` is PrivaSeer's URL rule.

    A page that the funnel would turn away before asking the detector (an error page, a consent
    wall, a login form, a page drawn by scripts) counts with probability 0.
    """
    answers: list[bool] = []
    ours: list[float] = []
    by_url: list[float] = []
    for row in read_rows(data, required=("url", "is_policy")):
        answers.append(bool(row["is_policy"]))
        ours.append(_probability(row))
        by_url.append(float(is_candidate(row["url"] or "")))
    if not answers:
        raise DataError(f"{data} holds no rows")
    return {
        "pages": len(answers),
        "policies": sum(answers),
        **figures(answers, ours),
        "url_alone": figures(answers, by_url),
    }


def figures(answers: Sequence[bool], probabilities: Sequence[float]) -> dict[str, float]:
    """Precision, recall and F1 of the positive class at one half, and the area under the curve."""
    truth = np.asarray(answers, dtype=bool)
    scores = np.asarray(probabilities, dtype=np.float64)
    said = scores >= _THRESHOLD
    hits = int(np.sum(said & truth))
    precision = hits / int(np.sum(said)) if said.any() else 0.0
    recall = hits / int(np.sum(truth)) if truth.any() else 0.0
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return {"precision": precision, "recall": recall, "f1": f1, "auc": _auc(truth, scores)}


def _probability(row: dict[str, Any]) -> float:
    from privascope.policy.read import read_page

    url = row["url"] or ""
    if row.get("html") is None:
        if row.get("text") is None:
            raise DataError("a row needs html or text")
        return policy_probability(url, row["text"], row.get("title") or "")
    try:
        page = read_page(row["html"].encode(errors="replace"), url, "text/html; charset=utf-8")
    except UnreadablePageError:
        return 0.0
    probability = policy_probability(url, page.whole_text(), page.title)
    return probability if page_kind(page, probability) is PageKind.DOCUMENT else 0.0


def _auc(truth: np.ndarray[Any, Any], scores: np.ndarray[Any, Any]) -> float:
    """The chance that a policy scores above another page; ties count half."""
    positives, negatives = np.sort(scores[truth]), np.sort(scores[~truth])
    if not len(positives) or not len(negatives):
        return 0.0
    below = np.searchsorted(negatives, positives, side="left")
    not_above = np.searchsorted(negatives, positives, side="right")
    return float(np.sum(below + not_above) / (2 * len(positives) * len(negatives)))
