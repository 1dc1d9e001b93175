"""Fits from which probability a policy makes a statement, on policies that were not learned."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.data.digests import digest, file_digest
from privascope.data.rows import read_ids
from privascope.data.statement_sentences import read_statement_sentences
from privascope.errors import DataError
from privascope.learn.practice_stages import is_held_out
from privascope.learn.statement_data import ReadPolicy, passage_of, read_policies
from privascope.learn.storing import write_whole
from privascope.logistic import logistic
from privascope.models.practices import Labels, load_labels, read_passages
from privascope.models.statement_thresholds import THRESHOLDS
from privascope.traits.practices.practice import SURE
from privascope.traits.practices.reading_text import passages_to_read
from privascope.traits.practices.statements import by_slug

_FOLDS = 5
# What is likelier than this, and below its threshold, is shown as likely.
_LIKELY = 0.4
# A statement that is right less often than this where it is shown gets a higher threshold.
_LEAST_RIGHT, _ENOUGH_SHOWN = 0.9, 5
# How far a statement's own calibration may be from that of all of them.
_SCALE_SPREAD, _BIAS_SPREAD = 0.3, 1.5
_HIGHEST = 0.995
# Denials are rare, and no policy was read for all of them, so that they have to be sure.
_DENIAL_SHOWN = 0.8

# Log-odds that are tried for sentences read by themselves, and one that is never reached.
_CUTS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0)
_FAR = 1e3

Fitted = dict[str, float]
Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Best:
    """For each policy the log-odds of its best sentence for one statement, and the truth."""

    logits: Floats
    truths: Truths
    folds: npt.NDArray[np.int64]


def fit_thresholds(
    folder: Path, statements: Path, sentences: Path, policies: Path, aim: float
) -> dict[str, object]:
    """Write the thresholds next to an exported model; returns what they come to.

    `policies` lists ids of policies that the model has not learned; single `sentences` of sites
    that were held out fit the denials.
    """
    labels = load_labels(folder)
    ids = read_ids(policies)
    read = list(read_policies(statements, ids))
    if not read or not labels.statements:
        raise DataError("no policies to fit on, or a model that finds no statements")
    logits = [policy_logits(one, folder) for one in read]
    best = {
        slug: _best(slug, at, read, logits, labels) for at, slug in enumerate(labels.statements)
    }
    whole = _fit([one for one in best.values() if one.truths.any()], None)
    own = {slug: _fit([one], whole) for slug, one in best.items()}
    outside = {slug: _out_of_fold(one, whole) for slug, one in best.items()}
    shown = _common(best, outside, aim)
    singles = _singles(sentences, folder, labels)
    says, denies = _alone(singles)
    fitted = {
        slug: {
            "scale": round(scale, 4),
            "bias": round(bias, 4),
            "shown": _own_threshold(best[slug], outside[slug], shown),
            "likely": _LIKELY,
            "alone": denies if slug.startswith("does-not-") else says,
        }
        for slug, (scale, bias) in own.items()
    }
    content = {
        "aim": aim,
        "data": "-".join((file_digest(statements), file_digest(sentences), digest(sorted(ids)))),
        "policies": len(read),
        "statements": fitted,
        "denials": _denials(singles, labels, denies),
    }
    write_whole(folder / THRESHOLDS, json.dumps(content, indent=1).encode())
    told = [_told(one, says, denies) for one in singles]
    return {
        "shown_from": shown,
        "single_macro_f1": macro_f1([one.label for one in singles], told),
        **_figures(best, outside, fitted),
    }


def policy_logits(read: ReadPolicy, folder: Path) -> Floats:
    """The log-odds of each sentence that is read, with those of no other sentence between."""
    found = [one.statements for one in read_passages(passages_to_read(read.policy), folder)]
    return np.concatenate(found).astype(np.float64)


def _best(
    slug: str, at: int, read: Sequence[ReadPolicy], logits: Sequence[Floats], labels: Labels
) -> Best:
    opposite = by_slug()[slug].opposite if slug in by_slug() else ""
    asked = [number for number, one in enumerate(read) if slug in one.asked]
    tops = []
    for number in asked:
        own = logits[number][:, at]
        if opposite in labels.statements:
            # What a sentence rather denies it does not say.
            other = logits[number][:, labels.statements.index(opposite)]
            own = np.where(own >= other, own, -20.0)
        finite = own[np.isfinite(own)]
        tops.append(float(finite.max()) if len(finite) else -20.0)
    return Best(
        np.array(tops),
        np.array([slug in read[number].listed for number in asked], dtype=np.bool_),
        np.array([_fold(read[number].policy_id) for number in asked]),
    )


def _fold(policy_id: str) -> int:
    return int(hashlib.blake2b(policy_id.encode(), digest_size=4).hexdigest(), 16) % _FOLDS


def _fit(parts: Sequence[Best], like: tuple[float, float] | None) -> tuple[float, float]:
    """Scale and bias that make log-odds probabilities, not far from those of all statements."""
    logits = np.concatenate([one.logits for one in parts])
    truths = np.concatenate([one.truths for one in parts]).astype(np.float64)
    centre = np.array(like or (1.0, 0.0))
    spread = np.array([_SCALE_SPREAD, _BIAS_SPREAD]) if like else np.array([10.0, 10.0])
    weights = centre.copy()
    columns = np.stack([logits, np.ones_like(logits)], axis=1)
    for _ in range(50):
        chances = logistic(columns @ weights)
        slope = columns.T @ (chances - truths) + (weights - centre) / spread**2
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns
        step = np.linalg.solve(bend + np.diag(1 / spread**2), slope)
        weights = weights - np.clip(step, -1, 1)
    return max(0.05, float(weights[0])), float(weights[1])


def _out_of_fold(best: Best, whole: tuple[float, float]) -> Floats:
    """The probability of each policy by a calibration that has not seen it."""
    found = np.zeros(len(best.logits))
    for fold in range(_FOLDS):
        out = best.folds == fold
        rest = Best(best.logits[~out], best.truths[~out], best.folds[~out])
        scale, bias = _fit([rest], whole)
        found[out] = logistic(scale * best.logits[out] + bias)
    return found


def _common(best: Mapping[str, Best], outside: Mapping[str, Floats], aim: float) -> float:
    """The lowest probability from which all that is shown is right as often as is aimed at."""
    chances = np.concatenate([outside[slug] for slug in best])
    truths = np.concatenate([one.truths for one in best.values()])
    order = np.argsort(-chances)
    right = np.cumsum(truths[order]) / np.arange(1, len(order) + 1)
    reached = np.flatnonzero((right >= aim) & (chances[order] >= SURE))
    return round(float(chances[order][reached[-1]]), 3) if len(reached) else _HIGHEST


def _own_threshold(best: Best, chances: Floats, common: float) -> float:
    """The common threshold, or a higher one where the statement would be wrong too often."""
    for cut in sorted({common, *(float(one) for one in chances if one > common)}):
        shown = chances >= cut
        if shown.sum() < _ENOUGH_SHOWN or best.truths[shown].mean() >= _LEAST_RIGHT:
            return round(min(cut, _HIGHEST), 4)
    return _HIGHEST


@dataclass(frozen=True, slots=True)
class _Single:
    """A sentence that was read for one statement, with the log-odds that it makes and denies it."""

    label: str
    denial: str
    says: float
    denies: float


def _singles(sentences: Path, folder: Path, labels: Labels) -> list[_Single]:
    """The single sentences of sites that were held out."""
    marked = [one for one in read_statement_sentences(sentences) if is_held_out(one.domain)]
    passages = [passage_of(one) for one in marked]
    readings = read_passages([passage for passage, _ in passages], folder)
    columns = (*labels.statements, *(f"not {slug}" for slug in labels.denials))
    found = []
    for one, (_, number), reading in zip(marked, passages, readings, strict=True):
        row = dict(zip(columns, reading.statements[number].tolist(), strict=True))
        contrary = by_slug()[one.statement].opposite
        denied = f"not {one.statement}"
        denies = row.get(denied, row.get(contrary, -_FAR))
        denial = one.statement if denied in row else ""
        found.append(_Single(one.label, denial, row[one.statement], denies))
    return found


def _alone(singles: Sequence[_Single]) -> tuple[float, float]:
    """The log-odds from which a single sentence makes, and denies, a statement."""
    best = (-1.0, 0.0, 0.0, 0.0, 0.0)
    for says in _CUTS:
        for denies in _CUTS:
            told = [_told(one, says, denies) for one in singles]
            score = macro_f1([one.label for one in singles], told)
            best = max(best, (score, -abs(says), -abs(denies), says, denies))
    return best[-2], best[-1]


def _told(one: _Single, says: float, denies: float) -> str:
    said, denied = one.says - says, one.denies - denies
    if max(said, denied) < 0:
        return "neither"
    return "says" if said >= denied else "denies"


def macro_f1(truth: list[str], told: list[str]) -> float:
    """The mean F1 of what sentences do: say, deny, or neither."""
    scores = []
    for kind in ("says", "denies", "neither"):
        both = sum(a == b == kind for a, b in zip(truth, told, strict=True))
        either = truth.count(kind) + told.count(kind)
        scores.append(2 * both / either if either else 0.0)
    return float(np.mean(scores))


def _denials(singles: Sequence[_Single], labels: Labels, alone: float) -> dict[str, Fitted]:
    """One calibration for all denials, of which too few are marked for their own."""
    own = [one for one in singles if one.denial]
    best = Best(
        np.array([one.denies for one in own]),
        np.array([one.label == "denies" for one in own], dtype=np.bool_),
        np.zeros(len(own), dtype=np.int64),
    )
    scale, bias = _fit([best], (1.0, 0.0))
    limits = {"shown": _DENIAL_SHOWN, "likely": _DENIAL_SHOWN, "alone": alone}
    return {
        slug: {"scale": round(scale, 4), "bias": round(bias, 4), **limits}
        for slug in labels.denials
    }


def _figures(
    best: Mapping[str, Best],
    outside: Mapping[str, Floats],
    fitted: Mapping[str, Mapping[str, float]],
) -> dict[str, object]:
    """Precision and recall on the policies fitted on, each by a calibration without it."""
    rows = {}
    for slug, one in best.items():
        shown = outside[slug] >= fitted[slug]["shown"]
        rows[slug] = (int((shown & one.truths).sum()), int(shown.sum()), int(one.truths.sum()))
    right, said, true = (sum(column) for column in zip(*rows.values(), strict=True))
    return {
        "precision": right / max(1, said),
        "recall": right / max(1, true),
        "statements": {
            slug: {"right": row[0], "shown": row[1], "made": row[2]} for slug, row in rows.items()
        },
    }
