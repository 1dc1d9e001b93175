"""The charts of the insights page, each with its table and links to searches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from privascope.collect.funnel import Funnel
from privascope.compare.insights import (
    Count,
    Distribution,
    Group,
    Named,
    Spread,
    VagueSentences,
)
from privascope.library.engines.engine import Filters
from privascope.search.page import Bin, SearchRequest
from privascope.search.parameters import read_range
from privascope.serve.web.charts import (
    Bar,
    Cell,
    Strip,
    bar_chart,
    column_chart,
    grid_chart,
    strip_chart,
)
from privascope.serve.web.showing import count, percent, plural
from privascope.serve.web.urls import bar_bounds, search_address

_MOST_BARS = 12
_MOST_COLUMNS = 8
_MOST_YEARS = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its title, its sample and its table."""

    key: str
    title: str
    sample: str
    chart: Markup
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """The format of a range's values."""

    short: Callable[[float], str]
    unit: str


SCALES = {
    "grade": Scale(lambda value: f"{value:.1f}", "grade"),
    "vagueness": Scale(percent, "share of sentences"),
    "words": Scale(count, "words"),
}


def search_for(year: str = "", **wanted: str) -> str:
    """The address of the policies of a year that have some values."""
    ranges = {"date": read_range("date", year)} if year else {}
    filters = Filters({name: (value,) for name, value in wanted.items()}, {}, ranges)
    return search_address(SearchRequest(filters=filters))


def in_range(name: str, low: float | None, high: float | None, sector: str = "") -> str:
    """The address of the policies, perhaps of a sector, between two bounds."""
    wanted = {"sector": (sector,)} if sector else {}
    return search_address(SearchRequest(filters=Filters(wanted, {}, {name: (low, high)})))


def sector_figure(sectors: Sequence[Count], policies: int) -> Figure:
    """How many policies each sector has."""
    title = "Policies by sector"
    bars = [
        Bar(
            one.name,
            one.count,
            f"{count(one.count)} · {percent(one.count / policies)}",
            search_for(sector=one.value),
        )
        for one in sectors
    ]
    return Figure(
        "sectors",
        title,
        _sample(sum(one.count for one in sectors)),
        bar_chart("sectors", title, "A bar for each sector of commerce.", bars),
        ("Sector", "Policies", "Share"),
        tuple((one.name, count(one.count), percent(one.count / policies)) for one in sectors),
    )


def year_figure(years: Sequence[Count], policies: int) -> Figure:
    """How many policies are of each year."""
    title = "Policies by year"
    bars = [
        Bar(one.name, one.count, count(one.count), search_for(one.value))
        for one in years[-_MOST_YEARS:]
    ]
    return Figure(
        "years",
        title,
        f"{_sample(sum(one.count for one in years))}, by the date that a policy states, or else "
        "the day on which it was first seen",
        bar_chart(
            "years",
            title,
            "A bar for each year: the date a policy states, or else the day it was first seen.",
            bars,
        ),
        ("Year", "Policies", "Share"),
        tuple((one.name, count(one.count), percent(one.count / policies)) for one in years),
    )


def named_figures(named: Named, noun: str) -> list[Figure]:
    """What policies mention: in total, by sector, and over the years."""
    shown = named.values[:_MOST_COLUMNS]
    figures = [_named_figure(named, noun)]
    groups = [group for group in named.by_sector if group.known]
    if groups and shown:
        key, title = f"{named.facet}-sectors", f"{noun} by sector"
        rows = [
            (
                f"{group.name} ({count(group.known)})",
                [
                    _cell(group, one, search_for(sector=group.name, **{named.facet: one.value}))
                    for one in shown
                ],
            )
            for group in groups
        ]
        described = "Share of a sector's policies that mention each; in brackets, their number."
        chart = grid_chart(key, title, described, rows, [_short(one.name) for one in shown])
        figures.append(_grid_figure(key, title, named, groups, chart, "Sector"))
    years = [group for group in named.by_year if group.known]
    if years and shown:
        key, title = f"{named.facet}-years", f"{noun} over the years"
        columns = years[-_MOST_YEARS:]
        rows = [
            (
                _short(one.name),
                [
                    _cell(group, one, search_for(group.name, **{named.facet: one.value}))
                    for group in columns
                ],
            )
            for one in shown
        ]
        described = "Share of a year's policies that mention each; in brackets, their number."
        headings = [f"{group.name}\n({count(group.known)})" for group in columns]
        chart = grid_chart(key, title, described, rows, headings)
        figures.append(_grid_figure(key, title, named, years, chart, "Year"))
    return figures


def _named_figure(named: Named, noun: str) -> Figure:
    title = f"{noun}, in how many policies"
    shown = named.values[:_MOST_BARS]
    bars = [
        Bar(
            one.name,
            one.count,
            f"{count(one.count)} · {percent(_share(one.count, named.known))}",
            search_for(**{named.facet: one.value}),
        )
        for one in shown
    ]
    more = len(named.values) - len(shown)
    described = "A bar for each, with the number of policies and their share."
    if more:
        described += f" {more} more are in the table."
    return Figure(
        named.facet,
        title,
        _sample(named.known) + (f", {more} more in the table" if more else ""),
        bar_chart(named.facet, title, described, bars),
        (noun, "Policies", "Share"),
        tuple(
            (one.name, count(one.count), percent(_share(one.count, named.known)))
            for one in named.values
        ),
    )


def _grid_figure(
    key: str, title: str, named: Named, groups: Sequence[Group], chart: Markup, heading: str
) -> Figure:
    return Figure(
        key,
        title,
        _sample(sum(group.known for group in groups)),
        chart,
        (heading, "Policies", *(one.name for one in named.values)),
        tuple(
            (
                group.name,
                count(group.known),
                *(count(group.counts.get(one.value, 0)) for one in named.values),
            )
            for group in groups
        ),
        wide=True,
    )


def _cell(group: Group, one: Count, link: str) -> Cell:
    there = group.counts.get(one.value, 0)
    if not group.known:
        return Cell(None)
    told = f"{one.name}, {group.name}: {count(there)} of {count(group.known)}"
    return Cell(there / group.known, link if there else None, told)


def distribution_figures(found: Distribution) -> list[Figure]:
    """A number's distribution, and its quartiles by sector and over the years."""
    scale = SCALES[found.range]
    name = found.range
    columns = [_column(name, bin_, last=bin_ is found.bins[-1]) for bin_ in found.bins]
    middle = f", median {scale.short(found.spread.middle)}" if found.spread else ""
    title = f"{found.title}: how many policies"
    figures = [
        Figure(
            name,
            title,
            _sample(found.known) + middle,
            column_chart(name, title, f"Columns of policies by {scale.unit}{middle}.", columns),
            (found.title, "Policies"),
            tuple((column.told.partition(":")[0], column.shown) for column in columns),
        )
    ]
    for kind, spreads in (("sector", found.by_sector), ("year", found.by_year[-_MOST_YEARS:])):
        if spreads:
            figures.append(_spread_figure(found, kind, spreads, scale))
    return figures


def _column(name: str, bin_: Bin, *, last: bool) -> Bar:
    low, high = bar_bounds(name, bin_.low, bin_.high)
    label = f"{bin_.low * 100:.0f} %" if name == "vagueness" else f"{bin_.low:,.0f}"
    upto = f"{bin_.high * 100:.0f} %" if name == "vagueness" else f"{bin_.high:,.0f}"
    told = f"{label} and more" if last else f"{label} to below {upto}"
    return Bar(
        label.replace(" %", "") if name == "vagueness" else label,
        bin_.count,
        count(bin_.count),
        in_range(name, low, None if last else high) if bin_.count else None,
        told=f"{told}: {plural(bin_.count, 'policy', 'policies')}",
    )


def _spread_figure(
    found: Distribution, kind: str, spreads: Sequence[Spread], scale: Scale
) -> Figure:
    key = f"{found.range}-{kind}s"
    title = f"{found.title} by {kind}"
    strips = [
        Strip(
            one.name,
            one.low,
            one.middle,
            one.high,
            f"{scale.short(one.middle)} · n={count(one.known)}",
            search_for(sector=one.name) if kind == "sector" else search_for(one.name),
            f"{one.name}: median {scale.short(one.middle)}, middle half "
            f"{scale.short(one.low)} to {scale.short(one.high)}, "
            f"{plural(one.known, 'policy', 'policies')}",
        )
        for one in spreads
    ]
    described = "The dot is the median, the line the middle half of the policies."
    return Figure(
        key,
        title,
        f"{_sample(sum(one.known for one in spreads))}. {described}",
        strip_chart(key, title, described, strips, scale.short),
        (kind.title(), "Policies", "First quartile", "Median", "Third quartile"),
        tuple(
            (one.name, count(one.known), *map(scale.short, (one.low, one.middle, one.high)))
            for one in spreads
        ),
    )


def vague_figure(key: str, title: str, kind: str, groups: Sequence[VagueSentences]) -> Figure:
    """The share of sentences with a cue word, and of those the vague ones."""
    groups = [group for group in groups if group.sentences]
    bars = [
        Bar(
            group.name,
            group.candidates / group.sentences,
            f"{percent(group.vague / group.sentences)} of "
            f"{percent(group.candidates / group.sentences)}",
            search_for(sector=group.name) if kind == "Sector" else search_for(group.name),
            group.vague / group.sentences,
            f"{group.name}: of {plural(group.sentences, 'sentence')}, {count(group.candidates)} "
            f"with a cue word and {count(group.vague)} vague",
        )
        for group in groups[-_MOST_YEARS:]
    ]
    described = (
        "The whole bar is the share of sentences with a word that may be vague, "
        "the stronger part those that are."
    )
    sentences = sum(group.sentences for group in groups)
    sample = f"{_sample(sum(group.policies for group in groups))}, {plural(sentences, 'sentence')}"
    return Figure(
        key,
        title,
        f"{sample}. {described}",
        bar_chart(key, title, described, bars),
        (kind, "Policies", "Sentences", "Candidates", "Vague"),
        tuple(
            (
                group.name,
                *map(count, (group.policies, group.sentences, group.candidates, group.vague)),
            )
            for group in groups
        ),
    )


def share_figure(
    key: str, title: str, bins: Sequence[int], noun: str, about: str, heading: str
) -> Figure:
    """A share or probability, in steps of the same width from 0 to 1."""
    step = 1 / max(1, len(bins))
    columns = [
        Bar(
            f"{n * step:.2g}",
            found,
            count(found),
            told=f"{n * step:.2f} to {(n + 1) * step:.2f}: {count(found)}",
        )
        for n, found in enumerate(bins)
    ]
    return Figure(
        key,
        title,
        f"{count(sum(bins))} {noun}",
        column_chart(key, title, f"Columns by {about}.", columns),
        (heading, noun.title()),
        tuple((column.told.partition(":")[0], column.shown) for column in columns),
    )


def funnel_figure(funnel: Funnel) -> Figure:
    """How many pages came, and how many were left after each stage."""
    title = "From pages to policies"
    stages = [("arrived", funnel.arrived, "")]
    stages += [
        (
            stage.name,
            stage.passed,
            ", ".join(f"{count(left)} {why}" for why, left in stage.left.items()),
        )
        for stage in funnel.stages
    ]
    bars = [
        Bar(
            name,
            passed,
            f"{count(passed)} · {percent(_share(passed, funnel.arrived))}",
            told=f"{name}: {count(passed)}" + (f"; left: {left}" if left else ""),
        )
        for name, passed, left in stages
    ]
    return Figure(
        "funnel",
        title,
        f"{plural(funnel.arrived, 'page')} in {plural(funnel.runs, 'run')}",
        bar_chart("funnel", title, "Bars of the pages that passed each stage.", bars),
        ("Stage", "Pages that passed", "Left here"),
        tuple((name, count(passed), left or "–") for name, passed, left in stages),
    )


def _short(name: str) -> str:
    """A law's name without the country it holds in."""
    return name.partition(" (")[0]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _sample(policies: int) -> str:
    return plural(policies, "policy", "policies")
