"""The policy of a request for an answer or a label: a name, an address or a text."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field
from pydantic.config import JsonDict
from starlette.exceptions import HTTPException

from privascope.collect.visit import NotPolicyError, Visited, visit_text
from privascope.errors import (
    FetchError,
    PrivascopeError,
    RefusedAddressError,
    TooLargeError,
    UnreadablePageError,
)
from privascope.serve.api.errors import ErrorAnswer, SafeRoute, error_answer
from privascope.serve.request_limits import LONGEST_TEXT, bounded
from privascope.serve.visits import BusyError, Visits

_LARGEST_BODY = 6 * 1024 * 1024
BRINGING_RESPONSES: dict[int | str, dict[str, Any]] = {
    403: {"model": ErrorAnswer, "description": "The address may not be fetched."},
    404: {"model": ErrorAnswer, "description": "No such policy here, or none at the address."},
    413: {"model": ErrorAnswer, "description": "The request is too large."},
    429: {"model": ErrorAnswer, "description": "Too many pages are being read at the moment."},
}
# Only described so, not checked: our own refusal has better words.
ONE_OF: JsonDict = {
    "not": {
        "anyOf": [
            {"required": ["target", "url"]},
            {"required": ["target", "text"]},
            {"required": ["url", "text"]},
        ]
    }
}
TargetField = Annotated[
    str,
    Field(max_length=300, description="A policy of the library: its id, domain or name."),
]
UrlField = Annotated[
    str,
    Field(
        max_length=8192,
        description="The address of a policy, or a site's domain: fetched, and not stored.",
    ),
]
TextField = Annotated[str, Field(max_length=LONGEST_TEXT, description="A policy as plain text.")]


class BoundedRoute(SafeRoute):
    """A route that reads no more of a request's body than it may hold."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler with the body measured."""
        handle = super().get_route_handler()

        async def measured(request: Request) -> Response:
            return await handle(Request(request.scope, bounded(request.receive, _LARGEST_BODY)))

        return measured


async def bring(visits: Visits, target: str, url: str, text: str, anyway: bool) -> Visited | None:
    """The page or text of the request; None if it names a policy of the library."""
    if sum(map(bool, (target, url, text))) > 1:
        raise HTTPException(422, "Give one of target, url and text, not several.")
    if url:
        return await visits.bring(url, anyway=anyway)
    return await run_sync(visit_text, text) if text else None


def bringing_refusal(error: PrivascopeError) -> JSONResponse | None:
    """The response if the page could not be read; None for other errors."""
    if isinstance(error, NotPolicyError):
        return error_answer(404, _with_links(error), "not_a_policy")
    if isinstance(error, RefusedAddressError):
        return error_answer(403, str(error), "refused_address")
    if isinstance(error, FetchError):
        return error_answer(404, str(error), "cannot_fetch")
    if isinstance(error, BusyError):
        return error_answer(429, str(error), "busy", {"Retry-After": "5"})
    if isinstance(error, TooLargeError):
        return error_answer(413, str(error), "too_large")
    if isinstance(error, UnreadablePageError):
        return error_answer(404, str(error), "cannot_read")
    return None


def _with_links(error: NotPolicyError) -> str:
    links = ", ".join(link.target for link in error.links)
    return f"{error} Likely: {links}" if links else str(error)
