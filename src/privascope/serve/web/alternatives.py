"""The page of services like one, those whose policies suit a reader better first."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.templating import Jinja2Templates

from privascope.compare.alternatives import Alternative, Alternatives, Stated, alternatives_to
from privascope.errors import NotFoundError, PrivascopeError
from privascope.library.targets import find_policy_id
from privascope.serve.shelf import Shelf
from privascope.serve.web.problems import PageError
from privascope.serve.web.results import Choice, Excerpt, excerpt_of
from privascope.serve.web.urls import alternatives_address, compare_address, policy_address
from privascope.traits.practices.statements import by_slug

_METHODS = ["GET", "HEAD"]
_MOST_WISHES = 5
# What readers most often want to be without.
_OFTEN = (
    "sells-data",
    "shares-data-with-advertisers",
    "collects-location",
    "follows-you-elsewhere",
    "trains-ai",
)


@dataclass(frozen=True, slots=True)
class StatedView:
    """A statement with its sentences as a page shows them."""

    wording: str
    excerpts: tuple[Excerpt, ...]


@dataclass(frozen=True, slots=True)
class AlternativeView:
    """A service in the list; `compare` puts its policy beside the one it may replace."""

    found: Alternative
    address: str
    compare: str
    wishes: tuple[StatedView, ...]
    unusual: tuple[StatedView, ...]


@dataclass(frozen=True, slots=True)
class AlternativesView:
    """All that the template needs; `wishes` set a practice to be without, or lift it."""

    found: Alternatives
    address: str
    wishes: tuple[Choice, ...]
    unusual: tuple[StatedView, ...]
    policies: tuple[AlternativeView, ...]


def make_router(shelf: Shelf, templates: Jinja2Templates) -> APIRouter:
    """The page's address."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/policy/{policy_id}/alternatives", methods=_METHODS)
    def alternatives(request: Request, policy_id: str) -> Response:
        asked = dict.fromkeys(request.query_params.getlist("without"))
        without = [slug for slug in asked if slug in by_slug()][:_MOST_WISHES]
        try:
            found = find_policy_id(shelf.library, policy_id[:300])
        except NotFoundError:
            raise PageError(
                404,
                "The library has no such policy",
                "It may have been removed, or the address was cut short.",
                {"See all policies": "/search"},
            ) from None
        if found != policy_id:
            return RedirectResponse(alternatives_address(found, without), 303)
        try:
            page = alternatives_to(shelf.library, shelf.searcher, found, without)
        except PrivascopeError as error:
            raise PageError(
                409,
                "No alternatives can be named",
                f"{str(error)[:1].upper()}{str(error)[1:]}.",
                {"Back to the policy": policy_address(found)},
            ) from error
        context = {"view": view_alternatives(page)}
        return templates.TemplateResponse(request, "alternatives.html", context)

    return router


def view_alternatives(found: Alternatives) -> AlternativesView:
    """The page with every address on it."""
    return AlternativesView(
        found=found,
        address=policy_address(found.policy_id),
        wishes=tuple(_wish(found, slug) for slug in dict.fromkeys((*found.without, *_OFTEN))),
        unusual=tuple(_stated(one, found.policy_id) for one in found.unusual),
        policies=tuple(_alternative(one, found.policy_id) for one in found.policies),
    )


def _wish(found: Alternatives, slug: str) -> Choice:
    chosen = slug in found.without
    others = [one for one in found.without if one != slug]
    address = alternatives_address(found.policy_id, others if chosen else (*others, slug))
    return Choice(by_slug()[slug].plain, address, chosen)


def _alternative(one: Alternative, policy_id: str) -> AlternativeView:
    return AlternativeView(
        found=one,
        address=policy_address(one.policy_id),
        compare=compare_address((policy_id, one.policy_id)),
        wishes=tuple(_stated(wish, one.policy_id) for wish in one.wishes),
        unusual=tuple(_stated(unusual, one.policy_id) for unusual in one.unusual),
    )


def _stated(one: Stated, policy_id: str) -> StatedView:
    address = policy_address(policy_id, "mention-1", mention=f"practice:{one.statement}")
    return StatedView(one.wording, tuple(excerpt_of(quote, address) for quote in one.quotes))
