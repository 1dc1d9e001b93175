"""The statements that a policy makes: the one place at which labels take them from their finder."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import (
    denials_of,
    likely_statements,
    looked_for,
    statements_of,
)


@dataclass(frozen=True, slots=True)
class Made:
    """What a policy states: for each slug the places that say so.

    A statement and its opposite may both be there. `known` are the slugs that were looked for: of
    any other it is not known whether the policy makes it. `likely` are those that it may make;
    `denied` are places that deny a statement which has no opposite.
    """

    places: Mapping[str, Sequence[Practice]]
    known: AbstractSet[str]
    likely: tuple[str, ...] = ()
    denied: Mapping[str, Sequence[Practice]] = field(default_factory=dict)


def statements_made(policy: Policy, practices: Sequence[Practice]) -> Made:
    """The statements of a policy whose practices were found."""
    places = statements_of(practices, policy.text)
    likely = tuple(slug for slug in likely_statements(practices) if slug not in places)
    return Made(places, looked_for(practices), likely, denials_of(practices))
