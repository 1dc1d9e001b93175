"""What is usual in a sector: how many of a library's policies make each statement."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from privascope.compare.evidence import Evidence
from privascope.compare.label_parts import part_of
from privascope.compare.standing import Standing
from privascope.errors import LibraryError
from privascope.library.engines.engine import Filters, Request
from privascope.library.facets import split_known
from privascope.library.index import open_index
from privascope.library.store import Library
from privascope.traits.practices.statements import statements
from privascope.traits.sector import UNKNOWN

# What fewer policies do is not usual.
FEWEST = 5
_FACET = "practice"


@dataclass(frozen=True, slots=True)
class Norm:
    """A statement, how this policy stands to it, and how many of its sector here make it.

    `sentence` tells it in words. `unusual` where two of three or more differ from this one, if it
    is sure that they do.
    """

    statement: str
    part: str
    wording: str
    standing: Standing
    count: int
    known: int
    unusual: bool
    sentence: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class SectorNorms:
    """What is usual among the policies of a sector that are current here and were read.

    `known` counts these policies; of fewer than five nothing is told.
    """

    sector: str
    known: int
    norms: tuple[Norm, ...]

    @property
    def unusual(self) -> tuple[Norm, ...]:
        """Where this policy differs from most, the most general habit first."""
        found = (norm for norm in self.norms if norm.unusual)
        return tuple(sorted(found, key=lambda norm: -abs(norm.count / norm.known - 0.5)))


def count_statements(library: Library, sector: str | None) -> tuple[Mapping[str, int], int]:
    """How many current policies of a sector make each statement, of how many that were read."""
    if not sector or sector == UNKNOWN:
        return {}, 0
    filters = Filters(wanted={"sector": (sector,)})
    request = Request(filters=filters, limit=1, facets=(_FACET,))
    try:
        engine = open_index(library)
        found = engine.search(request).facets[_FACET] if engine.exists() else {}
    except LibraryError:
        # A label does not need the other policies; searches report that the index needs repair.
        return {}, 0
    known, counts = split_known(_FACET, found)
    return counts, known or 0


def make_norms(
    sector: str,
    counts: Mapping[str, int],
    known: int,
    said: Mapping[str, tuple[Evidence, ...]],
    unsure: AbstractSet[str] = frozenset(),
) -> SectorNorms:
    """The habits of a sector beside what one policy says; `unsure` are slugs that it may say."""
    if known < FEWEST:
        return SectorNorms(sector, known, ())
    norms = []
    for statement in statements():
        count, says = counts.get(statement.slug, 0), statement.slug in said
        if not count and not says:
            continue
        wording = statement.plain if says else statement.absent
        norms.append(
            Norm(
                statement=statement.slug,
                part=part_of(statement),
                wording=statement.plain,
                standing=_standing(statement.slug, says, unsure),
                count=count,
                known=known,
                unusual=_is_rare(count, known)
                if says
                else _is_rare(known - count, known) and statement.slug not in unsure,
                sentence=_sentence(wording, says, count, known, sector),
                evidence=said.get(statement.slug, ()),
            )
        )
    return SectorNorms(sector, known, tuple(norms))


def _is_rare(count: int, known: int) -> bool:
    return 3 * count <= known


def _standing(slug: str, says: bool, unsure: AbstractSet[str]) -> Standing:
    if says:
        return Standing.STATED
    return Standing.NOT_SURE if slug in unsure else Standing.NOT_STATED


def _sentence(wording: str, says: bool, count: int, known: int, sector: str) -> str:
    policies = f"{known} {sector} policies here"
    if not says:
        return f"{wording}; {count} of {policies} {'does' if count == 1 else 'do'}."
    if count == known:
        return f"{wording}, like all {policies}."
    if count <= 1:
        return f"{wording}, as the only one of {policies}."
    if _is_rare(count, known):
        return f"{wording}; only {count} of {policies} do."
    return f"{wording}, like {count} of {policies}."
