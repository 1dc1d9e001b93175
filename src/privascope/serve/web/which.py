"""The page that lists which policies say something, say the opposite, or are silent."""

from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from fastapi.responses import Response
from fastapi.templating import Jinja2Templates

from privascope.search.page import SearchRequest
from privascope.search.statement_names import looked_for, nearest_statements
from privascope.search.which import Standing, Standpoint, WhichList, WhichPage, narrowed, which
from privascope.serve.shelf import Shelf
from privascope.serve.web.results import Choice, Excerpt, excerpt_of, page_numbers
from privascope.serve.web.showing import percent
from privascope.serve.web.statement_choice import StatementChoice, statement_choice
from privascope.serve.web.urls import (
    policy_address,
    read_search,
    search_address,
    which_address,
)
from privascope.traits.practices.statements import by_slug

_IN_EACH = 5
_IN_ONE = 20
_LONGEST = 100
_TITLES = {
    Standing.SAYS: "They say so",
    Standing.DENIES: "They say the opposite",
    Standing.SILENT: "They do not say",
}


@dataclass(frozen=True, slots=True)
class Stand:
    """A policy in a list."""

    policy: Standpoint
    address: str
    excerpts: tuple[Excerpt, ...]


@dataclass(frozen=True, slots=True)
class ListView:
    """One of the lists; `all` leads to the whole of it, `search` to the same as a search."""

    found: WhichList
    title: str
    share: str
    stands: tuple[Stand, ...]
    all: str
    search: str
    numbers: tuple[Choice | None, ...]
    previous: str | None
    following: str | None


@dataclass(frozen=True, slots=True)
class Count:
    """One of the numbers on top, with the stretch of the bar that it has."""

    kind: str
    title: str
    number: int
    address: str
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class WhichView:
    """All that the template needs."""

    page: WhichPage
    counts: tuple[Count, ...]
    lists: tuple[ListView, ...]
    only: str
    looked_for: tuple[str, ...]
    search: str
    overview: str
    choice: StatementChoice


def make_router(shelf: Shelf, templates: Jinja2Templates) -> APIRouter:
    """The page's address."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/which", methods=["GET", "HEAD"])
    def which_page(request: Request) -> Response:
        asked, notes = read_search(request.query_params)
        slug = request.query_params.get("which", "").strip()[:_LONGEST]
        if slug not in by_slug():
            return _choose(request, templates, asked, slug)
        named = request.query_params.get("list", "")
        only = Standing(named) if named in list(Standing) else None
        asked = replace(asked, size=_IN_ONE if only else _IN_EACH)
        page = which(shelf.searcher, shelf.library, asked, slug, only)
        context = {"view": view_which(page, only), "notes": (*notes, *page.notes)}
        return templates.TemplateResponse(request, "which.html", context)

    return router


def _choose(
    request: Request, templates: Jinja2Templates, asked: SearchRequest, slug: str
) -> Response:
    """The page on which to choose a statement."""
    nearest = nearest_statements(slug) if slug else ()
    context = {
        "choice": statement_choice(asked),
        "search": search_address(asked),
        "asked": asked,
        "unknown": slug,
        "nearest": [(one.plain, which_address(asked, one.slug)) for one in nearest],
        "address": lambda one: which_address(asked, one.slug),
    }
    status = 404 if slug else 200
    return templates.TemplateResponse(request, "which_choice.html", context, status)


def view_which(page: WhichPage, only: Standing | None) -> WhichView:
    """The page with every address on it."""
    request = replace(page.request, page=1)
    return WhichView(
        page=page,
        counts=_counts(page, request),
        lists=tuple(_list(one, page, request, only) for one in page.lists),
        only=only or "",
        looked_for=looked_for(by_slug()[page.statement]),
        search=search_address(request),
        overview=which_address(request, page.statement),
        choice=statement_choice(request),
    )


def _counts(page: WhichPage, request: SearchRequest) -> tuple[Count, ...]:
    tally = page.tally
    parts = [
        ("says", "say so", tally.says - tally.both, tally.says),
        ("both", "say both", tally.both, tally.both),
        ("denies", "say the opposite", tally.denies - tally.both, tally.denies),
        ("silent", "do not say", tally.silent, tally.silent),
        ("unread", "not read yet", tally.unread, tally.unread),
    ]
    found = []
    at = 0.0
    for kind, title, width, number in parts:
        share = 100 * width / max(1, page.total)
        shown = number or kind in ("says", "silent") or (kind == "denies" and page.opposite)
        address = ""
        if kind in list(Standing):
            address = which_address(request, page.statement, kind)
        if shown:
            found.append(Count(kind, title, number, address, round(at, 2), round(share, 2)))
        at += share
    return tuple(found)


def _list(
    found: WhichList, page: WhichPage, request: SearchRequest, only: Standing | None
) -> ListView:
    def address(number: int) -> str:
        return which_address(request, page.statement, found.standing, number)

    number = page.request.page
    reached = min(number, max(1, found.pages))
    statement = by_slug()[page.statement]
    shown = len(found.policies)
    return ListView(
        found=found,
        title=_TITLES[found.standing],
        share=percent(found.total / page.tally.read) if page.tally.read else "",
        stands=tuple(_stand(one, found.standing, page) for one in found.policies),
        all=address(1) if not only and found.total > shown else "",
        search=search_address(narrowed(request, statement, found.standing)),
        numbers=tuple(page_numbers(number, reached, found.pages, address)) if only else (),
        previous=address(reached - 1) if only and reached > 1 else None,
        following=address(reached + 1) if only and reached < found.pages else None,
    )


def _stand(policy: Standpoint, standing: Standing, page: WhichPage) -> Stand:
    slug = page.opposite if standing is Standing.DENIES else page.statement
    if standing is Standing.SILENT:
        address = policy_address(policy.policy_id)
    else:
        address = policy_address(policy.policy_id, "mention-1", mention=f"practice:{slug}")
    return Stand(policy, address, tuple(excerpt_of(one, address) for one in policy.quotes))
