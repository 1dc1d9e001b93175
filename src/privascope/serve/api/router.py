"""The addresses of the API."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.routing import Match

from privascope.answer.writer import AnswerWriter
from privascope.collect.funnel import read_funnel
from privascope.compare.alternatives import Alternatives, UnknownSectorError, alternatives_to
from privascope.compare.insights import read_insights
from privascope.compare.label_changes import LabelledDiff, labelled_diff
from privascope.errors import LibraryError, NotFoundError
from privascope.library.facts import read_facts, read_traits, smallest_pagerank
from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.search.exported import ExportedPolicy, exported_policies
from privascope.search.find import Searcher, within_reason
from privascope.search.page import SearchPage
from privascope.search.which import WhichPage, which
from privascope.serve.api.ask import add_ask
from privascope.serve.api.ask_library import add_ask_library
from privascope.serve.api.errors import ErrorAnswer, SafeRoute, error_answer
from privascope.serve.api.label import add_label
from privascope.serve.api.parameters import (
    AlternativesParameters,
    DiffParameters,
    ExportParameters,
    Narrowing,
    SearchParameters,
    WhichParameters,
)
from privascope.serve.api.reference import openapi_document, reference_page
from privascope.serve.api.responses import (
    FacetAnswer,
    PolicyAnswer,
    PolicyStretch,
    StatementEntry,
    StatementList,
    Stats,
    VersionAnswer,
    VersionList,
)
from privascope.serve.library_questions import LibraryQuestions
from privascope.serve.shelf import Shelf
from privascope.serve.visit_labels import VisitLabels
from privascope.serve.visits import Visits
from privascope.traits.practices.statements import statements

# What takes longer to find is left out of an answer.
_MOST_SECONDS = 6.0
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
_REFUSED: dict[int | str, dict[str, Any]] = {
    422: {"model": ErrorAnswer, "description": "A parameter is not valid."},
    503: {"model": ErrorAnswer, "description": "The library cannot be read, or too many ask."},
}
_MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "The library holds no such policy or version."}
}

Target = Annotated[
    str,
    Path(
        alias="id",
        max_length=300,
        description="A policy: its id or the beginning of it, its domain or its service's name.",
    ),
]


def make_router(
    shelf: Shelf,
    visits: Visits,
    labels: VisitLabels,
    questions: LibraryQuestions,
    writer: AnswerWriter | None = None,
) -> APIRouter:
    """Every address under /api."""
    router = APIRouter(prefix="/api", route_class=SafeRoute, responses=_REFUSED)
    _add_searches(router, shelf)
    _add_policies(router, shelf)
    add_label(router, shelf, visits, labels)
    add_ask(router, shelf, visits, writer)
    add_ask_library(router, shelf, questions)
    _add_descriptions(router)
    _add_refusals(router)
    return router


def _add_searches(router: APIRouter, shelf: Shelf) -> None:
    @router.get("/search", summary="Search the library", response_model=SearchPage)
    def search(asked: Annotated[SearchParameters, Query()]) -> JSONResponse:
        """One page of ranked results with marked passages, facets and distributions."""
        request = asked.request(asked.rank, asked.page, asked.size)
        return JSONResponse(_searcher(shelf).search(request).to_dict())

    @router.get("/policies", summary="Export all that matches")
    def policies(asked: Annotated[ExportParameters, Query()]) -> PolicyStretch:
        """All matches in a stable order, in batches: pass a batch's `next` as `after`."""
        return _stretch(shelf, asked)

    @router.get("/facets", summary="Count what matches")
    def facets(asked: Annotated[Narrowing, Query()]) -> FacetAnswer:
        """The facets and distributions of a search, without its results."""
        page = _searcher(shelf).search(asked.request(size=1))
        return FacetAnswer(page.total, page.facets, page.ranges, page.notes)

    @router.get("/which", summary="Which policies say something", response_model=WhichPage)
    def which_policies(asked: Annotated[WhichParameters, Query()]) -> JSONResponse:
        """The results of a search that say it, those that say the opposite, and the silent ones."""
        request = asked.request(asked.rank, asked.page, asked.size)
        searcher = _searcher(shelf)
        found = which(searcher, shelf.library, request, asked.which, asked.list)
        return JSONResponse(found.to_dict())

    @router.get("/statements", summary="What policies can say")
    def all_statements() -> StatementList:
        """The slugs that `practice` and `which` take, each with its wording."""
        return StatementList(
            tuple(
                StatementEntry(one.slug, one.plain, one.absent, one.category, one.opposite or None)
                for one in statements()
            )
        )

    @router.get("/stats", summary="The library in numbers")
    def stats() -> Stats:
        """How pages were collected, and the figures of the insights page."""
        library = _library(shelf)
        return Stats(read_funnel(library), read_insights(library))


def _add_policies(router: APIRouter, shelf: Shelf) -> None:
    @router.get("/policies/{id}", summary="One policy", responses=_MISSING)
    def policy(target: Target) -> PolicyAnswer:
        """What is known of a policy; its traits point into the current version's text."""
        library = _library(shelf)
        with library.snapshot():
            stored = library.policy(find_policy_id(library, target))
            facts = read_facts(library, stored.current_version, smallest_pagerank(library))
            if facts is None:
                raise NotFoundError(f"the library has no version {stored.current_version}")
            company = library.company(stored.domain)
        return PolicyAnswer(stored, company, facts.popularity, facts.traits)

    @router.get("/policies/{id}/versions", summary="A policy's history", responses=_MISSING)
    def versions(target: Target) -> VersionList:
        """The texts that a policy had, oldest first, each with the period in which it was seen."""
        library = _library(shelf)
        with library.snapshot():
            policy_id = find_policy_id(library, target)
            return VersionList(policy_id, tuple(library.history(policy_id)))

    @router.get("/policies/{id}/versions/{version_id}", summary="A text", responses=_MISSING)
    def version(
        target: Target, version_id: Annotated[str, Path(max_length=64, description="Its id.")]
    ) -> VersionAnswer:
        """One version's text with its sections, segments and sentences by exact offsets."""
        library = _library(shelf)
        with library.snapshot():
            policy_id = find_policy_id(library, target)
            if not library.has_version(policy_id, version_id):
                raise NotFoundError(f"the policy {policy_id} has no version {version_id}")
            derived = library.derived(version_id)
            traits = read_traits(library, version_id)
        return VersionAnswer(policy_id, version_id, derived.method, derived.policy, traits)

    @router.get(
        "/policies/{id}/alternatives",
        summary="Similar services",
        response_model=Alternatives,
        responses={
            **_MISSING,
            409: {"model": ErrorAnswer, "description": "The policy's sector is not known."},
        },
    )
    def alternatives(target: Target, asked: Annotated[AlternativesParameters, Query()]) -> Any:
        """Services of the same sector, those whose policies suit better first."""
        library, searcher = _library(shelf), _searcher(shelf)
        try:
            found = alternatives_to(library, searcher, target, asked.without, asked.limit)
        except UnknownSectorError as error:
            return error_answer(409, str(error), "unknown_sector")
        return JSONResponse(found.to_dict())

    @router.get(
        "/policies/{id}/diff",
        summary="What changed",
        response_model=LabelledDiff,
        responses=_MISSING,
    )
    def diff(target: Target, asked: Annotated[DiffParameters, Query()]) -> JSONResponse:
        """The sentences that changed between two versions, and what the policy says differently.

        `says` is null where that would take too long to find, or in another language.
        """
        library = _library(shelf)
        policy_id = find_policy_id(library, target)
        found = labelled_diff(library, policy_id, asked.from_, asked.to, _MOST_SECONDS)
        return JSONResponse(found.to_dict())


def _add_descriptions(router: APIRouter) -> None:
    @router.get("/openapi.json", include_in_schema=False)
    def openapi() -> JSONResponse:
        return JSONResponse(openapi_document(router.routes))

    @router.get("", include_in_schema=False)
    @router.get("/", include_in_schema=False)
    def reference(request: Request) -> Response:
        return reference_page(request, openapi_document(router.routes))


def _add_refusals(router: APIRouter) -> None:
    """Unknown addresses under /api get an error of the same shape."""
    known = tuple(router.routes)

    @router.api_route("/{rest:path}", methods=_METHODS, include_in_schema=False)
    def refused(request: Request) -> JSONResponse:
        allowed = sorted(
            {
                method
                for route in known
                if route.matches(request.scope)[0] is not Match.NONE
                for method in getattr(route, "methods", None) or ()
            }
        )
        if allowed:
            message = f"{request.method} is not allowed here; use {', '.join(allowed)}."
            return error_answer(405, message, headers={"Allow": ", ".join(allowed)})
        return error_answer(404, "There is nothing at this address; /api lists what there is.")


def _library(shelf: Shelf) -> Library:
    """This thread's library; a missing one is not the caller's mistake."""
    try:
        return shelf.library
    except NotFoundError as error:
        raise LibraryError(str(error)) from error


def _searcher(shelf: Shelf) -> Searcher:
    _library(shelf)
    return shelf.searcher


def _stretch(shelf: Shelf, asked: ExportParameters) -> PolicyStretch:
    request, notes = within_reason(asked.request())
    found: list[ExportedPolicy] = []
    after = asked.after
    # A match that has just been removed is left out, so a short batch need not be the last one.
    while len(found) < asked.limit:
        more = list(_searcher(shelf).every(request, after, asked.limit - len(found)))
        if not more:
            return PolicyStretch(tuple(found), None, notes)
        found += exported_policies(_library(shelf), more)
        after = found[-1].version_id
    return PolicyStretch(tuple(found), after, notes)
