"""Relevance and informativeness joined in several ways, each measured on policies left out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.answer.expand.expansion import paraphrases
from privascope.answer.methods import FIRST, reading_order
from privascope.answer.passages import Passages
from privascope.answer.signals.reading import CANDIDATES, sentence_reader
from privascope.data.pairs import Question
from privascope.data.selection_figures import figures_in_short
from privascope.data.understood import asked_of
from privascope.logistic import logistic
from privascope.measure.answer_selectors import everything_read
from privascope.measure.logistic_fit import logistic_weights
from privascope.measure.selection import Follow, questions_to_measure

Floats = npt.NDArray[np.float64]

# How strongly a regression's weights are held near nothing.
_HOLD = 1.0


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a question's candidates; rows are wordings, the question itself first.

    `informative` is by how much the best span beats there being none. `other` holds what is known
    without reading: cosines and BM25; the same of the question's best candidate.
    """

    question: Question
    numbers: list[int]
    relevance: Floats
    informative: Floats | None
    other: Floats


# One score for each candidate of a question.
Join = Callable[[Read], Floats]


def measure(
    data: Path, *, model: Path | None = None, fold: int | None = None, follow: Follow = iter
) -> dict[str, object]:
    """Figures of each way to join relevance R and informativeness I over the candidates.

    Sentences that are no candidates rank below. Regressions are fitted on the other policies of
    the file, so that a policy is never judged by weights that have seen it.
    """
    from privascope.models import spans

    there = (spans.FOLDER / "model.onnx").is_file()
    with everything_read(model):
        read = [_read(one, there) for one in follow(questions_to_measure(data, fold))]
    ways: dict[str, Join] = {
        "R": lambda one: logistic(one.relevance[0]),
        "R, best wording": lambda one: logistic(one.relevance).max(axis=0),
        "R, mean of wordings": lambda one: logistic(one.relevance).mean(axis=0),
    }
    if there:
        ways |= {
            "R + I": lambda one: _sum(one)[0],
            "R + I, best wording": lambda one: _sum(one).max(axis=0),
            "R + I, mean of wordings": lambda one: _sum(one).mean(axis=0),
        }
    found = {name: [join(one) for one in read] for name, join in ways.items()}
    if there:
        found["regression on R and I"] = left_out_scores(read, _both)
    found["calibrated"] = left_out_scores(read, _everything)
    questions = [one.question for one in read]
    report: dict[str, object] = {"questions": len(read), "candidates": CANDIDATES}
    for name, scores in found.items():
        whole = [_over_all(one, own) for one, own in zip(read, scores, strict=True)]
        report[name] = figures_in_short(questions, whole)
    if not there:
        report["spans"] = "no span model: ways with I were left out"
    return report


def left_out_scores(read: Sequence[Read], features: Callable[[Read], Floats]) -> list[Floats]:
    """Log-odds that each candidate answers, by a regression on the other policies."""
    rows = [features(one) for one in read]
    right = [one.question.relevant[one.numbers] for one in read]
    policies = np.array([one.question.policy for one in read])
    scores: list[Floats] = [np.zeros(0)] * len(read)
    for policy in sorted(set(policies)):
        others = np.flatnonzero(policies != policy)
        if not len(others):
            others = np.arange(len(read))
        *weights, bias = logistic_weights(
            np.concatenate([rows[number] for number in others]),
            np.concatenate([right[number] for number in others]),
            _HOLD,
        )
        for number in np.flatnonzero(policies == policy):
            scores[number] = rows[number] @ np.array(weights) + bias
    return scores


def _read(question: Question, spans: bool) -> Read:
    understood, passages = asked_of(question.text, question.sentences)
    asked = understood.read or question.text
    numbers = reading_order(asked, passages)[:CANDIDATES]
    wordings = (asked, *paraphrases(asked))
    reader = sentence_reader()
    relevance = np.stack([reader.alone(text, passages, numbers) for text in wordings])
    informative = (
        np.stack([_informative(text, passages, numbers) for text in wordings]) if spans else None
    )
    known = [signal.score(asked, passages)[numbers] for signal in FIRST]
    other = np.stack(known, axis=1)
    return Read(question, numbers, relevance, informative, other)


def _informative(question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
    from privascope.models.spans import best_spans

    texts = [passages.texts[number] for number in numbers]
    best = best_spans([question] * len(texts), texts)
    return np.array([one.score - one.none if one else -30.0 for one in best])


def _sum(read: Read) -> Floats:
    assert read.informative is not None
    total: Floats = logistic(read.relevance) + logistic(read.informative)
    return total


def _both(read: Read) -> Floats:
    assert read.informative is not None
    return np.stack([read.relevance[0], read.informative[0]], axis=1)


def _everything(read: Read) -> Floats:
    """Our own features: of the sentence, against the question's others, and of the question."""
    columns = [read.relevance[0], read.relevance.max(axis=0), *read.other.T]
    if read.informative is not None:
        columns += [read.informative[0], read.informative.max(axis=0)]
    own = np.stack(columns, axis=1)
    best = np.broadcast_to(own.max(axis=0), own.shape)
    return np.hstack([own, best])


def _over_all(read: Read, scores: Floats) -> Floats:
    """The candidates' scores among all sentences; the others have less than any of them."""
    whole = np.full(len(read.question.sentences), float(scores.min()) - 1)
    whole[read.numbers] = scores
    return whole
