"""What an index holds of a stored version: its texts, facets, ranges, factors and sort keys."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from privascope.library.engines.engine import Fields, IndexedVersion, SortKey
from privascope.library.facets import FACETS, KNOWN, RANGES
from privascope.library.facts import Facts, read_facts, smallest_pagerank
from privascope.library.kept import pack_kept
from privascope.library.packed import unpack_bytes
from privascope.library.store import Library
from privascope.traits.practices.statements import rules_version

# The odds that a page is a policy are smaller than the detector's by this factor.
_TOO_SURE = 10.0


def _among_candidates(probability: float) -> float:
    """P(policy) of a page that was collected because its address mentions privacy.

    The detector is too sure of such pages: see docs/methods/search-judging.md.
    """
    odds = probability / max(1e-9, 1 - probability) / _TOO_SURE
    return odds / (1 + odds)


# What `search/ranking.py` multiplies a score by; popularity is 1 for a site of which nothing is
# known, and more for a known one. `detected` is P(policy) just as the detector gives it.
POLICY, POPULARITY, DETECTED = "policy", "popularity", "detected"
_FACTORS: Mapping[str, Callable[[Facts], float]] = {
    POLICY: lambda facts: _among_candidates(facts.probability),
    POPULARITY: lambda facts: facts.popularity,
    DETECTED: lambda facts: facts.probability,
}
_KEYS = (
    SortKey("popularity", most=20.0),
    SortKey("date", most=4000.0),
    SortKey("grade", most=100.0, ascending=True),
    SortKey("vagueness", most=1.0),
    SortKey("probability", most=1.0),
)
FIELDS = Fields(
    facets=tuple(FACETS),
    ranges=tuple(RANGES),
    markers={facet.name: KNOWN for facet in FACETS.values() if facet.may_be_missing},
    products=((POLICY, POPULARITY), (POPULARITY,), (), (DETECTED, POPULARITY)),
    keys=_KEYS,
)


def form() -> str:
    """What an index must be made by to be in step: its fields, and the rules of statements."""
    fields = hashlib.sha256(repr(FIELDS).encode()).hexdigest()[:8]
    return f"{fields}.{rules_version()}"


def indexed_versions(library: Library, ids: list[str]) -> Iterator[IndexedVersion]:
    """The versions of those ids as the engine takes them, one at a time."""
    least = smallest_pagerank(library)
    for version_id in ids:
        facts = read_facts(library, version_id, least)
        row = library.row(
            "SELECT text, page_text, structure FROM derived WHERE version_id = ?", version_id
        )
        if facts is not None and row is not None:
            text = unpack_bytes(row["text"]).decode()
            values = _values(facts)
            facets = _facets(facts, text)
            yield IndexedVersion(
                id=version_id,
                policy_id=facts.policy_id,
                title=facts.title,
                url=facts.url,
                text=text,
                rest=_rest(text, unpack_bytes(row["page_text"]).decode()),
                shown=facts.current and not facts.duplicate,
                facets=facets,
                values=values,
                factors={name: factor(facts) for name, factor in _FACTORS.items()},
                kept=partial(pack_kept, facts, text, row["structure"], facets.get("practice", ())),
                keys={
                    **values,
                    "popularity": facts.popularity,
                    "probability": facts.probability,
                },
            )


def _facets(facts: Facts, text: str) -> dict[str, tuple[str, ...]]:
    found = {}
    for facet in FACETS.values():
        values = facet.values(facts, text)
        if values is not None:
            found[facet.name] = (*((KNOWN,) if facet.may_be_missing else ()), *values)
    return found


def _values(facts: Facts) -> dict[str, float]:
    found = {name: range_field.value(facts) for name, range_field in RANGES.items()}
    return {name: value for name, value in found.items() if value is not None}


def _rest(text: str, page_text: str) -> str:
    """The lines of a page that are not the policy's."""
    if page_text == text:
        return ""
    policy = Counter(text.split("\n"))
    rest = []
    for line in page_text.split("\n"):
        if policy[line] > 0:
            policy[line] -= 1
        else:
            rest.append(line)
    return "\n".join(rest)
