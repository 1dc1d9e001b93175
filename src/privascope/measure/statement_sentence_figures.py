"""Figures of single sentences: does each say a statement, deny it, or neither."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privascope.data.statement_sentences import LABELS, Label
from privascope.data.statement_slugs import ALL
from privascope.measure.resampling import Figure, Floats, Sums, divided, mean_of_known

_CELLS = len(LABELS) ** 2


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence as it is labelled for a statement, and as the product has it."""

    policy: str
    statement: str
    label: Label
    given: Label


def sentence_figures(judged: Sequence[JudgedSentence]) -> dict[str, object]:
    """Figures over the statements, of each statement and label, and their intervals.

    `macro_f1` is the mean over the statements of the mean F1 of the labels that occur there;
    `pooled_macro_f1` that of the three labels over the sentences of all statements.
    """
    known = {one.statement for one in judged}
    statements = [slug for slug in ALL if slug in known]
    rows = np.zeros((len(judged), len(statements) * _CELLS))
    for row, one in zip(rows, judged, strict=True):
        row[statements.index(one.statement) * _CELLS + _cell(one)] = 1
    sums = Sums(rows, [one.policy for one in judged])
    figures: dict[str, Figure] = {
        "macro_f1": _macro_f1,
        "pooled_macro_f1": _pooled_macro_f1,
        "accuracy": _accuracy,
    }
    return {
        **sums.figures(figures),
        "sentences": len(judged),
        "statements": len(statements),
        "intervals": sums.intervals(figures),
        "by_statement": {
            slug: _of_statement([one for one in judged if one.statement == slug])
            for slug in statements
        },
    }


def _of_statement(judged: Sequence[JudgedSentence]) -> dict[str, object]:
    table = np.zeros((1, _CELLS))
    for one in judged:
        table[0, _cell(one)] += 1
    return {
        "macro_f1": float(_macro_f1(table)[0]),
        "accuracy": float(_accuracy(table)[0]),
        "sentences": len(judged),
        **{label: _of_label(table.reshape(3, 3), number) for number, label in enumerate(LABELS)},
    }


def _of_label(table: Floats, number: int) -> dict[str, object]:
    right, given, labelled = table[number, number], table[:, number].sum(), table[number].sum()
    return {
        "precision": float(right / given) if given else None,
        "recall": float(right / labelled) if labelled else None,
        "f1": float(2 * right / (given + labelled)) if given + labelled else None,
        "sentences": int(labelled),
        "given": int(given),
    }


def _cell(one: JudgedSentence) -> int:
    return LABELS.index(one.label) * len(LABELS) + LABELS.index(one.given)


def _macro_f1(sums: Floats) -> Floats:
    tables = sums.reshape(len(sums), -1, len(LABELS), len(LABELS))
    return mean_of_known(_mean_f1(tables))


def _pooled_macro_f1(sums: Floats) -> Floats:
    tables = sums.reshape(len(sums), -1, len(LABELS), len(LABELS))
    return _mean_f1(tables.sum(axis=1))


def _accuracy(sums: Floats) -> Floats:
    table = sums.reshape(len(sums), -1, len(LABELS), len(LABELS)).sum(axis=1)
    return divided(np.einsum("nii->n", table), table.sum(axis=(1, 2)))


def _mean_f1(tables: Floats) -> Floats:
    """The mean F1 of the labels that occur in each table; not a number in an empty one."""
    right = np.einsum("...ii->...i", tables)
    labelled, given = tables.sum(axis=-1), tables.sum(axis=-2)
    return mean_of_known(np.where(labelled > 0, divided(2 * right, labelled + given), np.nan))
