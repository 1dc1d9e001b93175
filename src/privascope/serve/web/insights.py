"""The insights page: pictures of the library."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from fastapi.templating import Jinja2Templates

from privascope.collect.funnel import Funnel, read_funnel
from privascope.compare.insights import Distribution, Insights, Named, read_insights
from privascope.compare.outliers import Fences
from privascope.library.facets import FACETS, RANGES
from privascope.serve.shelf import Shelf
from privascope.serve.web.figures import (
    SCALES,
    Figure,
    distribution_figures,
    funnel_figure,
    in_range,
    named_figures,
    sector_figure,
    share_figure,
    vague_figure,
    year_figure,
)
from privascope.serve.web.practice_figures import practice_figures
from privascope.serve.web.showing import count, plural
from privascope.serve.web.urls import policy_address

_PROBABILITY = ("the probability of being a privacy policy", "P(policy)")


@dataclass(frozen=True, slots=True)
class Section:
    """Some charts on one question; `missing` says what is not in them yet."""

    key: str
    title: str
    text: str
    figures: tuple[Figure, ...]
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Far:
    """A policy beyond its sector's bounds, as a row shows it."""

    title: str
    domain: str
    value: str
    address: str


@dataclass(frozen=True, slots=True)
class OutlierRow:
    """The outliers of a sector by one number."""

    sector: str
    known: str
    bounds: str
    below: str
    below_address: str
    above: str
    above_address: str
    furthest: tuple[Far, ...]


def make_router(shelf: Shelf, templates: Jinja2Templates) -> APIRouter:
    """The page's address."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/insights", methods=["GET", "HEAD"])
    def insights(request: Request) -> Response:
        found = read_insights(shelf.library)
        context = {
            "insights": found,
            "sections": sections(found, read_funnel(shelf.library)),
            "outliers": outlier_tables(found.outliers),
        }
        return templates.TemplateResponse(request, "insights.html", context)

    return router


def sections(found: Insights, funnel: Funnel) -> tuple[Section, ...]:
    """The page's parts in their order; a part about which nothing is known says so."""
    return (
        Section(
            "library",
            "What is in the library",
            "Click a bar to see its policies.",
            (
                sector_figure(found.sectors, found.policies),
                year_figure(found.years, found.policies),
            )
            if found.policies
            else (),
            _not_yet(found.sectors_missing, "the sector"),
        ),
        *(_practice_section(named) for named in found.named if named.facet == "practice"),
        *(_named_section(named) for named in found.named if named.facet != "practice"),
        *(_distribution_section(one) for one in found.distributions if one.range == "grade"),
        *(_distribution_section(one) for one in found.distributions if one.range == "vagueness"),
        _vague_section(found),
        *(_distribution_section(one) for one in found.distributions if one.range == "words"),
        _arrival_section(found, funnel),
    )


def _named_section(named: Named) -> Section:
    return Section(
        f"{named.facet}s",
        named.title,
        FACETS[named.facet].summary,
        tuple(named_figures(named, named.title)) if named.values else (),
        _not_yet(named.missing, "this"),
    )


def _practice_section(named: Named) -> Section:
    return Section(
        "practices",
        named.title,
        FACETS[named.facet].summary,
        tuple(practice_figures(named)) if named.values else (),
        _not_yet(named.missing, "this"),
    )


def _distribution_section(found: Distribution) -> Section:
    texts = {
        "grade": "Years of schooling needed to understand the text, by the Flesch-Kincaid formula.",
        "vagueness": "The share of a policy’s sentences that leave open what will happen.",
        "words": "How long policies are.",
    }
    return Section(
        f"{found.range}s",
        found.title,
        texts[found.range],
        tuple(distribution_figures(found)) if found.known else (),
        _not_yet(found.missing, "this"),
    )


def _vague_section(found: Insights) -> Section:
    total = found.vague_sentences
    missing = found.policies - total.policies
    figures = (
        share_figure(
            "candidate-shares",
            "Sentences that may be vague",
            found.candidate_bins,
            "policies",
            "the share of sentences with a word that may be vague",
            "Share of sentences",
        ),
        share_figure(
            "vague-shares",
            "Sentences that are vague",
            found.vague_bins,
            "policies",
            "the share of vague sentences",
            "Share of sentences",
        ),
        vague_figure("vague-sectors", "Vague sentences by sector", "Sector", found.vague_by_sector),
        vague_figure("vague-years", "Vague sentences over the years", "Year", found.vague_by_year),
    )
    share = f"{100 * total.vague / total.candidates:.0f} %" if total.candidates else "none"
    return Section(
        "vague-sentences",
        "Words that may be vague, and those that are",
        f"Of {plural(total.candidates, 'sentence')} with a word such as “may” or “generally”, "
        f"{share} turn out to be vague.",
        figures if total.sentences else (),
        _not_yet(missing, "this"),
    )


def _arrival_section(found: Insights, funnel: Funnel) -> Section:
    figures = []
    if funnel.arrived:
        figures.append(funnel_figure(funnel))
    if sum(funnel.probability_bins):
        figures.append(
            share_figure(
                "judged",
                "How policy-like were the pages?",
                funnel.probability_bins,
                "pages",
                *_PROBABILITY,
            )
        )
    if found.policies:
        figures.append(
            share_figure(
                "kept",
                "How policy-like are those kept?",
                found.probability_bins,
                "policies",
                *_PROBABILITY,
            )
        )
    return Section(
        "arrival",
        "How pages became policies",
        "Every page that arrived, with the reason why it was kept or turned away.",
        tuple(figures),
    )


def _not_yet(missing: int, what: str) -> str:
    if not missing:
        return ""
    policies = plural(missing, "policy", "policies")
    return f"Not counted here: {policies} for which {what} is not computed yet."


def outlier_tables(outliers: tuple[Fences, ...]) -> dict[str, list[OutlierRow]]:
    """Rows by the title of what they are about."""
    tables: dict[str, list[OutlierRow]] = {}
    for fences in outliers:
        scale = SCALES[fences.range].short
        low = "" if fences.low is None else scale(fences.low)
        high = "" if fences.high is None else scale(fences.high)
        tables.setdefault(RANGES[fences.range].title, []).append(
            OutlierRow(
                sector=fences.sector,
                known=count(fences.known),
                bounds=f"{low} to {high}" if low else f"up to {high}",
                below=count(fences.below),
                below_address=in_range(fences.range, None, fences.low, fences.sector),
                above=count(fences.above),
                above_address=in_range(fences.range, fences.high, None, fences.sector),
                furthest=tuple(
                    Far(one.title, one.domain, scale(one.value), policy_address(one.policy_id))
                    for one in fences.furthest
                ),
            )
        )
    return tables
