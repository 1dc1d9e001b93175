"""How near summaries come to reference summaries, by ROUGE."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.rows import read_rows
from privascope.errors import DataError, MissingExtraError

KINDS = ("rouge1", "rouge2", "rougeL")
_FIELDS = ("policy", "question", "summary")


def measure(
    references: Path, library: Path, methods: Sequence[str] = ("default", "query-guided")
) -> dict[str, object]:
    """ROUGE of each method's summary of a question, as long as the longest reference.

    A row of the file names a `policy` of the library and a `question`, and has the `summary`, a
    text or a list of several. The best of several references counts.
    """
    rows = _rows(references)
    return {
        "summaries": len(rows),
        **{
            method: rouge([(_summary(library, row, method), row["summary"]) for row in rows])
            for method in methods
        },
    }


def rouge(pairs: Sequence[tuple[str, Sequence[str]]]) -> dict[str, float]:
    """The mean precision, recall and F1 of summaries, each against the best of its references."""
    try:
        from rouge_score.rouge_scorer import RougeScorer
    except ImportError as error:
        raise MissingExtraError("Measuring summaries", "measure") from error
    scorer = RougeScorer(list(KINDS), use_stemmer=True)
    found: dict[str, list[tuple[float, float, float]]] = {kind: [] for kind in KINDS}
    for made, references in pairs:
        scores = [scorer.score(reference, made) for reference in references]
        for kind in KINDS:
            best = max((one[kind] for one in scores), key=lambda score: score.fmeasure)
            found[kind].append((best.precision, best.recall, best.fmeasure))
    report = {}
    for kind, rows in found.items():
        means = np.mean(rows, axis=0) if rows else np.zeros(3)
        for name, value in zip(("precision", "recall", "f1"), means, strict=True):
            report[f"{kind.lower()}_{name}"] = float(value)
    return report


def _summary(library: Path, row: dict[str, Any], method: str) -> str:
    """As many sentences as the longest reference has, at least one."""
    from privascope import api
    from privascope.answer.answer import LONGEST_SUMMARY

    length = max(text.count(". ") + 1 for text in row["summary"])
    with api.open(library) as opened:
        answer = opened.ask(
            row["policy"], row["question"], method=method, summary=min(length, LONGEST_SUMMARY)
        )
    return " ".join(quote.text for quote in answer.summary)


def _rows(path: Path) -> list[dict[str, Any]]:
    found = []
    for number, row in enumerate(read_rows(path, _FIELDS), 1):
        given = row["summary"]
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list) or not texts or not all(_is_text(one) for one in texts):
            raise DataError(f"{path}, row {number}: summary must be a text or a list of texts")
        if not _is_text(row["policy"]) or not _is_text(row["question"]):
            raise DataError(f"{path}, row {number}: policy and question must be texts")
        found.append({**row, "summary": texts})
    if not found:
        raise DataError(f"{path}: no summaries")
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
