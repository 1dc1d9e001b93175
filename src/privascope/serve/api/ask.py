"""POST /api/ask: what a policy says to a question."""

import logging
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from privascope.answer.answer import Answer
from privascope.answer.scoring import METHODS, method_called
from privascope.answer.subject import Subject, stored_subject, visited_subject
from privascope.collect.visit import NotPolicyError, visit_text
from privascope.errors import (
    FetchError,
    LibraryError,
    NotEnglishError,
    NotFoundError,
    PrivascopeError,
    RefusedAddressError,
    TooLargeError,
    UnreadablePageError,
)
from privascope.serve.api.errors import ErrorAnswer, SafeRoute, error_answer
from privascope.serve.shelf import Shelf
from privascope.serve.visits import BusyError, Visits

_log = logging.getLogger(__name__)
LONGEST_QUESTION = 20_000
LONGEST_TEXT = 1_000_000
_LARGEST_BODY = 6 * 1024 * 1024
_RESPONSES: dict[int | str, dict[str, Any]] = {
    403: {"model": ErrorAnswer, "description": "The address may not be fetched."},
    404: {"model": ErrorAnswer, "description": "No such policy here, or none at the address."},
    409: {"model": ErrorAnswer, "description": "The method's model is not installed."},
    413: {"model": ErrorAnswer, "description": "The request is too large."},
    429: {"model": ErrorAnswer, "description": "Too many pages are being fetched just now."},
}
# Only described so, not checked: our own refusal has better words.
_ONE_OF: JsonDict = {
    "not": {
        "anyOf": [
            {"required": ["target", "url"]},
            {"required": ["target", "text"]},
            {"required": ["url", "text"]},
        ]
    }
}


class Question(BaseModel):
    """A question and what to ask; without any of the three, the policy that the question names."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_ONE_OF)

    question: str = Field(
        max_length=LONGEST_QUESTION, description="In any words.", examples=["do you sell my data?"]
    )
    target: str = Field(
        "", max_length=300, description="A policy of the library: its id, domain or name."
    )
    url: str = Field(
        "",
        max_length=8192,
        description="The address of a policy, or a site's domain: fetched, and not stored.",
    )
    text: str = Field("", max_length=LONGEST_TEXT, description="A policy as plain text.")
    method: str = Field(
        "default",
        max_length=100,
        description="How the answer is found.",
        json_schema_extra={"enum": list(METHODS)},
    )
    anyway: bool = Field(False, description="Ask a page even if it seems to be no policy.")


class BoundedRoute(SafeRoute):
    """A route that reads no more of a request's body than it may hold."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler with the body measured and the failures of fetching named."""
        handle = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            return await handle(Request(request.scope, _measured(request.receive)))

        return bounded


def _measured(receive: Receive) -> Receive:
    left = _LARGEST_BODY

    async def measured() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(413, f"The request is larger than {_LARGEST_BODY:,} bytes.")
        return message

    return measured


def add_ask(router: APIRouter, shelf: Shelf, visits: Visits) -> None:
    """Adds the address to the API."""

    async def answer(asked: Annotated[Question, Body()]) -> Any:
        """The policy's own sentences, best first; a verdict tells how far they answer.

        Give `target`, `url` or `text`. An address is fetched as the collector does: robots.txt
        is obeyed, private addresses are refused, size and time are bounded.
        """
        from privascope.answer.ask import ask

        try:
            subject = await _subject(shelf, visits, asked)
        except NotPolicyError as error:
            return error_answer(404, _with_links(error), "not_a_policy")
        except RefusedAddressError as error:
            return error_answer(403, str(error), "refused_address")
        except FetchError as error:
            return error_answer(404, str(error), "cannot_fetch")
        except BusyError as error:
            return error_answer(429, str(error), "busy", {"Retry-After": "5"})
        except TooLargeError as error:
            return error_answer(413, str(error), "too_large")
        except UnreadablePageError as error:
            return error_answer(404, str(error), "cannot_read")
        method_called(asked.method)
        try:
            return await run_sync(
                lambda: ask(
                    subject.policy,
                    subject.source,
                    asked.question,
                    method=asked.method,
                    place=subject.place,
                    practices=subject.practices,
                )
            )
        except NotEnglishError as error:
            return error_answer(409, str(error), "method_unavailable")
        except PrivascopeError as error:
            # The message names files of this machine: for the operator, not the caller.
            _log.error("%s", error)
            told = f"The method {asked.method} needs a model that is not installed here."
            return error_answer(409, told, "method_unavailable")

    router.add_api_route(
        "/ask",
        answer,
        methods=["POST"],
        response_model=Answer,
        responses=_RESPONSES,
        summary="Ask a policy",
        route_class_override=BoundedRoute,
    )


async def _subject(shelf: Shelf, visits: Visits, asked: Question) -> Subject:
    if sum(map(bool, (asked.target, asked.url, asked.text))) > 1:
        raise HTTPException(422, "Give one of target, url and text, not several.")
    if asked.url:
        return visited_subject(await visits.bring(asked.url, anyway=asked.anyway))
    if asked.text:
        return visited_subject(await run_sync(visit_text, asked.text))
    return await run_sync(_stored, shelf, asked)


def _stored(shelf: Shelf, asked: Question) -> Subject:
    from privascope.answer.which import which_policy

    try:
        library = shelf.library
    except NotFoundError as error:
        # A library that is gone is no caller's mistake.
        raise LibraryError(str(error)) from error
    return stored_subject(library, asked.target or which_policy(library, asked.question))


def _with_links(error: NotPolicyError) -> str:
    links = ", ".join(link.target for link in error.links)
    return f"{error} Likely: {links}" if links else str(error)
