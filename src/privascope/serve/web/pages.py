"""The addresses of the pages for people, except the insights page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from fastapi.templating import Jinja2Templates

from privascope.answer.writer import AnswerWriter
from privascope.compare.labelling import stored_label
from privascope.errors import NotEnglishError, NotFoundError
from privascope.library.index import is_behind
from privascope.library.runs import last_finished
from privascope.library.targets import find_policy_id
from privascope.search.page import FacetValue, SearchRequest
from privascope.serve.request_limits import LONGEST_TARGET, MOST_NAMES
from privascope.serve.shelf import Shelf
from privascope.serve.web.ask_options import read_options
from privascope.serve.web.ask_view import LONGEST_QUESTION
from privascope.serve.web.changes import read_changes
from privascope.serve.web.export import export_csv, export_jsonl
from privascope.serve.web.label_view import LABEL_KINDS
from privascope.serve.web.problems import PageError
from privascope.serve.web.reading import PolicyAddress, read_policy
from privascope.serve.web.results import view_results
from privascope.serve.web.urls import (
    diff_address,
    from_form,
    library_question_address,
    picture_address,
    policy_address,
    read_search,
    search_address,
)
from privascope.traits.sector import UNKNOWN

EXAMPLES = (
    "health information",
    "opt-out of sale",
    "do not track",
    "retention period",
    '"data breach"',
    "microphone",
)
# Asked of the whole library.
QUESTIONS = ("Which of these do not sell data?", "Does any of them train AI on what I write?")
_METHODS = ["GET", "HEAD"]


@dataclass(frozen=True, slots=True)
class Holdings:
    """What is in the library, as the landing page shows it."""

    policies: int
    sectors: tuple[FacetValue, ...]
    known_sectors: int
    updated: date | None
    names: tuple[tuple[str, str], ...]


class _Holdings:
    """The holdings, counted again only when the library changes."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._known: tuple[int, Holdings] | None = None

    def now(self) -> Holdings:
        library = self._shelf.library
        state = library.newest_change()
        if self._known is not None and self._known[0] == state:
            return self._known[1]
        behind = is_behind(library)
        found = self._count()
        # What is stored but not indexed yet will be counted when it is.
        self._known = None if behind else (state, found)
        return found

    def _count(self) -> Holdings:
        page = self._shelf.searcher.search(SearchRequest(size=1))
        values = next(facet.values for facet in page.facets if facet.name == "sector")
        sectors = tuple(sorted(values, key=lambda value: value.value == UNKNOWN))
        known = sum(value.value != UNKNOWN for value in sectors)
        updated = last_finished(self._shelf.library)
        return Holdings(page.total, sectors, known, updated, self._names(page.total))

    def _names(self, policies: int) -> tuple[tuple[str, str], ...]:
        """What each policy can be called by, and its title; none where they would be too many."""
        if policies > MOST_NAMES:
            return ()
        found = self._shelf.library.policies()
        return tuple((one.domain or one.service, one.title or one.service) for one in found)


def make_router(
    shelf: Shelf, templates: Jinja2Templates, writer: AnswerWriter | None = None
) -> APIRouter:
    """Landing page, results with their export, policies and their differences."""
    router = APIRouter(include_in_schema=False)
    _add_search(router, shelf, templates)
    _add_policies(router, shelf, templates, writer)
    _add_pictures(router, shelf)
    return router


def _add_search(router: APIRouter, shelf: Shelf, templates: Jinja2Templates) -> None:
    holdings = _Holdings(shelf)

    @router.api_route("/", methods=_METHODS)
    def landing(request: Request) -> Response:
        found = holdings.now()
        examples = [(text, search_address(SearchRequest(text))) for text in EXAMPLES]
        questions = [(text, library_question_address(SearchRequest(), text)) for text in QUESTIONS]
        context = {"holdings": found, "examples": examples, "questions": questions}
        return templates.TemplateResponse(request, "landing.html", context)

    @router.api_route("/search", methods=_METHODS)
    def search(request: Request) -> Response:
        address = from_form(request.query_params)
        if address is not None:
            return RedirectResponse(address, 303)
        asked, notes = read_search(request.query_params)
        page = shelf.searcher.search(asked)
        context = {"view": view_results(page), "notes": (*notes, *page.notes)}
        return templates.TemplateResponse(request, "results.html", context)

    @router.get("/search.csv")
    def as_csv(request: Request) -> Response:
        asked, _ = read_search(request.query_params)
        return _file(export_csv(shelf, asked), "text/csv; charset=utf-8", "csv")

    @router.get("/search.jsonl")
    def as_jsonl(request: Request) -> Response:
        asked, _ = read_search(request.query_params)
        return _file(export_jsonl(shelf, asked), "application/jsonl", "jsonl")

    @router.api_route("/open", methods=_METHODS)
    def open_policy(request: Request) -> Response:
        target = request.query_params.get("policy", "").strip()[:LONGEST_TARGET]
        if not target:
            return RedirectResponse("/", 303)
        try:
            return RedirectResponse(policy_address(find_policy_id(shelf.library, target)), 303)
        except NotFoundError:
            in_urls = "." in target or "/" in target
            text = target if in_urls else f'title:"{target}"'
            return RedirectResponse(search_address(SearchRequest(text, in_urls=in_urls)), 303)


def _add_policies(
    router: APIRouter, shelf: Shelf, templates: Jinja2Templates, writer: AnswerWriter | None
) -> None:
    @router.api_route("/policy/{policy_id}", methods=_METHODS)
    async def policy(request: Request, policy_id: str) -> Response:
        query = request.query_params
        asked = PolicyAddress(
            version=query.get("version", ""),
            q=query.get("q", "").strip()[:LONGEST_TARGET],
            vague=query.get("vague", "") == "1",
            mention=query.get("mention", "")[:200],
            ask=query.get("ask", "").strip()[:LONGEST_QUESTION],
            label=wanted if (wanted := query.get("label", "")) in LABEL_KINDS else "",
            options=read_options(query),
            write=query.get("write", "") == "1",
        )

        def page() -> Response:
            try:
                reading = read_policy(shelf.library, policy_id, asked, writer)
            except NotFoundError:
                return _nearest(shelf, policy_id, asked.address)
            context = {"reading": reading, "asked": asked}
            return templates.TemplateResponse(request, "policy.html", context)

        if asked.ask or asked.label:
            return await shelf.asking.run(page)
        return await run_sync(page)

    @router.api_route("/policy/{policy_id}/diff", methods=_METHODS)
    def diff(request: Request, policy_id: str) -> Response:
        query = request.query_params
        earlier, later = query.get("from", ""), query.get("to", "")
        try:
            changes = read_changes(shelf.library, policy_id, earlier, later)
        except NotFoundError:
            return _nearest(shelf, policy_id, lambda found: diff_address(found, earlier, later))
        return templates.TemplateResponse(request, "diff.html", {"changes": changes})


def _nearest(shelf: Shelf, name: str, address: Callable[[str], str]) -> Response:
    """The way to the same view of the one policy that a name other than an id stands for."""
    try:
        found = find_policy_id(shelf.library, name[:LONGEST_TARGET])
    except NotFoundError:
        looking = search_address(SearchRequest(name[:200], in_urls=True))
        raise PageError(
            404,
            "The library has no such policy",
            "It may have been removed, or the address was cut short.",
            {"Search for its address": looking, "See all policies": "/search"},
        ) from None
    return RedirectResponse(address(found), 303)


def _add_pictures(router: APIRouter, shelf: Shelf) -> None:
    def picture(request: Request, policy_id: str, kind: str) -> Response:
        version = request.query_params.get("version", "")
        try:
            label = stored_label(shelf.library, policy_id, version)
        except NotFoundError:
            if version:
                raise
            return _nearest(shelf, policy_id, lambda found: picture_address(found, kind))
        except NotEnglishError as error:
            raise PageError(
                409,
                "This policy has no label",
                "Labels are available only for English policies; this one is in another language.",
                {"Read the policy": policy_address(policy_id)},
            ) from error
        line = request.query_params.get("line", "")
        svg = label.picture() if kind == "label" else label.badge(line)
        # A site may show the label of its own policy.
        shown = {"Cross-Origin-Resource-Policy": "cross-origin"}
        return Response(svg, media_type="image/svg+xml", headers=shown)

    @router.api_route("/policy/{policy_id}/label.svg", methods=_METHODS)
    async def label_picture(request: Request, policy_id: str) -> Response:
        return await shelf.asking.run(picture, request, policy_id, "label")

    @router.api_route("/policy/{policy_id}/badge.svg", methods=_METHODS)
    async def badge(request: Request, policy_id: str) -> Response:
        return await shelf.asking.run(picture, request, policy_id, "badge")


def _file(content: Iterator[bytes], media_type: str, ending: str) -> Response:
    # Started before the response, so that a library that cannot be read is reported as an error.
    begun = chain(list(islice(content, 2)), content)
    name = f"privascope-{date.today():%Y-%m-%d}.{ending}"  # noqa: DTZ011
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(begun, media_type=media_type, headers=headers)
