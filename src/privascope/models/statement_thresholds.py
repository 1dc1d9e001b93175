"""How the log-odds of statements become probabilities, and from which one each counts: fitted."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from privascope.logistic import logistic
from privascope.models.onnx import ModelError

THRESHOLDS = "statements.json"


@dataclass(frozen=True, slots=True)
class Threshold:
    """What turns one head's log-odds into a probability, and the probabilities that count.

    A policy makes the statement where a sentence of it reaches `shown`, and likely makes it from
    `likely` on. An infinite one is never reached. Of a sentence that is read by itself no policy
    is judged: it makes the statement from the log-odds `alone` on. `rule` is what is added to the
    log-odds of a sentence in which rules find the statement.
    """

    scale: float
    bias: float
    shown: float
    likely: float
    alone: float = 0.0
    rule: float = 0.0

    def probability(self, logit: float) -> float:
        """The calibrated probability."""
        return logistic(self.scale * logit + self.bias) if math.isfinite(logit) else 0.0


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds of every statement, and of those that are also found denied, by slug."""

    statements: Mapping[str, Threshold]
    denials: Mapping[str, Threshold]
    data: str


@lru_cache(maxsize=4)
def load_thresholds(folder: Path) -> Thresholds:
    """The thresholds of a model's folder; none for a model that finds no statements."""
    path = folder / THRESHOLDS
    if not path.exists():
        return Thresholds({}, {}, "")
    try:
        content = json.loads(path.read_bytes())
        return Thresholds(
            {slug: _threshold(own) for slug, own in content["statements"].items()},
            {slug: _threshold(own) for slug, own in content["denials"].items()},
            str(content["data"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"the thresholds {path} cannot be read: {error}") from error


def _threshold(own: Mapping[str, float | None]) -> Threshold:
    return Threshold(
        *(
            math.inf if (value := own[name]) is None else float(value)
            for name in ("scale", "bias", "shown", "likely", "alone", "rule")
        )
    )
