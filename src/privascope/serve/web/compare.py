"""The page on which policies are chosen and compared side by side."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from markupsafe import Markup

from privascope.compare.comparison import FEWEST, MOST, Cell, Comparison, Row, compare_labels
from privascope.compare.evidence import Evidence
from privascope.compare.first_view import REPLY_SYMBOLS
from privascope.compare.labelling import stored_label
from privascope.compare.standing import SYMBOLS, UNCLEAR, WORDING
from privascope.errors import LibraryError, NotEnglishError, PrivascopeError
from privascope.library.records import StoredPolicy
from privascope.library.store import Library
from privascope.library.targets import find_policy_ids
from privascope.search.page import SearchRequest
from privascope.serve.request_limits import LONGEST_TARGET, MOST_NAMES
from privascope.serve.shelf import Shelf
from privascope.serve.web.label_sections import place_of
from privascope.serve.web.marked import mark_words
from privascope.serve.web.urls import compare_address, policy_address, with_value
from privascope.traits.sector import UNKNOWN

_log = logging.getLogger(__name__)
_METHODS = ["GET", "HEAD"]
_MOST_CHOICES = 6
_MOST_PEERS = 5


@dataclass(frozen=True, slots=True)
class Chosen:
    """A policy that is compared; `without` is the address of the page without it."""

    id: str
    name: str
    domain: str
    date: str
    address: str
    without: str


@dataclass(frozen=True, slots=True)
class Link:
    """A policy that could be compared too."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A name that matches no policy, or several."""

    typed: str
    choices: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class CellView:
    """What one policy says, with its surest quotes, each with its place in the policy."""

    who: str
    standing: str
    sign: str
    told: str
    words: tuple[str, ...]
    unclear: str
    both: bool
    quotes: tuple[tuple[Markup, str], ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """One thing that policies can say."""

    topic: str
    wording: str
    cells: tuple[CellView, ...]
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one part of the label."""

    title: str
    rows: tuple[RowView, ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """All that the template needs; both lists are None where there is nothing to compare yet.

    `columns` are those of the chosen policies that could be read.
    """

    chosen: tuple[Chosen, ...]
    columns: tuple[Chosen, ...]
    unclear: tuple[Unclear, ...]
    problems: tuple[str, ...]
    peers: tuple[Link, ...]
    sector: str
    names: tuple[tuple[str, str], ...]
    first_view: tuple[RowView, ...]
    differences: tuple[Group, ...] | None
    common: tuple[Group, ...] | None
    counts: tuple[int, int]
    full: bool


def make_router(shelf: Shelf, templates: Jinja2Templates) -> APIRouter:
    """/compare."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/compare", methods=_METHODS)
    def compare(request: Request) -> Response:
        typed = [one.strip()[:LONGEST_TARGET] for one in request.query_params.getlist("policy")]
        typed = list(dict.fromkeys(one for one in typed if one))
        ids, unclear = _resolve(shelf.library, typed[: 2 * MOST])
        if not unclear and ids != request.query_params.getlist("policy"):
            return RedirectResponse(compare_address(ids), 303)
        page = _page(shelf, ids, unclear)
        status = 404 if unclear else 200
        return templates.TemplateResponse(request, "compare.html", {"page": page}, status)

    return router


def _resolve(library: Library, typed: Sequence[str]) -> tuple[list[str], tuple[Unclear, ...]]:
    """The ids of the policies that are meant, as many as can be compared, and what is unclear."""
    found = [(one, find_policy_ids(library, one)) for one in typed]
    ids = list(dict.fromkeys(ids[0] for _, ids in found if len(ids) == 1))[:MOST]
    unclear = (
        Unclear(one[:100], tuple(_choices(library, ids, several)))
        for one, several in found
        if len(several) != 1
    )
    return ids, tuple(unclear)


def _choices(library: Library, ids: list[str], several: Sequence[str]) -> Iterator[Link]:
    for stored in map(library.policy, several[:_MOST_CHOICES]):
        yield Link(f"{_name(stored)} ({stored.domain or stored.id})", _with(ids, stored.id))


def _with(ids: Sequence[str], policy_id: str) -> str:
    return compare_address((*ids, policy_id))


def _name(stored: StoredPolicy) -> str:
    return stored.title or stored.service or stored.url


def _page(shelf: Shelf, ids: list[str], unclear: tuple[Unclear, ...]) -> ComparePage:
    library = shelf.library
    problems: list[str] = []
    labels = []
    for policy_id in ids:
        try:
            labels.append(stored_label(library, policy_id))
        except LibraryError:
            raise
        except NotEnglishError as error:
            problems.append(f"{_name(library.policy(policy_id))[:100]}: {error}.")
        except PrivascopeError as error:
            # The message contains paths of this machine: for the operator, not the visitor.
            _log.error("%s", error)
            problems.append("The label cannot be made here at the moment.")
    comparison = compare_labels(labels) if len(labels) >= FEWEST else None
    sector = _sector(shelf, ids)
    read = {label.source.policy_id for label in labels}
    chosen = tuple(_chosen(library.policy(one), ids) for one in ids)
    return ComparePage(
        chosen=chosen,
        columns=tuple(one for one in chosen if one.id in read),
        unclear=unclear,
        problems=tuple(problems),
        peers=tuple(_peers(shelf, sector, ids)) if sector and len(ids) < MOST else (),
        sector=sector,
        names=_names(library) if len(ids) < MOST else (),
        first_view=tuple(_glances(comparison)) if comparison else (),
        differences=tuple(_groups(comparison.differences, comparison)) if comparison else None,
        common=tuple(_groups(comparison.common, comparison)) if comparison else None,
        counts=(len(comparison.differences), len(comparison.common)) if comparison else (0, 0),
        full=len(ids) >= MOST,
    )


def _chosen(stored: StoredPolicy, ids: Sequence[str]) -> Chosen:
    return Chosen(
        id=stored.id,
        name=_name(stored),
        domain=stored.domain or stored.service,
        date=(stored.stated_date or stored.last_seen.date()).isoformat(),
        address=policy_address(stored.id),
        without=compare_address(one for one in ids if one != stored.id),
    )


def _sector(shelf: Shelf, ids: Sequence[str]) -> str:
    """The sector of the first policy, where it is known."""
    from privascope.library.facts import read_traits

    if not ids:
        return ""
    stored = shelf.library.policy(ids[0])
    found = read_traits(shelf.library, stored.current_version).sector
    return found.name if found and found.name != UNKNOWN else ""


def _peers(shelf: Shelf, sector: str, ids: Sequence[str]) -> Iterator[Link]:
    """Other policies of the sector, the best known first."""
    request = with_value(SearchRequest(size=_MOST_PEERS + len(ids)), "sector", sector)
    try:
        found = shelf.searcher.facts_page(request)
    except LibraryError:
        return
    others = [facts for facts in found if facts.policy_id not in ids]
    for facts in others[:_MOST_PEERS]:
        name = facts.title or facts.service or facts.url
        yield Link(f"{name} ({facts.domain or facts.service})", _with(ids, facts.policy_id))


def _names(library: Library) -> tuple[tuple[str, str], ...]:
    """What each policy can be called by, and its title; none where they would be too many."""
    if library.count() > MOST_NAMES:
        return ()
    return tuple((one.domain or one.service, _name(one)) for one in library.policies())


def _groups(rows: Sequence[Row], comparison: Comparison) -> Iterator[Group]:
    for title, group in groupby(rows, key=lambda row: row.title):
        yield Group(title, tuple(_row(row, comparison) for row in group))


def _row(row: Row, comparison: Comparison) -> RowView:
    cells = zip(comparison.policies, row.cells, strict=True)
    return RowView(
        row.topic,
        row.wording,
        tuple(
            _cell(cell, source.organisation or source.title, source.policy_id)
            for source, cell in cells
        ),
    )


def _cell(cell: Cell, who: str, policy_id: str) -> CellView:
    return CellView(
        who=who,
        standing=cell.standing.value,
        sign=SYMBOLS[cell.standing],
        told=WORDING[cell.standing],
        words=cell.words,
        unclear=UNCLEAR[cell.clarity] if cell.standing.value != "unspecified" else "",
        both=bool(cell.contrary),
        quotes=_quotes(cell.evidence[:1], policy_id),
    )


def _glances(comparison: Comparison) -> Iterator[RowView]:
    """The questions of the first view, each with what the policies answer."""
    for row in comparison.first_view:
        cells = zip(comparison.policies, row.answers, strict=True)
        yield RowView(
            "",
            row.question,
            tuple(
                CellView(
                    who=source.organisation or source.title,
                    standing=line.reply.value,
                    sign=REPLY_SYMBOLS[line.reply],
                    told=line.words,
                    words=(),
                    unclear="",
                    both=False,
                    quotes=_quotes((*line.evidence[:1], *line.contrary[:1]), source.policy_id),
                )
                for source, line in cells
            ),
            row.differs,
        )


def _quotes(evidence: Sequence[Evidence], policy_id: str) -> tuple[tuple[Markup, str], ...]:
    return tuple((_quote(one), policy_address(policy_id, place_of(one))) for one in evidence)


def _quote(evidence: Evidence) -> Markup:
    start = evidence.start
    marks = [(mark.start - start, mark.end - start) for mark in evidence.marks]
    cut = Markup("") if evidence.whole else Markup("… ")
    return cut + mark_words(evidence.text, marks) + cut
