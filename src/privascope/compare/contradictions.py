"""Contradictions: statements that a policy both makes and denies, with the sentences."""

from dataclasses import dataclass

from privascope.compare.evidence import Evidence, Quoter
from privascope.compare.first_view import only_of
from privascope.compare.made import Made
from privascope.traits.practices.statements import by_slug


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A statement and its opposite, by slug and in words, with the sentences of each."""

    statement: str
    wording: str
    evidence: tuple[Evidence, ...]
    opposite: str
    opposite_wording: str
    contrary: tuple[Evidence, ...]


def contradictions(made: Made, quoter: Quoter) -> tuple[Contradiction, ...]:
    """Every statement that is made in one sentence and denied in another."""
    found: list[Contradiction] = []
    seen: set[str] = set()
    for slug, statement in by_slug().items():
        seen.add(slug)
        opposite = statement.opposite
        if opposite in seen or slug not in made.places or opposite not in made.places:
            continue
        yes, no = (quoter.quotes(made.places[one]).best for one in (slug, opposite))
        evidence, contrary = only_of(yes, no), only_of(no, yes)
        if evidence and contrary:
            wording = by_slug()[opposite].plain
            found.append(
                Contradiction(slug, statement.plain, evidence, opposite, wording, contrary)
            )
    return tuple(found)
