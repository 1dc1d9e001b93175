"""What a model makes of policies that were read for statements: the best sentence of each."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.learn.statement_data import ReadPolicy
from privascope.logistic import logistic
from privascope.models.practices import load_labels, read_passages
from privascope.traits.practices.find import practices_read
from privascope.traits.practices.learned import rule_sentences, sentence_rows
from privascope.traits.practices.reading_text import passages_to_read
from privascope.traits.practices.statements import by_slug

_FOLDS = 5
# How far a statement's own calibration may be from that of all of them.
_SCALE_SPREAD, _BIAS_SPREAD = 0.3, 1.5
# The log-odds of what no sentence says.
_NEVER = -20.0

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Read:
    """A policy's sentences: the log-odds of each statement, and where rules find it."""

    fold: int
    logits: Floats
    by_rules: Mapping[str, Sequence[int]]
    asked: frozenset[str]
    made: frozenset[str]


@dataclass(frozen=True, slots=True)
class Best:
    """For each policy the log-odds of its best sentence for one statement, and the truth."""

    logits: npt.NDArray[np.float64]
    truths: npt.NDArray[np.bool_]
    folds: npt.NDArray[np.int64]


def read_all(policies: Sequence[ReadPolicy], folder: Path) -> list[Read]:
    """What the model of a folder makes of policies."""
    labels = load_labels(folder)
    passages = [passages_to_read(one.policy) for one in policies]
    readings = read_passages([one for own in passages for one in own], folder)
    found = []
    for one, own in zip(policies, passages, strict=True):
        read = list(islice(readings, len(own)))
        practices = tuple(practices_read(one.policy, iter(read), labels))
        places, logits = sentence_rows(one.policy, read)
        by_rules = rule_sentences(one.policy, practices, [span for _, span in places])
        fold = _fold(one.policy_id)
        found.append(Read(fold, logits, by_rules, one.asked, frozenset(one.listed)))
    return found


def best_of(read: Sequence[Read], slugs: Sequence[str], slug: str, rule: float) -> Best:
    """The best sentences for a statement, where a rule adds so much to those that it finds."""
    opposite = by_slug()[slug].opposite if slug in by_slug() else ""
    asked = [one for one in read if slug in one.asked]
    tops = []
    for one in asked:
        own = _with_rule(one, slugs, slug, rule)
        if opposite in slugs:
            # What a sentence rather denies it does not say.
            own = np.where(own >= _with_rule(one, slugs, opposite, rule), own, _NEVER)
        finite = own[np.isfinite(own)]
        tops.append(float(finite.max()) if len(finite) else _NEVER)
    return Best(
        np.array(tops),
        np.array([slug in one.made for one in asked], dtype=np.bool_),
        np.array([one.fold for one in asked], dtype=np.int64),
    )


def fit_calibration(parts: Sequence[Best], like: tuple[float, float] | None) -> tuple[float, float]:
    """Scale and bias that make log-odds probabilities, not far from those of all statements."""
    if not parts:
        return 1.0, 0.0
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


def _with_rule(read: Read, slugs: Sequence[str], slug: str, rule: float) -> Floats:
    own = read.logits[:, slugs.index(slug)].copy()
    if rule and read.by_rules.get(slug):
        own[list(read.by_rules[slug])] += rule
    return own


def _fold(policy_id: str) -> int:
    return int(hashlib.blake2b(policy_id.encode(), digest_size=4).hexdigest(), 16) % _FOLDS
