"""Services like one of the library, those whose policies suit a reader better first."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from privascope.compare.norms import FEWEST, count_statements
from privascope.errors import PrivascopeError
from privascope.library.engines.engine import Filters
from privascope.library.engines.word_forms import stem
from privascope.library.facts import Facts, read_facts, smallest_pagerank
from privascope.library.outlines import read_outlines
from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.search.entry import PolicyEntry, entry_values
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.snippets import Snippet
from privascope.search.statement_names import find_statement
from privascope.search.statement_quotes import ReadPolicy, quotes, read_said
from privascope.traits.practices.statements import Statement, by_slug
from privascope.traits.sector import UNKNOWN
from privascope.typed_result import TypedResult

MOST = 10
# Of a large sector the best known policies are looked at, and of these the most similar.
_LOOKED_AT = 200
_SIMILAR = 30
_READ = 20_000
_WORD = re.compile(r"[a-z]{3,}")
_PRACTICES = ("First Party Collection/Use", "Third Party Sharing/Collection")
# A practice is unusual if at most a third of the sector's policies state it.
_UNUSUAL = 3


class UnknownSectorError(PrivascopeError):
    """Nothing is similar to a service of which no sector is known."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement that a policy makes, or, without `quotes`, one that it does not make."""

    statement: str
    wording: str
    quotes: tuple[Snippet, ...]


@dataclass(frozen=True, slots=True)
class Alternative(PolicyEntry):
    """A similar service: what it says on the reader's wishes, and its unusual practices.

    `denied` of the wishes are ruled out in so many words; of the others it says nothing.
    `similarity` is between 0 and 1, by the words of the two policies.
    """

    name: str
    similarity: float
    denied: int
    wishes: tuple[Stated, ...]
    unusual: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class Alternatives(TypedResult):
    """Services like one, best first.

    `without` are statements that no policy in the list makes; `similar` counts the services that
    were compared, `ruled_out` those of them that make such a statement, and `unread` those whose
    policies are not analysed yet.
    """

    policy_id: str
    name: str
    sector: str
    without: tuple[str, ...]
    unusual: tuple[Stated, ...]
    similar: int
    ruled_out: int
    unread: int
    policies: tuple[Alternative, ...]


def alternatives_to(
    library: Library,
    searcher: Searcher,
    target: str,
    without: Sequence[str] = (),
    most: int = MOST,
) -> Alternatives:
    """Services of the same sector with similar policies.

    Those that say they do not do what the reader wants to be `without` come before those that do
    not mention it; then those with fewer unusual practices; then the more similar.
    """
    avoided = [find_statement(slug) for slug in dict.fromkeys(without)]
    policy_id = find_policy_id(library, target)
    least = smallest_pagerank(library)
    own = read_facts(library, library.policy(policy_id).current_version, least)
    assert own is not None
    sector = own.traits.sector.name if own.traits.sector else UNKNOWN
    if sector == UNKNOWN:
        raise UnknownSectorError(
            f"the sector of {short_name(library, own)} is not known, so nothing similar can be "
            "found: `privascope companies` reads sectors from a list"
        )
    nearest = _nearest(library, searcher, own, sector)
    read = read_said(library, [own.version_id, *(facts.version_id for facts, _ in nearest)])
    counts, known = count_statements(library, sector)
    rare = _rare(counts, known)
    found = []
    ruled_out = 0
    for facts, similarity in nearest:
        text = read.get(facts.version_id)
        if text is None:
            continue
        said = text.statements()
        if any(statement.slug in said for statement in avoided):
            ruled_out += 1
            continue
        wishes = tuple(_wish(text, statement) for statement in avoided)
        found.append(
            Alternative(
                **entry_values(facts),
                name=short_name(library, facts),
                similarity=round(similarity, 4),
                denied=sum(bool(wish.quotes) for wish in wishes),
                wishes=wishes,
                unusual=_stated(text, rare),
            )
        )
    found.sort(key=lambda one: (-one.denied, len(one.unusual), -one.similarity, one.policy_id))
    own_text = read.get(own.version_id)
    return Alternatives(
        policy_id=policy_id,
        name=short_name(library, own),
        sector=sector,
        without=tuple(statement.slug for statement in avoided),
        unusual=_stated(own_text, rare) if own_text else (),
        similar=len(nearest),
        ruled_out=ruled_out,
        unread=sum(facts.version_id not in read for facts, _ in nearest),
        policies=tuple(found[:most]),
    )


def short_name(library: Library, facts: Facts) -> str:
    """What people call a service: its company's name, or its domain."""
    company = library.company(facts.domain) if facts.domain else None
    return (company.name if company else "") or facts.domain or facts.service or facts.title


def _nearest(
    library: Library, searcher: Searcher, own: Facts, sector: str
) -> list[tuple[Facts, float]]:
    """The policies of a sector whose words are most like those of one, without its own site's."""
    filters = Filters(wanted={"sector": (sector,)})
    found = searcher.facts_page(SearchRequest(filters=filters, size=_LOOKED_AT))
    others = [
        facts
        for facts in found
        if facts.policy_id != own.policy_id and (not own.domain or facts.domain != own.domain)
    ]
    ids = [own.version_id, *(facts.version_id for facts in others)]
    words = {
        version_id: Counter(_WORD.findall(outline.text[:_READ].lower()))
        for version_id, outline in read_outlines(library, ids).items()
    }
    vectors = _vectors(words)
    mine = vectors.get(own.version_id, {})
    near = [(facts, _cosine(mine, vectors.get(facts.version_id, {}))) for facts in others]
    return sorted(near, key=lambda pair: (-pair[1], pair[0].policy_id))[:_SIMILAR]


def _vectors(words: Mapping[str, Counter[str]]) -> dict[str, dict[str, float]]:
    """The stems of each text, rare ones weighing more, at length 1."""
    stems: dict[str, Counter[str]] = {}
    for version_id, counts in words.items():
        stems[version_id] = Counter()
        for word, count in counts.items():
            stems[version_id][stem(word)] += count
    uses = Counter(name for counts in stems.values() for name in counts)
    found = {}
    for version_id, counts in stems.items():
        weighed = {
            name: (1 + math.log(count)) * math.log(len(stems) / uses[name])
            for name, count in counts.items()
            # A word of one text alone, such as the service's own name, makes nothing similar.
            if 1 < uses[name] < len(stems)
        }
        length = math.sqrt(math.fsum(value * value for value in weighed.values())) or 1.0
        found[version_id] = {name: value / length for name, value in weighed.items()}
    return found


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return math.fsum(value * other[name] for name, value in one.items() if name in other)


def _rare(counts: Mapping[str, int], known: int) -> tuple[Statement, ...]:
    """What services do with data, and few of the sector say they do."""
    if known < FEWEST:
        return ()
    return tuple(
        statement
        for slug, statement in by_slug().items()
        if statement.category in _PRACTICES
        and not statement.negated
        and not slug.startswith("does-not")
        and 0 < _UNUSUAL * counts.get(slug, 0) <= known
    )


def _stated(text: ReadPolicy, statements: Sequence[Statement]) -> tuple[Stated, ...]:
    said = text.statements()
    return tuple(
        Stated(one.slug, one.plain, quotes(text.outline, said[one.slug]))
        for one in statements
        if one.slug in said
    )


def _wish(text: ReadPolicy, avoided: Statement) -> Stated:
    """What a policy that does not state a practice says to the contrary, if anything."""
    said = text.statements()
    if avoided.opposite and avoided.opposite in said:
        opposite = by_slug()[avoided.opposite]
        evidence = quotes(text.outline, said[opposite.slug])
        return Stated(opposite.slug, opposite.plain, evidence)
    return Stated(avoided.slug, avoided.absent, ())
