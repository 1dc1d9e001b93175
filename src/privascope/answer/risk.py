"""How ready an answer is to say what may be wrong, as the one who asks chooses."""

from enum import StrEnum

from privascope.errors import PrivascopeError


class Risk(StrEnum):
    """How ready to say what may be wrong; the less, the more often "could not tell"."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


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
