"""What results can be narrowed by: the names, the counts, the bounds."""

from collections.abc import Mapping

from privascope.library.engines.engine import FACETS, RANGES, READ, Filters, Hits
from privascope.search.languages import LANGUAGES
from privascope.search.page import Bin, Facet, FacetValue, Range
from privascope.search.statement_names import no_such_statement
from privascope.traits.bodies import BODIES
from privascope.traits.laws import LAWS
from privascope.traits.practices.statements import by_slug
from privascope.traits.trackers import TRACKERS

FACET_TITLES = {
    "sector": "Sector",
    "practice": "What policies say",
    "law": "Laws and agreements",
    "tracker": "Tracking technology",
    "body": "Self-regulatory bodies",
    "language": "Language",
}
RANGE_TITLES = {
    "grade": "Reading grade",
    "vagueness": "Vague sentences",
    "date": "Year",
    "words": "Length in words",
}
# The width of a bar of each histogram.
HISTOGRAMS = {"grade": 1.0, "vagueness": 0.05, "date": 1.0, "words": 500.0}
_NAMES: Mapping[str, Mapping[str, str]] = {
    "law": LAWS,
    "tracker": TRACKERS,
    "body": BODIES,
    "language": LANGUAGES,
}


def value_name(facet: str, value: str) -> str:
    """A facet's value in plain words."""
    if facet == "practice":
        return by_slug()[value].plain if value in by_slug() else value
    return _NAMES.get(facet, {}).get(value, value)


def facet_pages(hits: Hits, totals: Hits, filters: Filters) -> tuple[Facet, ...]:
    """The facets with their counts, commonest value first; a value in force is always shown."""
    return tuple(
        Facet(
            name,
            FACET_TITLES[name],
            _values(name, hits, totals, filters),
            hits.facets[name].get(READ[name], 0) if name in READ else None,
        )
        for name in FACET_TITLES
    )


def _values(name: str, hits: Hits, totals: Hits, filters: Filters) -> tuple[FacetValue, ...]:
    wanted, unwanted = filters.wanted.get(name, ()), filters.unwanted.get(name, ())
    counts = {**dict.fromkeys((*wanted, *unwanted), 0), **hits.facets[name]}
    counts.pop(READ.get(name, ""), None)
    all_counts = totals.facets[name]
    found = [
        FacetValue(
            value,
            value_name(name, value),
            count,
            all_counts.get(value, 0),
            value in wanted,
            value in unwanted,
        )
        for value, count in counts.items()
    ]
    return tuple(sorted(found, key=lambda value: (-value.count, value.name)))


def range_pages(hits: Hits, filters: Filters) -> tuple[Range, ...]:
    """The ranges with their distributions, empty bars between full ones included."""
    found = []
    for name in RANGES:
        width = HISTOGRAMS[name]
        counts = {round(low / width): count for low, count in hits.histograms[name].items()}
        bins: tuple[Bin, ...] = ()
        if counts:
            bins = tuple(
                Bin(number * width, (number + 1) * width, counts.get(number, 0))
                for number in range(min(counts), max(counts) + 1)
            )
        low, high = filters.ranges.get(name, (None, None))
        found.append(Range(name, RANGE_TITLES[name], bins, low, high))
    return tuple(found)


def without_unknown(filters: Filters) -> tuple[Filters, list[str]]:
    """The filters that make sense, and a note for each that does not."""
    notes = [
        f"There is no facet {name[:40]!r}; there are {', '.join(FACETS)}."
        for name in {*filters.wanted, *filters.unwanted} - set(FACETS)
    ]
    notes += [
        f"There is no range {name[:40]!r}; there are {', '.join(RANGES)}."
        for name in set(filters.ranges) - set(RANGES)
    ]
    notes += [
        no_such_statement(value)
        for value in (*filters.wanted.get("practice", ()), *filters.unwanted.get("practice", ()))
        if value not in by_slug()
    ]
    ranges = {}
    for name, (low, high) in filters.ranges.items():
        if name in RANGES:
            if low is not None and high is not None and low > high:
                notes.append(
                    f"{RANGE_TITLES[name]}: {low:g} to {high:g} is the wrong way round, so it was "
                    "turned."
                )
                low, high = high, low
            ranges[name] = (low, high)
    kept = Filters(
        {name: values for name, values in filters.wanted.items() if name in FACETS},
        {name: values for name, values in filters.unwanted.items() if name in FACETS},
        ranges,
    )
    return kept, sorted(notes)
