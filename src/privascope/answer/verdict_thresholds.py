"""How sure a verdict must be before an answer gives it, by the risk that the user accepts.

The numbers are fitted: `learn calibration` writes them into the reader's `calibration.json`.
"""

from dataclasses import dataclass
from enum import StrEnum

from privascope.errors import PrivascopeError


class Risk(StrEnum):
    """The risk of a wrong answer; with less of it, "could not tell" is more frequent."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class RiskLimits:
    """The probabilities that an answer needs at one level of risk.

    The verdict is that the policy answers if the probability of that is at least `answered`. It is
    "could not tell" if the likelier of answer and no answer has a probability below `sure`. The
    answer is marked as yes, no or "it depends" from the probability `stance`, and opens with
    it from `headline`.
    """

    answered: float
    sure: float
    stance: float
    headline: float


# What each choice costs, for those who choose.
COSTS = {
    Risk.LOW: "the fewest wrong answers, but “could not tell” most often",
    Risk.MEDIUM: "“could not tell” only where it is close",
    Risk.HIGH: "hardly ever “could not tell”, but the most wrong answers",
}


def risk_called(name: str) -> Risk:
    """The risk of a name; an error lists the names there are."""
    if name not in tuple(Risk):
        raise PrivascopeError(f"there is no risk {name[:40]!r}: use {', '.join(Risk)}")
    return Risk(name)
