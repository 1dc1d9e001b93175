"""Fits the weights of answer/calibration.py; run it again whenever a model of answers changes.

`python -m privascope.measure.answer_calibration METHOD [PRIVACYQA]` prints the numbers to put
there. The sample library's questions for tuning are used, and PrivacyQA's training half where
given.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.answer.answer import SHORT, Verdict
from privascope.answer.evidence import best_first, evidence_of
from privascope.answer.kinds import kind_of
from privascope.answer.names import NamedThings
from privascope.answer.passages import Passages, passages_of, passages_of_sentences
from privascope.answer.question import understand
from privascope.answer.scoring import method_called
from privascope.answer.spelling import Spelling
from privascope.answer.subject import stored_subject
from privascope.data.ranking import area_under_curve
from privascope.library.store import Library
from privascope.logistic import logistic
from privascope.measure.answers import sample_library
from privascope.measure.sample_questions import WITH_EVIDENCE, read_questions

Floats = npt.NDArray[np.float64]

# How strongly weights are held near nothing, for features of spread 1.
_HOLD = 1.0
_ROUNDS = 50


@dataclass(slots=True)
class Seen:
    """Features with what was right, one row a question, and one row a sentence."""

    answer: list[tuple[float, ...]] = field(default_factory=list)
    # Whether the policy answers, and one of the first sentences does.
    answerable: list[bool] = field(default_factory=list)
    kind: list[tuple[float, ...]] = field(default_factory=list)
    privacy: list[bool] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    relevant: list[bool] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)


def logistic_weights(rows: Floats, right: npt.NDArray[np.bool_], hold: float) -> Floats:
    """Weights and, last, the bias of a logistic regression, by Newton's method."""
    middle, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    table = np.hstack([(rows - middle) / spread, np.ones((len(rows), 1))])
    penalty = np.append(np.full(rows.shape[1], hold), 1e-6)
    weights = np.zeros(table.shape[1])
    for _ in range(_ROUNDS):
        odds = logistic(table @ weights)
        slope = table.T @ (odds - right) + penalty * weights
        bend = (table * (odds * (1 - odds))[:, None]).T @ table + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - float(plain @ middle))


def see_sample(method: str) -> Seen:
    """The features of the sample library's questions for tuning, those of one part only."""
    seen = Seen()
    with sample_library() as folder, Library(folder) as library:
        prepared: dict[str, tuple[Passages, Spelling, NamedThings]] = {}
        for gold in read_questions():
            if gold.part != "tune":
                continue
            if gold.policy not in prepared:
                subject = stored_subject(library, gold.policy)
                passages = passages_of(subject.policy)
                names = NamedThings.of(subject.source)
                prepared[gold.policy] = passages, Spelling(passages.vocabulary), names
            passages, spelling, names = prepared[gold.policy]
            places = {piece.start for piece in gold.evidence}
            relevant = [passage.start in places for passage in passages.all]
            parts = understand(gold.question, spelling, names).parts
            if len(parts) == 1:
                privacy = gold.verdict != Verdict.OTHER.value
                told = gold.verdict in WITH_EVIDENCE
                _see(seen, method, parts[0].whole, passages, relevant, (told, privacy), gold.policy)
    return seen


def see_privacyqa(method: str, data: Path) -> Seen:
    """The features of PrivacyQA's questions; which are none for a policy is not known there."""
    from privascope.data.pairs import read_questions as read_pairs

    seen = Seen()
    prepared: dict[tuple[str, ...], tuple[Passages, Spelling]] = {}
    for question in read_pairs(data):
        if question.sentences not in prepared:
            passages = passages_of_sentences(question.sentences)
            prepared[question.sentences] = passages, Spelling(passages.vocabulary)
        passages, spelling = prepared[question.sentences]
        parts = understand(question.text, spelling).parts
        if len(parts) == 1:
            relevant = question.relevant.tolist()
            kinds = (question.answerable, True)
            _see(seen, method, parts[0].whole, passages, relevant, kinds, question.policy)
    return seen


def _see(
    seen: Seen,
    method: str,
    question: str,
    passages: Passages,
    relevant: Sequence[bool],
    told_and_privacy: tuple[bool, bool],
    group: str,
) -> None:
    scores = method_called(method)(question, passages)
    evidence = evidence_of(question, kind_of(question), passages, scores)
    told, privacy = told_and_privacy
    seen.kind.append(evidence.of_kind)
    seen.privacy.append(privacy)
    seen.answer.append(evidence.of_answer)
    # A policy that answers in sentences which are not found had better be called silent than be
    # quoted with others.
    first = best_first(scores, passages)[:SHORT]
    seen.answerable.append(told and any(relevant[number] for number in first))
    seen.groups.append(group)
    if told:
        seen.scores += scores.values.tolist()
        seen.relevant += relevant


def left_out_auc(rows: Floats, right: npt.NDArray[np.bool_], groups: Sequence[str]) -> float:
    """The area under the curve where each policy is judged by weights of the others."""
    odds = np.zeros(len(rows))
    names = np.array(groups)
    for group in sorted(set(groups)):
        own = names == group
        *weights, bias = logistic_weights(rows[~own], right[~own], _HOLD)
        odds[own] = rows[own] @ np.array(weights) + bias
    return float(area_under_curve(odds, right))


def main(method: str, data: Path | None) -> None:
    """Prints the weights of a method, and how well they do on policies left out."""
    sample = see_sample(method)
    privacy = np.array(sample.privacy)
    rows, right = np.array(sample.answer)[privacy], np.array(sample.answerable)[privacy]
    groups = [group for group, own in zip(sample.groups, privacy, strict=True) if own]
    out = [
        f"answer, sample library, auc of policies left out {left_out_auc(rows, right, groups):.3f}"
    ]
    if data is not None:
        more = see_privacyqa(method, data)
        more_rows, more_right = np.array(more.answer), np.array(more.answerable)
        auc = left_out_auc(more_rows, more_right, more.groups)
        out.append(f"answer, PrivacyQA, auc of policies left out {auc:.3f}")
        # The sample's questions are few and more like those of users: they count as many. The
        # sets differ in how high scores are, so each has a bias of its own.
        times = max(1, len(more_rows) // max(1, len(rows)))
        rows = np.vstack([_flagged(more_rows, 1.0), *[_flagged(rows, 0.0)] * times])
        right = np.concatenate([more_right, *[right] * times])
        out.append(f"answer   {_shown(np.delete(logistic_weights(rows, right, _HOLD), -2))}")
    else:
        out.append(f"answer   {_shown(logistic_weights(rows, right, _HOLD))}")
    kind = logistic_weights(np.array(sample.kind), privacy, 1.0)
    out.append(f"kind     {_shown(kind)}")
    scores = np.array(sample.scores)[:, None]
    sentence = logistic_weights(scores, np.array(sample.relevant), 1e-3)
    out.append(f"sentence {_shown(sentence)}")
    sys.stdout.write("\n".join(out) + "\n")


def _flagged(rows: Floats, flag: float) -> Floats:
    return np.hstack([rows, np.full((len(rows), 1), flag)])


def _shown(weights: Floats) -> str:
    return "(" + ", ".join(f"{weight:.3f}" for weight in weights) + ")"


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
