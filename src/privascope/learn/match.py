"""Learns which sentences each category of question wants, from questions with their answers."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.label import category_names
from privascope.answer.mapping.linear import MATCH, MATCHED, LinearMap
from privascope.answer.mapping.map_question import WEIGHTS, category_shares
from privascope.answer.passages import Passages
from privascope.answer.practice_relevance import practice_categories, practice_relevance
from privascope.answer.scoring import (
    NEIGHBOURS_WITHOUT_HEADINGS,
    SHARES_WITHOUT_HEADINGS,
    by_words_and_meaning,
    with_neighbours,
)
from privascope.errors import DataError, MissingExtraError
from privascope.learn.displaced import with_sound_labels
from privascope.learn.pairs import Question, read_questions
from privascope.learn.storing import write_whole
from privascope.measure.answer_selectors import asked_of
from privascope.measure.mapping_folds import parts_of_policies
from privascope.measure.selection import figures_in_short

Floats = npt.NDArray[np.float64]
Arrays = dict[str, npt.NDArray[Any]]

# How strongly weights are held to what they are without learning; chosen by policies left out,
# see docs/methods/mapping.md.
HOLD = 1e-2
_STEPS = 200
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

    def matched(self, match: Floats) -> Floats:
        """The sentences' scores with what their practices are worth to the question."""
        joined: Floats = self.scores + _SHARE * (self.practices @ (self.shares @ match))
        return joined


def learn_match(labels: Path, folder: Path, mapping: Path | None = None) -> dict[str, object]:
    """Add to the maps of a folder (the shipped ones, if none is given) what their categories want.

    Every question is mapped by weights that have not seen its policy, and the map of each fold
    learns from the policies that it was learned from itself. Returns the figures on policies left
    out, with learned weights and without. Labels that fit other sentences are not learned from.
    """
    mapping = mapping or WEIGHTS.parent
    every = with_sound_labels(read_questions(labels), labels)
    models, parts = parts_of_policies(((one.policy, one.text) for one in every), mapping / _FOLDS)
    _check(models, parts, mapping / _FOLDS)
    asked = read_asked(every, {policy: models[number] for policy, number in parts.items()})
    weights, folds = (_arrays(mapping / name) for name in (_WEIGHTS, _FOLDS))
    start = unlearned()
    scores: dict[str, list[Floats]] = {"without": [], "with": []}
    names = np.array(practice_categories())
    weights |= {MATCH: fit_match(asked), MATCHED: names}
    folds |= {MATCHED: names}
    judged: list[Question] = []
    for part in sorted(set(parts.values())):
        own = [one for one in asked if parts[one.question.policy] == part]
        match = fit_match([one for one in asked if parts[one.question.policy] != part])
        # The shipped model stands before those of the folds.
        folds[f"{part - 1}_{MATCH}"] = match
        judged += [one.question for one in own]
        scores["without"] += [one.matched(start) for one in own]
        scores["with"] += [one.matched(match) for one in own]
    for name, arrays in ((_WEIGHTS, weights), (_FOLDS, folds)):
        _write(folder / name, arrays)
    return {
        "questions": len(judged),
        "policies": len({one.policy for one in judged}),
        **{name: figures_in_short(judged, own) for name, own in scores.items()},
    }


def read_asked(questions: Sequence[Question], maps: Mapping[str, LinearMap]) -> list[Asked]:
    """What the default method knows of each question's sentences, but for the cross-encoder.

    `maps` has for each policy one that has not seen its questions.
    """
    found = []
    for question in questions:
        parts, passages = asked_of(question.text, question.sentences)
        if not parts:
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
        from scipy.special import expit
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    relevant = np.concatenate([one.question.relevant for one in asked])
    if not relevant.any() or relevant.all():
        raise DataError("learning what questions want needs relevant sentences and others")
    shares = np.stack([one.shares for one in asked])
    scores = np.concatenate([one.scores for one in asked])
    practices = np.concatenate([one.practices for one in asked])
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
        wrong = (expit(logits) - relevant) / len(logits)
        moved = _SHARE * (match - start)
        by_question = np.add.reduceat(wrong[:, np.newaxis] * practices, firsts, axis=0)
        gradient = slope * _SHARE * (shares.T @ by_question) + 2 * HOLD * _SHARE * moved
        total = float(lost.mean() + HOLD * (moved**2).sum())
        return total, np.concatenate(([wrong @ joined, wrong.sum()], gradient.ravel()))

    first = np.concatenate(([6.0, -5.0], start.ravel()))
    fitted = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS})
    match: Floats = fitted.x[2:].reshape(start.shape)
    return match


def _practices(passages: Passages) -> Floats:
    weights = np.array([one.weight for one in passages.all])
    rows = practice_relevance().rows(passages, range(len(passages))) * weights[:, np.newaxis]
    return np.stack([_averaged(own, passages) for own in rows.T], axis=1)


def _averaged(values: Floats, passages: Passages) -> Floats:
    return with_neighbours(values, passages, NEIGHBOURS_WITHOUT_HEADINGS)


def _check(models: Sequence[LinearMap], parts: Mapping[str, int], folds: Path) -> None:
    """DataError unless every policy belongs to one of several folds of the map."""
    unknown = [policy for policy, number in parts.items() if number == 0]
    if unknown:
        raise DataError(
            f"the map knows no question on {unknown[0]}: learn it from the categories of the "
            "same questions first (privascope learn mapping)"
        )
    if len(models) < 3:
        raise DataError(f"{folds}: a map of at least two folds is needed")


def _arrays(path: Path) -> Arrays:
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except Exception as error:
        raise DataError(f"{path} cannot be read: {error}") from error


def _write(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    small = {
        name: value.astype(np.float16) if name.endswith(MATCH) else value
        for name, value in arrays.items()
    }
    content = io.BytesIO()
    np.savez_compressed(content, **small)  # type: ignore[arg-type]
    write_whole(path, content.getvalue())
