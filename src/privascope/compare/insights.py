"""A library in numbers: by sector and over the years."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from privascope.compare.outliers import Fences, find_outliers
from privascope.compare.rows import Floats, Mask, Rows, read_rows
from privascope.library.engines.engine import Engine, Filters, Request
from privascope.library.facets import HISTOGRAMS, IN_TEXT, RANGES, split_known
from privascope.library.index import is_behind, open_index
from privascope.library.store import Library
from privascope.search.page import Bin
from privascope.search.parameters import read_range

_SHARE_BINS = 20
_MOST_BINS = 24


@dataclass(frozen=True, slots=True)
class Count:
    """How many policies have a value."""

    value: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Group:
    """The policies of a sector or a year that have some value, of those of which it is known."""

    name: str
    known: int
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Named:
    """What policies mention or say, such as laws or practices, commonest first.

    `known` counts the policies that were looked through, `missing` those that were not yet.
    """

    facet: str
    title: str
    known: int
    missing: int
    values: tuple[Count, ...]
    by_sector: tuple[Group, ...]
    by_year: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The quartiles of a number in a sector or a year."""

    name: str
    known: int
    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of a number over the library."""

    range: str
    title: str
    known: int
    missing: int
    bins: tuple[Bin, ...]
    spread: Spread | None
    by_sector: tuple[Spread, ...]
    by_year: tuple[Spread, ...]


@dataclass(frozen=True, slots=True)
class VagueSentences:
    """Sentences with a cue word, and those of them that are vague, in a sector or a year."""

    name: str
    policies: int
    sentences: int
    candidates: int
    vague: int


@dataclass(frozen=True, slots=True)
class Insights:
    """A library in numbers. Duplicates of other policies are counted only as such.

    The bins of P(policy), and of the shares of sentences that may be vague and that are, are steps
    of the same width from 0 to 1.

    `index_behind` says that the index, which counts what policies name, was not up to date.
    """

    index_behind: bool
    policies: int
    versions: int
    duplicates: int
    sectors: tuple[Count, ...]
    sectors_missing: int
    years: tuple[Count, ...]
    years_missing: int
    named: tuple[Named, ...]
    distributions: tuple[Distribution, ...]
    vague_sentences: VagueSentences
    vague_by_sector: tuple[VagueSentences, ...]
    vague_by_year: tuple[VagueSentences, ...]
    probability_bins: tuple[int, ...]
    candidate_bins: tuple[int, ...]
    vague_bins: tuple[int, ...]
    outliers: tuple[Fences, ...]


_known: dict[Path, tuple[int, Insights]] = {}
_lock = threading.Lock()


def read_insights(library: Library) -> Insights:
    """The library in numbers; counted again only when it has changed."""
    with _lock:
        state = library.newest_change()
        kept = _known.get(library.folder)
        if kept and kept[0] == state:
            return kept[1]
        found = count_library(library, open_index(library))
        if not found.index_behind:
            _known[library.folder] = state, found
        return found


def count_library(library: Library, engine: Engine) -> Insights:
    """The library in numbers, counted now."""
    with library.snapshot():
        behind = is_behind(library)
        rows = read_rows(library)
        versions, duplicates = library.count_versions(), library.count_duplicates()
    sectors = _groups(rows.sectors)
    years = dict(sorted(_groups(rows.years.astype(object)).items()))
    everyone = np.ones(len(rows.ids), dtype=bool)
    sentences = np.maximum(rows.numbers["sentences"], 1.0)
    return Insights(
        index_behind=behind,
        policies=len(rows.ids),
        versions=versions,
        duplicates=duplicates,
        sectors=tuple(Count(name, name, int(mask.sum())) for name, mask in sectors.items()),
        sectors_missing=sum(name is None for name in rows.sectors),
        years=tuple(Count(name, name, int(mask.sum())) for name, mask in years.items()),
        years_missing=int(np.isnan(rows.years).sum()),
        named=_all_named(rows, engine, sectors, years),
        distributions=tuple(
            _distribution(name, rows, sectors, years) for name in ("grade", "vagueness", "words")
        ),
        vague_sentences=_vague("all", rows, everyone),
        vague_by_sector=tuple(_vague(name, rows, mask) for name, mask in sectors.items()),
        vague_by_year=tuple(_vague(name, rows, mask) for name, mask in years.items()),
        probability_bins=_shares(rows.numbers["probability"]),
        candidate_bins=_shares(rows.numbers["candidates"] / sentences),
        vague_bins=_shares(rows.numbers["vague"] / sentences),
        outliers=find_outliers(rows, sectors),
    )


def _shares(values: Floats) -> tuple[int, ...]:
    """How many of the values that are known lie in each step from 0 to 1."""
    counts, _ = np.histogram(values[~np.isnan(values)], _SHARE_BINS, (0.0, 1.0))
    return tuple(int(count) for count in counts)


def _groups(values: "np.ndarray[tuple[int], np.dtype[np.object_]]") -> dict[str, Mask]:
    """The places of each value, most common value first; unknown values are left out."""
    found: dict[str, Mask] = {}
    known = {value for value in values if value is not None and value == value}
    for value in known:
        name = value if isinstance(value, str) else f"{value:.0f}"
        found[name] = np.asarray(values == value, dtype=bool)
    return dict(sorted(found.items(), key=lambda entry: (-int(entry[1].sum()), entry[0])))


def _all_named(
    rows: Rows, engine: Engine, sectors: Mapping[str, Mask], years: Mapping[str, Mask]
) -> tuple[Named, ...]:
    """What policies name; the engine counts, once for each sector and each year."""
    in_all = _counts(engine, Filters())
    in_sector = {name: _counts(engine, Filters(wanted={"sector": (name,)})) for name in sectors}
    in_year = {
        name: _counts(engine, Filters(ranges={"date": read_range("date", name)})) for name in years
    }
    found = []
    for facet, declared in IN_TEXT.items():
        known = rows.mentions[declared.trait]
        values = [
            Count(value, declared.value_name(value), count)
            for value, count in split_known(facet, in_all[facet])[1].items()
        ]
        found.append(
            Named(
                facet=facet,
                title=declared.title,
                known=int(known.sum()),
                missing=int((~known).sum()),
                values=tuple(sorted(values, key=lambda one: (-one.count, one.name))),
                by_sector=_named_groups(facet, known, sectors, in_sector),
                by_year=_named_groups(facet, known, years, in_year),
            )
        )
    return tuple(found)


def _counts(engine: Engine, filters: Filters) -> Mapping[str, Mapping[str, int]]:
    return engine.search(Request(filters=filters, limit=1, facets=tuple(IN_TEXT))).facets


def _named_groups(
    facet: str,
    known: Mask,
    groups: Mapping[str, Mask],
    counts: Mapping[str, Mapping[str, Mapping[str, int]]],
) -> tuple[Group, ...]:
    return tuple(
        Group(name, int((known & mask).sum()), split_known(facet, counts[name][facet])[1])
        for name, mask in groups.items()
    )


def _distribution(
    name: str, rows: Rows, sectors: Mapping[str, Mask], years: Mapping[str, Mask]
) -> Distribution:
    values = rows.numbers[name]
    known = ~np.isnan(values)
    return Distribution(
        range=name,
        title=RANGES[name].title,
        known=int(known.sum()),
        missing=int((~known).sum()),
        bins=_bins(values[known], HISTOGRAMS[name]),
        spread=_spread("all", values[known]),
        by_sector=_spreads(values, known, sectors),
        by_year=_spreads(values, known, years),
    )


def _bins(values: Floats, width: float) -> tuple[Bin, ...]:
    """The histogram from the first full bar to the last; a bound belongs to the bar above it.

    Of a long tail the last bar holds all.
    """
    if not len(values):
        return ()
    # The sliver keeps 0.15 / 0.05 from falling just short of 3.
    numbers = np.floor(values / width + 1e-9).astype(int)
    first = int(numbers.min())
    last = int(numbers.max())
    counts = np.bincount(np.minimum(numbers - first, _MOST_BINS - 1))
    bins = [
        Bin(round((first + n) * width, 6), round((first + n + 1) * width, 6), int(count))
        for n, count in enumerate(counts)
    ]
    bins[-1] = replace(bins[-1], high=round((last + 1) * width, 6))
    return tuple(bins)


def _spreads(values: Floats, known: Mask, groups: Mapping[str, Mask]) -> tuple[Spread, ...]:
    spreads = (_spread(name, values[known & mask]) for name, mask in groups.items())
    return tuple(spread for spread in spreads if spread)


def _spread(name: str, values: Floats) -> Spread | None:
    if not len(values):
        return None
    low, middle, high = (float(value) for value in np.percentile(values, (25, 50, 75)))
    return Spread(name, len(values), low, middle, high)


def _vague(name: str, rows: Rows, mask: Mask) -> VagueSentences:
    known = mask & ~np.isnan(rows.numbers["sentences"])
    sentences, candidates, vague = (
        int(rows.numbers[column][known].sum()) for column in ("sentences", "candidates", "vague")
    )
    return VagueSentences(name, int(known.sum()), sentences, candidates, vague)
