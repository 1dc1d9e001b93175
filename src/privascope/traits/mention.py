"""A place in a policy where something is named."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mention:
    """`text[start:end]` names the thing called `name`."""

    name: str
    start: int
    end: int
