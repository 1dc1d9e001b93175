"""Fits every number that answers need beside the reader's weights, on policies it has not seen."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.calibration import FILE, Calibration, calibration_of
from privascope.answer.methods import Ranked, default
from privascope.answer.names import NamedThings
from privascope.answer.passages import Passages, passages_of
from privascope.answer.question import understand
from privascope.answer.signals.reading import LEAST_LOGIT, sentence_reader
from privascope.answer.spelling import Spelling
from privascope.answer.verdict import (
    BestRead,
    features_of,
    question_vector,
    read_best,
    stance_features_of,
)
from privascope.data.asked import AskedPolicy, read_asked
from privascope.data.digests import digest, file_digest
from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.learn.calibration_fit import (
    FOLDS,
    SILENT,
    UNSURE,
    kind_weights,
    left_out,
    line,
    risk_limits,
    stance_figures,
    verdict_figures,
)
from privascope.learn.reader_examples import sentence_numbers
from privascope.learn.storing import say, write_whole
from privascope.logistic import logistic
from privascope.models.onnx import MODEL, TOKENIZER
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.sentence_encoder import SIZE
from privascope.policy.laid_out import laid_out_policy

Floats = npt.NDArray[np.float64]

# Before anything was fitted: words count little beside cosines, as their scores are ten times as
# large; measured with other weights, candidates held fewer answers.
_START: Mapping[str, Any] = {
    "made": "",
    "reader": "",
    "data": "",
    "signals": {"words": 0.01, "meaning": 1.0, "headings": 0.2},
    "ranking": {"reading": 1.0, "words": 0.0, "meaning": 0.0, "headings": 0.0, "bias": 0.0},
    "reading": [1.0, 0.0],
    "sentence": [0.5, 0.5, 0.0],
    "shown": 0.5,
    "question_verdict": [[0.0] * (SIZE + 1)] * len(VERDICTS),
    "question_stance": [[0.0] * (SIZE + 1)] * len(STANCES),
    "verdict": [[0.0] * 17] * len(VERDICTS),
    "stance": [[0.0] * 17] * len(STANCES),
    "risk": {
        name: {"answered": 0.5, "sure": 0.5, "stance": 0.5, "headline": 0.5} for name in UNSURE
    },
}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A labelled question with the candidates that were read for it."""

    policy: str
    text: str
    verdict: int
    stance: int
    passages: Passages
    ranked: Ranked
    # For each sentence of the policy, whether it answers.
    right: npt.NDArray[np.bool_]

    @property
    def has_answer(self) -> bool:
        return self.verdict < SILENT

    @property
    def candidates(self) -> list[int]:
        return list(self.ranked.read)


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
    if len({policy.id for policy in labelled}) < FOLDS:
        raise DataError(f"a calibration needs at least {FOLDS} policies with labelled questions")
    held = dict(_START)
    held["made"] = today.isoformat()
    held["reader"] = file_digest(folder / MODEL)
    with _uncalibrated(folder):
        asked = [one for number, own in enumerate(labelled) for one in _tell(say, number, own)]
        _check(asked)
        held |= _ranking(asked)
        ranking = calibration_of(held)
        say("reading the best sentences together")
        ranked = [replace(one.ranked, values=_values(one, ranking)) for one in asked]
        read = [
            read_best(one.text, one.passages, own) for one, own in zip(asked, ranked, strict=True)
        ]
    held["data"] = digest([(p.id, [(q.text, q.verdict) for q in p.questions]) for p in labelled])
    held |= _sentence(asked, ranked, read)
    verdicts = np.array([one.verdict for one in asked])
    stances = np.array([one.stance for one in asked])
    groups = [one.policy for one in asked]
    by_verdict, by_stance = _by_question([*labelled, *others], len(asked))
    held["question_verdict"] = by_verdict.weights.tolist()
    held["question_stance"] = by_stance.weights.tolist()
    features = [features_of(one, own) for one, own in zip(read, ranked, strict=True)]
    rows = np.hstack([features, by_verdict.known])
    shares = left_out(rows, verdicts, groups, len(VERDICTS))
    held["verdict"] = kind_weights(rows, verdicts, len(VERDICTS)).tolist()
    rows = np.hstack([[stance_features_of(one) for one in read], by_stance.known])
    # A question without an answer has no stance to learn from.
    has_answer = verdicts < SILENT
    stance_shares = left_out(rows, stances, groups, len(STANCES), has_answer)
    held["stance"] = kind_weights(rows[has_answer], stances[has_answer], len(STANCES)).tolist()
    held["risk"] = risk_limits(shares, verdicts, stance_shares, stances)
    _write(folder, held)
    return {
        "questions": len(asked),
        **verdict_figures(held["risk"], shares, verdicts),
        **stance_figures(held["risk"]["medium"], shares, verdicts, stance_shares, stances),
    }


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


def _check(asked: Sequence[_Asked]) -> None:
    """Raises DataError where there is nothing to tell apart."""
    if not any(one.has_answer for one in asked) or all(one.has_answer for one in asked):
        raise DataError("a calibration needs questions with an answer and others without one")
    right = np.concatenate([one.right[one.candidates] for one in asked if one.has_answer])
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
            kind_weights(vectors, own, kinds),
            np.log(np.maximum(left_out(vectors, own, groups, kinds)[:first], 1e-6)),
        )
        for own, kinds in ((verdicts, len(VERDICTS)), (stances, len(STANCES)))
    )
    return verdict, stance


def _tell(say: Callable[[str], None], number: int, policy: AskedPolicy) -> list[_Asked]:
    if number % 10 == 0:
        say(f"policy {number + 1}: {policy.service}")
    return _asked(policy)


def _asked(policy: AskedPolicy) -> list[_Asked]:
    passages = passages_of(laid_out_policy(policy.text))
    spelling = Spelling(passages.vocabulary)
    names = NamedThings([policy.service])
    numbers = sentence_numbers(policy, passages)
    found = []
    for asked in policy.questions:
        question = understand(asked.text, spelling, names).read
        texts = {passages.texts[n] for own in asked.answers for n in numbers[own]}
        found.append(
            _Asked(
                policy=policy.id,
                text=question,
                verdict=VERDICTS.index(asked.verdict),
                stance=STANCES.index(asked.stance or "none"),
                passages=passages,
                ranked=default(question, passages),
                right=np.array([text in texts for text in passages.texts]),
            )
        )
    return found


def _ranking(asked: Sequence[_Asked]) -> dict[str, Any]:
    """The weights by which candidates are ranked, and those of the reader's logit alone."""
    answered = [one for one in asked if one.has_answer]
    names = list(answered[0].ranked.parts)
    rows = np.vstack(
        [
            np.column_stack([one.ranked.parts[name][one.candidates] for name in names])
            for one in answered
        ]
    )
    right = np.concatenate([one.right[one.candidates] for one in answered])
    weights, bias = line(rows, right)
    factor, even = line(rows[:, [names.index("reading")]], right)
    named = dict(zip(names, weights, strict=True))
    return {"ranking": {**named, "bias": bias}, "reading": [*factor, even]}


def _values(one: _Asked, fitted: Calibration) -> Floats:
    """The ranking of a policy's sentences by fitted weights; candidates come first."""
    ranks = fitted.ranks(one.ranked.parts)
    values = np.full(len(ranks), LEAST_LOGIT + ranks[one.candidates].min())
    values[one.candidates] = ranks[one.candidates]
    return values


def _sentence(
    asked: Sequence[_Asked], ranked: Sequence[Ranked], read: Sequence[BestRead]
) -> dict[str, Any]:
    """The weights of both readings of a sentence, and the probability from which it is shown."""
    own = [
        (ranking.values[list(best.together.numbers)], best.together.relevance, one)
        for one, ranking, best in zip(asked, ranked, read, strict=True)
        if one.has_answer
    ]
    numbers = [
        list(best.together.numbers) for one, best in zip(asked, read, strict=True) if one.has_answer
    ]
    rows = np.vstack([np.column_stack((values, logits)) for values, logits, _ in own])
    right = np.concatenate([one.right[at] for (_, _, one), at in zip(own, numbers, strict=True)])
    weights, bias = line(rows, right)
    chances = logistic(rows @ weights + bias)
    found = {}
    for least in np.arange(0.1, 0.7, 0.05):
        shown = chances >= least
        hits = float((shown & right).sum())
        # An answer that is missing counts twice as much as a sentence too many (F2).
        found[float(least)] = 5 * hits / max(1.0, float(shown.sum() + 4 * right.sum()))
    best_limit = max(found, key=lambda least: found[least])
    return {"sentence": [*weights, bias], "shown": round(best_limit, 2)}


def _write(folder: Path, held: Mapping[str, Any]) -> None:
    write_whole(folder / FILE, (json.dumps(held, indent=1) + "\n").encode())
