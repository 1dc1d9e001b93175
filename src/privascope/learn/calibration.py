"""Fits every number that answers need beside the reader's weights, on policies it has not seen."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.calibration import FILE
from privascope.answer.methods import default
from privascope.answer.names import NamedThings
from privascope.answer.passages import passages_of
from privascope.answer.question import understand
from privascope.answer.signals.reading import sentence_reader
from privascope.answer.spelling import Spelling
from privascope.answer.verdict import (
    features_of,
    question_vector,
    read_best,
    stance_features_of,
)
from privascope.data.asked import AskedPolicy, read_asked
from privascope.data.digests import digest, file_digest
from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.learn.reader_examples import sentence_numbers
from privascope.learn.storing import say, write_whole
from privascope.models.onnx import MODEL, TOKENIZER
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.sentence_encoder import SIZE
from privascope.policy.laid_out import laid_out_policy

Floats = npt.NDArray[np.float64]

# The shares among which the best is chosen of what one pass of the reader counts beside another.
_SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
# What is wanted at each level of risk: the share of answers that are wrong to give up to
# ("could not tell"), and how often a stance and a headline must be right.
_UNSURE: Mapping[str, float] = {"low": 0.25, "medium": 0.02, "high": 0.0}
_STANCE_RIGHT = 0.93
_HEADLINE_RIGHT = 0.96
_FOLDS = 10
_SILENT = VERDICTS.index("silent")
_HOLD = 0.3
# Before anything was fitted: words count little beside cosines, as their scores are ten times as
# large; measured with other weights, candidates held fewer answers.
_START: Mapping[str, Any] = {
    "made": "",
    "reader": "",
    "data": "",
    "signals": {"words": 0.01, "meaning": 1.0, "headings": 0.2},
    "reading": 1.0,
    "together": 0.5,
    "sentence": [1.0, 0.0],
    "shown": 0.5,
    "question_verdict": [[0.0] * (SIZE + 1)] * len(VERDICTS),
    "question_stance": [[0.0] * (SIZE + 1)] * len(STANCES),
    "verdict": [[0.0] * 12] * len(VERDICTS),
    "stance": [[0.0] * 9] * len(STANCES),
    "risk": {
        name: {"answered": 0.5, "sure": 0.5, "stance": 0.5, "headline": 0.5} for name in _UNSURE
    },
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A labelled question with what the reader made of it."""

    policy: str
    verdict: int
    stance: int
    # For each sentence that was read together: both logits, and whether it answers.
    alone: Floats
    together: Floats
    right: npt.NDArray[np.bool_]
    features: tuple[float, ...]
    stance_features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _ByQuestion:
    """What questions alone tell: weights of all, log-probabilities of policies left out."""

    weights: Floats
    known: Floats


def fit_calibration(
    policies: Iterable[AskedPolicy],
    folder: Path,
    today: date,
    say: Callable[[str], None],
    others: Sequence[AskedPolicy] = (),
) -> dict[str, Any]:
    """Write the calibration of a reader's folder; figures of policies left out come back.

    The reader must not have learned from `policies`. What a question tells by itself is learned
    from `others` too.
    """
    labelled = [policy for policy in policies if policy.questions]
    if len({policy.id for policy in labelled}) < _FOLDS:
        raise DataError(f"a calibration needs at least {_FOLDS} policies with labelled questions")
    held = dict(_START)
    held["made"] = today.isoformat()
    held["reader"] = file_digest(folder / MODEL)
    with _uncalibrated(folder):
        seen = [one for number, policy in enumerate(labelled) for one in _tell(say, number, policy)]
    _check(seen)
    held["data"] = digest([(p.id, [(q.text, q.verdict) for q in p.questions]) for p in labelled])
    held["together"] = _best_share(seen)
    held |= _sentence(seen)
    verdicts = np.array([one.verdict for one in seen])
    stances = np.array([one.stance for one in seen])
    groups = [one.policy for one in seen]
    by_verdict, by_stance = _by_question([*labelled, *others], len(seen))
    held["question_verdict"] = by_verdict.weights.tolist()
    held["question_stance"] = by_stance.weights.tolist()
    rows = np.hstack([[one.features for one in seen], by_verdict.known])
    shares = left_out(rows, verdicts, groups, len(VERDICTS))
    held["verdict"] = _weights(rows, verdicts, len(VERDICTS)).tolist()
    rows = np.hstack([[one.stance_features for one in seen], by_stance.known])
    # A question without an answer wants no stance, whatever it asks.
    stance_shares = left_out(rows, stances, groups, len(STANCES))
    held["stance"] = _weights(rows, stances, len(STANCES)).tolist()
    held["risk"] = _limits(shares, verdicts, stance_shares, stances)
    _write(folder, held)
    return {"questions": len(seen), **_figures(held["risk"], shares, verdicts)}


def calibrate(asked: Path, folder: Path, only: Path | None = None) -> dict[str, Any]:
    """Fit a reader's calibration on the policies of a file, or on those that `only` lists."""
    wanted = None if only is None else read_ids(only)
    every = list(read_asked(asked))
    policies = [one for one in every if wanted is None or one.id in wanted]
    others = [one for one in every if wanted is not None and one.id not in wanted]
    today = datetime.now(tz=UTC).date()
    return fit_calibration(policies, folder, today, say, others)


@contextmanager
def _uncalibrated(folder: Path) -> Iterator[None]:
    """The reader of a folder in use with nothing fitted; the folder itself is left as it is."""
    reader = sentence_reader()
    before = reader.folder
    with TemporaryDirectory() as place:
        for name in (MODEL, TOKENIZER):
            try:
                copyfile(folder / name, Path(place) / name)
            except OSError as error:
                raise DataError(f"cannot read {folder / name}: {error.strerror}") from error
        _write(Path(place), _START)
        reader.folder = Path(place)
        try:
            yield
        finally:
            reader.folder = before


def _check(seen: Sequence[Seen]) -> None:
    """Raises DataError where there is nothing to tell apart."""
    if not any(one.verdict < 2 for one in seen) or not any(one.verdict == _SILENT for one in seen):
        raise DataError("a calibration needs questions with an answer and others without one")
    right = np.concatenate([one.right for one in seen])
    if right.all() or not right.any():
        raise DataError("the reader was never given a sentence that answers, or no other")


def _by_question(policies: Sequence[AskedPolicy], first: int) -> tuple[_ByQuestion, _ByQuestion]:
    """What questions alone tell of verdict and stance; known of the `first` questions."""
    asked = [(policy.id, question) for policy in policies for question in policy.questions]
    vectors = np.array([question_vector(question.text) for _, question in asked])
    groups = [policy for policy, _ in asked]
    verdicts = np.array([VERDICTS.index(question.verdict) for _, question in asked])
    stances = np.array([STANCES.index(question.stance or "none") for _, question in asked])
    verdict, stance = (
        _ByQuestion(
            _weights(vectors, own, kinds),
            np.log(np.maximum(left_out(vectors, own, groups, kinds)[:first], 1e-6)),
        )
        for own, kinds in ((verdicts, len(VERDICTS)), (stances, len(STANCES)))
    )
    return verdict, stance


def left_out(rows: Floats, labels: npt.NDArray[Any], groups: Sequence[str], kinds: int) -> Floats:
    """The probability of each kind, by weights fitted without the row's policy."""
    names = sorted(set(groups))
    fold = {name: place % _FOLDS for place, name in enumerate(names)}
    place = np.array([fold[group] for group in groups])
    shares = np.zeros((len(rows), kinds))
    for number in range(_FOLDS):
        own = place == number
        if own.any():
            shares[own] = _softmax(rows[own], _weights(rows[~own], labels[~own], kinds))
    return shares


def _tell(say: Callable[[str], None], number: int, policy: AskedPolicy) -> list[Seen]:
    if number % 10 == 0:
        say(f"policy {number + 1}: {policy.service}")
    return _seen(policy)


def _seen(policy: AskedPolicy) -> list[Seen]:
    passages = passages_of(laid_out_policy(policy.text))
    spelling = Spelling(passages.vocabulary)
    names = NamedThings([policy.service])
    numbers = sentence_numbers(policy, passages)
    found = []
    for asked in policy.questions:
        question = understand(asked.text, spelling, names).read
        ranked = default(question, passages)
        reading = read_best(question, passages, ranked)
        texts = {passages.texts[n] for own in asked.answers for n in numbers[own]}
        found.append(
            Seen(
                policy=policy.id,
                verdict=VERDICTS.index(asked.verdict),
                stance=STANCES.index(asked.stance or "none"),
                alone=ranked.parts["reading"][list(reading.numbers)],
                together=reading.relevance.astype(np.float64),
                right=np.array([passages.texts[n] in texts for n in reading.numbers]),
                features=features_of(reading, ranked),
                stance_features=stance_features_of(reading),
            )
        )
    return found


def _best_share(seen: Sequence[Seen]) -> float:
    """What the second pass counts, by how high the first right sentence comes."""

    def reciprocal(share: float) -> float:
        ranks = []
        for one in seen:
            if one.right.any():
                order = np.argsort(-(share * one.together + (1 - share) * one.alone))
                ranks.append(1 / (1 + int(np.flatnonzero(one.right[order])[0])))
        return float(np.mean(ranks))

    return max(_SHARES, key=reciprocal)


def _sentence(seen: Sequence[Seen]) -> dict[str, Any]:
    """The logistic of a sentence's logit, and the probability from which on it is shown."""
    from sklearn.linear_model import LogisticRegression

    logits = np.concatenate([one.together for one in seen])
    right = np.concatenate([one.right for one in seen])
    model = LogisticRegression(C=100.0).fit(logits[:, None], right)
    factor, bias = float(model.coef_[0, 0]), float(model.intercept_[0])
    chances = 1 / (1 + np.exp(-(factor * logits + bias)))
    found = {}
    for least in np.arange(0.1, 0.7, 0.05):
        shown = chances >= least
        hits = float((shown & right).sum())
        found[float(least)] = 2 * hits / max(1.0, float(shown.sum() + right.sum()))
    best = max(found, key=lambda least: found[least])
    return {"sentence": [round(factor, 4), round(bias, 4)], "shown": round(best, 2)}


def _weights(rows: Floats, labels: npt.NDArray[Any], kinds: int) -> Floats:
    """A row of weights and a bias for each kind."""
    from sklearn.linear_model import LogisticRegression

    weights = np.zeros((kinds, rows.shape[1] + 1))
    # A kind that no row has is never likely.
    weights[:, -1] = -30.0
    there = np.unique(labels)
    if len(there) == 1:
        weights[there[0], -1] = 0.0
        return weights
    model = LogisticRegression(C=_HOLD, max_iter=2000).fit(rows, labels)
    factors, biases = model.coef_, model.intercept_
    if len(there) == 2:
        # Of two kinds there is one row, which is for the second and against the first.
        factors = np.vstack((-factors, factors)) / 2
        biases = np.concatenate((-biases, biases)) / 2
    for place, kind in enumerate(there):
        weights[kind, :-1], weights[kind, -1] = factors[place], biases[place]
    return np.asarray(np.round(weights, 4), dtype=np.float64)


def _softmax(rows: Floats, weights: Floats) -> Floats:
    logits = rows @ weights[:, :-1].T + weights[:, -1]
    powers = np.exp(logits - logits.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


def _limits(
    shares: Floats, verdicts: npt.NDArray[Any], stances: Floats, gold: npt.NDArray[Any]
) -> dict[str, dict[str, float]]:
    """The limits of each level of risk, from what held on policies left out."""
    answers = shares[:, 0] + shares[:, 1]
    answered = _even_error(answers, verdicts)
    sure = np.where(answers >= answered, answers, 1 - answers)
    best = stances.argmax(1)
    given = np.where(best < len(STANCES) - 1, stances.max(1), 0.0)
    right = best == gold
    told = answers >= answered
    wanted = told & (gold < len(STANCES) - 1)
    whole = told & (shares[:, 0] >= shares[:, 1])
    return {
        name: {
            "answered": round(answered, 3),
            "sure": round(float(np.quantile(sure, unsure)), 3) if unsure else 0.0,
            "stance": _least(given[wanted], right[wanted], _STANCE_RIGHT),
            "headline": _least(given[whole], right[whole], _HEADLINE_RIGHT),
        }
        for name, unsure in _UNSURE.items()
    }


def _even_error(answers: Floats, verdicts: npt.NDArray[Any]) -> float:
    """The limit at which false answers are as frequent as false silence."""
    steps = np.arange(0.05, 0.96, 0.005)
    silent, speaks = verdicts == _SILENT, verdicts < 2
    gaps = [
        abs(float((answers[silent] >= step).mean()) - float((answers[speaks] < step).mean()))
        for step in steps
    ]
    return float(steps[int(np.argmin(gaps))])


def _least(given: Floats, right: npt.NDArray[np.bool_], wanted: float) -> float:
    """The least probability from which on so many are right; 1.01 where none is."""
    for step in np.arange(0.3, 1.0, 0.01):
        own = given >= step
        if own.sum() >= 10 and float(right[own].mean()) >= wanted:
            return round(float(step), 2)
    return 1.01


def _figures(
    risk: Mapping[str, Mapping[str, float]], shares: Floats, verdicts: npt.NDArray[Any]
) -> dict[str, float]:
    answers = shares[:, 0] + shares[:, 1]
    told = answers >= risk["medium"]["answered"]
    verdict = np.where(told, shares[:, :2].argmax(1), 2 + shares[:, 2:].argmax(1))
    silent, speaks = verdicts == _SILENT, verdicts < 2
    return {
        "verdict_accuracy": float((verdict == verdicts).mean()),
        "false_answers": float(told[silent].mean()),
        "false_silence": float((~told[speaks]).mean()),
    }


def _write(folder: Path, held: Mapping[str, Any]) -> None:
    write_whole(folder / FILE, (json.dumps(held, indent=1) + "\n").encode())
