"""The fitted numbers of answers: one artifact beside the reader, made by `learn calibration`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.verdict_thresholds import RiskLimits
from privascope.logistic import logistic
from privascope.models import reader
from privascope.models.onnx import ModelError

FILE = "calibration.json"

Floats = npt.NDArray[np.float64]
Table = tuple[tuple[float, ...], ...]
TABLES = ("question_verdict", "question_stance", "verdict", "stance")


@dataclass(frozen=True, slots=True)
class Calibration:
    """Every fitted number of answers.

    `signals` are the weights by which candidates are chosen. `ranking` has the weights of the
    reader and of the signals, and a bias, for the log-odds that a candidate answers; `reading` the
    factor and bias of the reader's logit alone; `sentence` the weights of the log-odds of the
    ranking and of the logit among the best sentences, and a bias. The other tables have a row of
    weights and a bias for each verdict or stance: `question_verdict` and `question_stance` of the
    question's vector alone, `verdict` and `stance` of all that is known. `reader` is the digest of
    the weights that it was fitted to, `data` that of the labels.
    """

    made: str
    reader: str
    data: str
    signals: Mapping[str, float]
    ranking: Mapping[str, float]
    reading: tuple[float, float]
    sentence: tuple[float, float, float]
    shown: float
    question_verdict: Table
    question_stance: Table
    verdict: Table
    stance: Table
    risk: Mapping[str, RiskLimits]

    def ranks(self, parts: Mapping[str, Floats]) -> Floats:
        """The log-odds that each candidate answers, by its signals and the reader."""
        found = sum((self.ranking[name] * part for name, part in parts.items()), np.zeros(1))
        return found + self.ranking["bias"]

    def odds(self, ranked: float, logit: float) -> float:
        """The log-odds that a sentence answers: by the ranking, and read among the best."""
        by_ranking, by_reading, bias = self.sentence
        return by_ranking * ranked + by_reading * logit + bias

    def strength(self, logit: float) -> float:
        """The probability that a sentence answers, by the reader's logit alone."""
        factor, bias = self.reading
        return logistic(factor * logit + bias)

    def asked(self, vector: Sequence[float]) -> tuple[Floats, Floats]:
        """The log-probability of each verdict and each stance, by the question alone."""
        return tuple(  # type: ignore[return-value]
            np.log(np.maximum(_softmax(table, vector), 1e-6))
            for table in (self.question_verdict, self.question_stance)
        )

    def verdicts(self, features: Sequence[float]) -> Floats:
        """The probability of each verdict, in the reader's order."""
        return _softmax(self.verdict, features)

    def stances(self, features: Sequence[float]) -> Floats:
        """The probability of each stance, in the reader's order."""
        return _softmax(self.stance, features)


def _softmax(rows: Sequence[Sequence[float]], features: Sequence[float]) -> Floats:
    weights = np.array(rows, dtype=np.float64)
    logits = weights[:, :-1] @ np.array(features, dtype=np.float64) + weights[:, -1]
    powers = np.exp(logits - logits.max())
    shares: Floats = powers / powers.sum()
    return shares


def calibration(folder: Path | None = None) -> Calibration:
    """The calibration of a reader's folder, or of the shipped reader."""
    path = (folder or reader.FOLDER) / FILE
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing; {_remedy(path)}") from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{path} is damaged ({error}); {_remedy(path)}") from error


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Calibration:
    return calibration_of(json.loads(path.read_text("utf-8")))


def _remedy(path: Path) -> str:
    if path.parent == reader.FOLDER:
        return "install privascope again"
    return "`privascope learn calibration` writes it"


def calibration_of(held: Mapping[str, Any]) -> Calibration:
    """The calibration that a JSON object holds."""
    by_ranking, by_reading, bias = map(float, held["sentence"])
    factor, even = map(float, held["reading"])
    tables = {name: tuple(tuple(map(float, row)) for row in held[name]) for name in TABLES}
    risk = {name: RiskLimits(**limits) for name, limits in held["risk"].items()}
    fitted = {"sentence": (by_ranking, by_reading, bias), "reading": (factor, even), "risk": risk}
    found = Calibration(**{**held, **tables, **fitted})
    for name in TABLES:
        kinds = reader.VERDICTS if name.endswith("verdict") else reader.STANCES
        if len(tables[name]) != len(kinds) or len(set(map(len, tables[name]))) != 1:
            raise ValueError(f"{name} needs {len(kinds)} rows of as many numbers each")
    return found
