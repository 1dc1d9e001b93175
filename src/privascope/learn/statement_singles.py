"""Fits what counts of a sentence that is judged by itself, on sentences of other sites."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from privascope.data.statement_sentences import LABELS, Label, read_statement_sentences
from privascope.learn.practice_stages import is_held_out
from privascope.learn.statement_best import Best, fit_calibration
from privascope.learn.statement_data import passage_of
from privascope.models.practices import Labels, read_passages
from privascope.traits.practices.learned import alone
from privascope.traits.practices.statements import by_slug

# Denials are rare, and no policy was read for all of them, so that they have to be sure.
_DENIAL_SHOWN = 0.8
# Log-odds that are tried for sentences read by themselves, and one that is never reached.
_CUTS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0)
_FAR = 1e3


@dataclass(frozen=True, slots=True)
class Single:
    """A sentence that was read for one statement, with the log-odds that it makes and denies it.

    `denial` is the statement where a denial of it is found as such, not as its opposite.
    """

    statement: str
    label: Label
    denial: str
    says: float
    denies: float


def read_singles(sentences: Path, folder: Path, labels: Labels) -> list[Single]:
    """The single sentences of sites that were held out, between their neighbours and alone."""
    marked = [one for one in read_statement_sentences(sentences) if is_held_out(one.domain)]
    among = [passage_of(one) for one in marked]
    passages = [one for passage, number in among for one in (passage, alone(passage, number))]
    readings = iter(read_passages(passages, folder))
    columns = (*labels.statements, *(f"not {slug}" for slug in labels.denials))
    found = []
    for one, (_, number) in zip(marked, among, strict=True):
        logits = np.minimum(next(readings).statements[number], next(readings).statements[0])
        row = dict(zip(columns, logits.tolist(), strict=True))
        contrary = by_slug()[one.statement].opposite
        denied = f"not {one.statement}"
        denies = row.get(denied, row.get(contrary, -_FAR))
        denial = one.statement if denied in row else ""
        found.append(Single(one.statement, one.label, denial, row[one.statement], denies))
    return found


def alone_thresholds(singles: Sequence[Single]) -> tuple[float, float, float]:
    """The log-odds from which a sentence makes, and denies, a statement; and the mean macro F1."""
    best = (-1.0, 0.0, 0.0, 0.0, 0.0)
    for says in _CUTS:
        for denies in _CUTS:
            score = _mean_f1(singles, says, denies)
            best = max(best, (score, -abs(says), -abs(denies), says, denies))
    return best[-2], best[-1], best[0]


def _mean_f1(singles: Sequence[Single], says: float, denies: float) -> float:
    """The mean over the statements of each one's macro F1."""
    scores = []
    for slug in sorted({one.statement for one in singles}):
        own = [one for one in singles if one.statement == slug]
        given = [_given(one, says, denies) for one in own]
        scores.append(macro_f1([one.label for one in own], given))
    return float(np.mean(scores))


def _given(one: Single, says: float, denies: float) -> Label:
    said, denied = one.says - says, one.denies - denies
    if max(said, denied) < 0:
        return "neither"
    return "says" if said >= denied else "denies"


def macro_f1(truth: Sequence[Label], given: Sequence[Label]) -> float:
    """The mean F1 of what sentences do: say, deny, or neither; of those that occur."""
    scores = []
    for kind in (kind for kind in LABELS if kind in truth):
        both = sum(a == b == kind for a, b in zip(truth, given, strict=True))
        either = truth.count(kind) + given.count(kind)
        scores.append(2 * both / either if either else 0.0)
    return float(np.mean(scores))


def denial_thresholds(
    singles: Sequence[Single], labels: Labels, counts_from: float
) -> dict[str, dict[str, float]]:
    """One calibration for all denials, of which too few are marked for their own."""
    own = [one for one in singles if one.denial]
    best = Best(
        np.array([one.denies for one in own]),
        np.array([one.label == "denies" for one in own], dtype=np.bool_),
        np.zeros(len(own), dtype=np.int64),
    )
    scale, bias = fit_calibration([best], (1.0, 0.0))
    limits = {"shown": _DENIAL_SHOWN, "likely": _DENIAL_SHOWN, "alone": counts_from, "rule": 0.0}
    return {
        slug: {"scale": round(scale, 4), "bias": round(bias, 4), **limits}
        for slug in labels.denials
    }
