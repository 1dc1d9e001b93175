"""The facets and ranges of search results: names, counts, bounds."""

from collections.abc import Iterator

from privascope.library.engines.engine import Filters, Hits
from privascope.library.facets import FACETS, KNOWN, RANGES, split_known
from privascope.search.page import Bin, Facet, FacetValue, Range
from privascope.search.statement_names import no_such_statement
from privascope.traits.practices.statements import by_slug


def value_name(facet: str, value: str) -> str:
    """A facet's value in plain words."""
    return FACETS[facet].value_name(value) if facet in FACETS else value


def facet_pages(hits: Hits, totals: Hits, filters: Filters) -> tuple[Facet, ...]:
    """The facets with their counts, commonest value first; a value in force is always shown."""
    return tuple(_page(name, hits, totals, filters) for name in FACETS)


def _page(name: str, hits: Hits, totals: Hits, filters: Filters) -> Facet:
    wanted, unwanted = filters.wanted.get(name, ()), filters.unwanted.get(name, ())
    known, found = split_known(name, hits.facets[name])
    counts = {**dict.fromkeys((*wanted, *unwanted), 0), **found}
    all_counts = totals.facets[name]
    values = [
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
    ordered = sorted(values, key=lambda value: (-value.count, value.name))
    return Facet(name, FACETS[name].title, tuple(ordered), known)


def not_known(totals: Hits, filters: Filters) -> Iterator[str]:
    """A note for each facet that is filtered by and not computed for any policy of the library."""
    for name, facet in FACETS.items():
        filtered = name in filters.wanted or name in filters.unwanted
        computed = not facet.may_be_missing or totals.facets[name].get(KNOWN)
        if filtered and totals.total and not computed:
            yield (
                f"{facet.title}: not computed yet for any policy of this library, so none can "
                "match. `privascope enrich` computes it."
            )


def range_pages(hits: Hits, filters: Filters) -> tuple[Range, ...]:
    """The ranges with their distributions, empty bars between full ones included."""
    found = []
    for name, declared in RANGES.items():
        width = declared.width
        bars = hits.histograms.get(name, {})
        counts = {round(low / width): count for low, count in bars.items()}
        bins: tuple[Bin, ...] = ()
        if counts:
            bins = tuple(
                Bin(number * width, (number + 1) * width, counts.get(number, 0))
                for number in range(min(counts), max(counts) + 1)
            )
        low, high = filters.ranges.get(name, (None, None))
        found.append(Range(name, declared.title, bins, low, high))
    return tuple(found)


def without_unknown(filters: Filters) -> tuple[Filters, list[str]]:
    """The valid filters, and a note for each invalid one."""
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
                    f"{RANGES[name].title}: {low:g} to {high:g} is the wrong way round, so the "
                    "two were swapped."
                )
                low, high = high, low
            ranges[name] = (low, high)
    kept = Filters(
        {name: values for name, values in filters.wanted.items() if name in FACETS},
        {name: values for name, values in filters.unwanted.items() if name in FACETS},
        ranges,
    )
    return kept, sorted(notes)
