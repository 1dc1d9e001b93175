"""Figures of answers to labelled questions: verdicts, sentences, stances, headlines."""

from collections.abc import Mapping, Sequence

import numpy as np

from privascope.data.asked import ANSWERING, VERDICTS
from privascope.measure.asked_policy import JudgedQuestion
from privascope.measure.resampling import Figure, Floats, Sums, divided, mean_of_known, ratio

_NO_ANSWER = ("silent", "out_of_scope")
_UNSURE = "unsure"
_GIVEN = (*VERDICTS, _UNSURE)
# What is counted, and among what; the table of verdicts stands before these columns.
_SHARES = (
    "verdict_accuracy",
    "false_answers",
    "false_silence",
    "unsure",
    "hit_at_1",
    "hit_at_3",
    "mrr",
    "stance_given",
    "stance_accuracy",
    "stance_elsewhere",
    "headline_precision",
    "headline_share",
    "trap_first",
)
_CELLS = len(VERDICTS) * len(_GIVEN)


def asked_figures(judged: Sequence[JudgedQuestion]) -> dict[str, object]:
    """All figures, their intervals, the table of verdicts, and figures by style and verdict."""
    sums = _sums(judged)
    return {
        **_in_order(sums.figures(_figures())),
        "questions": len(judged),
        "intervals": _in_order(sums.intervals(_figures())),
        "verdicts": confusion(judged),
        "by_style": _groups(judged, [one.style for one in judged]),
        "by_verdict": _groups(judged, [one.verdict for one in judged]),
    }


def confusion(judged: Sequence[JudgedQuestion]) -> dict[str, dict[str, int]]:
    """For each labelled verdict, how often each verdict was given."""
    table = {labelled: dict.fromkeys(_GIVEN, 0) for labelled in VERDICTS}
    for one in judged:
        table[one.verdict][one.given_verdict] += 1  # type: ignore[index]
    return {str(labelled): given for labelled, given in table.items()}


def _groups(judged: Sequence[JudgedQuestion], names: Sequence[str]) -> dict[str, object]:
    """The figures of the questions that have each name."""
    groups: dict[str, list[JudgedQuestion]] = {}
    for name, one in zip(names, judged, strict=True):
        groups.setdefault(name, []).append(one)
    return {
        name: {
            "questions": len(groups[name]),
            **_in_order(_sums(groups[name]).figures(_figures())),
        }
        for name in sorted(groups)
    }


def _sums(judged: Sequence[JudgedQuestion]) -> Sums:
    rows = np.array([_row(one) for one in judged], dtype=np.float64)
    width = _CELLS + 2 * len(_SHARES)
    return Sums(rows.reshape(len(judged), width), [one.policy for one in judged])


def _row(one: JudgedQuestion) -> list[float]:
    """The question's cell in the table of verdicts, then what counts for each share, and among."""
    cells = [0.0] * _CELLS
    cells[_cell(one)] = 1.0
    return cells + [float(number) for pair in _shares(one) for number in pair]


def _cell(one: JudgedQuestion) -> int:
    labelled = [str(verdict) for verdict in VERDICTS].index(one.verdict)
    return labelled * len(_GIVEN) + [str(verdict) for verdict in _GIVEN].index(one.given_verdict)


def _shares(one: JudgedQuestion) -> list[tuple[float, float]]:
    """For each of the shares, whether the question counts for it, and whether among it."""
    has_answer = one.verdict in ANSWERING
    wants_stance = one.stance is not None
    given = wants_stance and one.given_stance is not None
    rank = one.rank if has_answer else None
    counted = {
        "verdict_accuracy": (one.given_verdict == one.verdict, True),
        "false_answers": (one.given_verdict in ANSWERING, one.verdict == "silent"),
        "false_silence": (one.given_verdict in _NO_ANSWER, has_answer),
        "unsure": (one.given_verdict == _UNSURE, True),
        "hit_at_1": (rank is not None and rank < 1, has_answer),
        "hit_at_3": (rank is not None and rank < 3, has_answer),
        "mrr": (0.0 if rank is None else 1 / (1 + rank), has_answer),
        "stance_given": (given, wants_stance),
        "stance_accuracy": (one.given_stance == one.stance, given),
        "stance_elsewhere": (one.given_stance is not None, not wants_stance),
        "headline_precision": (_is_headline_right(one), one.has_headline),
        "headline_share": (one.has_headline, wants_stance),
        "trap_first": (one.trap_first, one.has_traps),
    }
    return [
        (float(part) if whole else 0.0, float(whole))
        for part, whole in (counted[name] for name in _SHARES)
    ]


def _is_headline_right(one: JudgedQuestion) -> bool:
    """A headline says yes, no or depends, or else no more than the verdict does."""
    if one.given_stance is not None:
        return one.given_stance == one.stance
    return one.given_verdict == one.verdict


def _figures() -> dict[str, Figure]:
    shares = {
        name: ratio(_CELLS + 2 * number, _CELLS + 2 * number + 1)
        for number, name in enumerate(_SHARES)
    }
    return {**shares, "verdict_macro_f1": _macro_f1}


def _macro_f1(sums: Floats) -> Floats:
    """The mean F1 of the labelled verdicts that occur; an answer that is unsure is never right."""
    table = sums[:, :_CELLS].reshape(-1, len(VERDICTS), len(_GIVEN))
    square = table[:, :, : len(VERDICTS)]
    right = np.einsum("nii->ni", square)
    labelled, given = table.sum(axis=2), square.sum(axis=1)
    return mean_of_known(np.where(labelled > 0, divided(2 * right, labelled + given), np.nan))


def _in_order(figures: Mapping[str, object]) -> dict[str, object]:
    """The figures with both of the verdict's first."""
    names = ("verdict_accuracy", "verdict_macro_f1")
    return {**{name: figures[name] for name in names}, **figures}
