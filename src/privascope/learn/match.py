"""Learns which sentences each category of question wants, from questions with their answers."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.label import category_names
from privascope.answer.mapping.linear import MATCH, MATCH_COLUMNS, LinearMap, read_arrays
from privascope.answer.mapping.map_question import WEIGHTS, category_shares
from privascope.answer.passages import Passages
from privascope.answer.practice_relevance import practice_categories, practice_relevance
from privascope.answer.scoring import (
    NEIGHBOURS_WITHOUT_HEADINGS,
    SHARES_WITHOUT_HEADINGS,
    by_words_and_meaning,
    with_neighbours,
)
from privascope.data.mapping_folds import parts_of_policies
from privascope.data.pairs import Question, read_questions
from privascope.data.selection_figures import figures_in_short
from privascope.data.understood import asked_of
from privascope.errors import DataError, MissingExtraError
from privascope.learn.displaced import with_sound_labels
from privascope.learn.storing import say, write_whole
from privascope.logistic import logistic

Floats = npt.NDArray[np.float64]
Small = npt.NDArray[np.float16]

# How strongly weights are held to what they are without learning; chosen by policies left out,
# see docs/methods/mapping.md.
HOLD = 1e-2
_STEPS = 200
# Where the fit begins: about what turns the default method's scores into log-odds.
_SLOPE, _CONSTANT = 6.0, -5.0
_WEIGHTS, _FOLDS = "weights.npz", "folds.npz"
_SHARE = SHARES_WITHOUT_HEADINGS["practices"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's categories, what its sentences score without practices, and their practices.

    Scores and practices are averaged with those of their neighbours, as answers are scored.
    """

    question: Question
    shares: Floats
    scores: Floats
    practices: Floats

    def scored_with(self, match: npt.NDArray[Any]) -> Floats:
        """The sentences' scores with what their practices are worth to the question."""
        joined: Floats = self.scores + _SHARE * (self.practices @ (self.shares @ match))
        return joined


def learn_match(labels: Path, folder: Path, mapping: Path | None = None) -> dict[str, object]:
    """Add to the maps of a folder (the shipped ones, if none is given) what their categories want.

    Every question is mapped by weights that have not seen its policy, and the map of each fold
    learns from the policies of the other folds. Returns the figures on policies left out, with
    learned weights and without. What augmentation added is not learned from, nor are labels that
    fit other sentences.
    """
    mapping = mapping or WEIGHTS.parent
    weights, folds = (read_arrays(mapping / name) for name in (_WEIGHTS, _FOLDS))
    own = [one for one in read_questions(labels) if not one.added]
    questions = with_sound_labels(own, labels)
    models, fold_of = parts_of_policies(
        ((one.policy, one.text) for one in questions), mapping / _FOLDS
    )
    _check(fold_of, labels)
    asked = read_asked(questions, {policy: models[fold] for policy, fold in fold_of.items()})
    weights |= _stored(fit_match(asked))
    judged: list[Question] = []
    scores: dict[str, list[Floats]] = {"without": [], "with": []}
    # The shipped model stands before those of the folds.
    for fold in range(1, len(models)):
        left_out = [one for one in asked if fold_of[one.question.policy] == fold]
        others = [one for one in asked if fold_of[one.question.policy] != fold]
        learned = _stored(fit_match(others))
        folds |= {f"{fold - 1}_{MATCH}": learned[MATCH], MATCH_COLUMNS: learned[MATCH_COLUMNS]}
        judged += [one.question for one in left_out]
        scores["without"] += [one.scored_with(unlearned()) for one in left_out]
        scores["with"] += [one.scored_with(learned[MATCH]) for one in left_out]
    for name, arrays in ((_WEIGHTS, weights), (_FOLDS, folds)):
        content = io.BytesIO()
        np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
        write_whole(folder / name, content.getvalue())
    return {
        "questions": len(judged),
        "policies": len({one.policy for one in judged}),
        **{name: figures_in_short(judged, own) for name, own in scores.items()},
    }


def read_asked(questions: Sequence[Question], maps: Mapping[str, LinearMap]) -> list[Asked]:
    """What the default method knows of each question's sentences, but for the cross-encoder.

    `maps` has for each policy one that has not seen its questions. Questions of several parts are
    left out: which of them a sentence answers is not told.
    """
    found = []
    for question in questions:
        parts, passages = asked_of(question.text, question.sentences)
        if len(parts) != 1:
            continue
        first = by_words_and_meaning(parts[0], passages, SHARES_WITHOUT_HEADINGS)
        shares = category_shares(parts[0], maps[question.policy]).astype(np.float64)
        found.append(
            Asked(question, shares, _averaged(first.values, passages), _practices(passages))
        )
    return found


def unlearned() -> Floats:
    """Every category wants its own sentences, and no others."""
    own = practice_categories()
    return np.array([[float(name == one) for one in own] for name in category_names()])


def fit_match(asked: Sequence[Asked]) -> Floats:
    """What each category of question wants: the weights that best tell relevant sentences."""
    try:
        from scipy.optimize import minimize
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    relevant = np.concatenate([np.zeros(0, np.bool_), *(one.question.relevant for one in asked)])
    if not relevant.any() or relevant.all():
        raise DataError("learning what questions want needs relevant sentences and others")
    shares = np.stack([one.shares for one in asked])
    scores = np.concatenate([one.scores for one in asked])
    practices = np.concatenate([one.practices for one in asked])
    if not (np.isfinite(scores).all() and np.isfinite(practices).all()):
        raise DataError("what questions want cannot be learned: a sentence's score is no number")
    counts = [len(one.scores) for one in asked]
    owner = np.repeat(np.arange(len(asked)), counts)
    firsts = np.cumsum([0, *counts[:-1]])
    start = unlearned()

    def loss(flat: Floats) -> tuple[float, Floats]:
        slope, constant, match = flat[0], flat[1], flat[2:].reshape(start.shape)
        wanted = (shares @ match)[owner]
        joined = scores + _SHARE * (practices * wanted).sum(axis=1)
        logits = slope * joined + constant
        lost = np.logaddexp(0.0, logits) - relevant * logits
        wrong = (logistic(logits) - relevant) / len(logits)
        moved = _SHARE * (match - start)
        by_question = np.add.reduceat(wrong[:, np.newaxis] * practices, firsts, axis=0)
        gradient = slope * _SHARE * (shares.T @ by_question) + 2 * HOLD * _SHARE * moved
        total = float(lost.mean() + HOLD * (moved**2).sum())
        return total, np.concatenate(([wrong @ joined, wrong.sum()], gradient.ravel()))

    first = np.concatenate(([_SLOPE, _CONSTANT], start.ravel()))
    fitted = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS})
    if not fitted.success:
        say(f"what questions want is not learned to the end: {fitted.message}")
    match: Floats = fitted.x[2:].reshape(start.shape)
    return match


def _stored(match: Floats) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a table, as small as they are kept."""
    small: Small = match.astype(np.float16)
    return {MATCH: small, MATCH_COLUMNS: np.array(practice_categories())}


def _practices(passages: Passages) -> Floats:
    weights = np.array([one.weight for one in passages.all])
    rows = practice_relevance().rows(passages, range(len(passages))) * weights[:, np.newaxis]
    return np.stack([_averaged(own, passages) for own in rows.T], axis=1)


def _averaged(values: Floats, passages: Passages) -> Floats:
    return with_neighbours(values, passages, NEIGHBOURS_WITHOUT_HEADINGS)


def _check(fold_of: Mapping[str, int], labels: Path) -> None:
    """DataError unless every policy belongs to a fold of the map, and not all to the same."""
    unknown = [policy for policy, fold in fold_of.items() if fold == 0]
    if unknown:
        raise DataError(
            f"the map knows no question on {unknown[0]}: learn it from the categories of the "
            "same questions first (privascope learn mapping)"
        )
    if len(set(fold_of.values())) < 2:
        raise DataError(f"{labels}: policies of at least two of the map's folds are needed")
