"""POST /api/ask-library: who says yes, who says no and who is silent."""

import logging
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse
from pydantic import Field

from privascope.answer.ask_library import MOST
from privascope.answer.library_answer import LibraryAnswer
from privascope.answer.methods import METHODS, method_called
from privascope.answer.verdict_thresholds import COSTS, Risk
from privascope.errors import LibraryError, NotFoundError
from privascope.models.onnx import ModelError
from privascope.serve.api.ask import LONGEST_QUESTION
from privascope.serve.api.bringing import BoundedRoute
from privascope.serve.api.errors import ErrorAnswer, error_answer
from privascope.serve.api.parameters import Narrowing, with_filters
from privascope.serve.library_questions import SECONDS, LibraryQuestions, TooManyError
from privascope.serve.shelf import Shelf

LARGEST_MOST = 100
_log = logging.getLogger(__name__)
_RESPONSES: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "The question names a service that is not here."},
    409: {"model": ErrorAnswer, "description": "The method's model is not installed."},
    413: {"model": ErrorAnswer, "description": "The request is too large."},
    429: {"model": ErrorAnswer, "description": "Too many questions at the moment."},
}


@with_filters
class LibraryQuery(Narrowing):
    """A question, and which policies to ask: words and filters as for a search."""

    question: str = Field(
        max_length=LONGEST_QUESTION,
        description="In any words.",
        examples=["which of these do not sell data?"],
        # Only described so: an empty question is refused in better words.
        json_schema_extra={"pattern": "[A-Za-z]"},
    )
    most: int = Field(
        MOST,
        ge=1,
        le=LARGEST_MOST,
        description=f"How many policies are read; none is begun after {SECONDS:.0f} seconds.",
    )
    method: str = Field(
        "default",
        max_length=100,
        description="How the answers are found.",
        json_schema_extra={"enum": list(METHODS)},
    )
    risk: Risk = Field(
        Risk.MEDIUM,
        description="; ".join(f"`{risk.value}`: {cost}" for risk, cost in COSTS.items()) + ".",
    )


def add_ask_library(router: APIRouter, shelf: Shelf, questions: LibraryQuestions) -> None:
    """Adds the address to the API."""

    async def answer(asked: Annotated[LibraryQuery, Body()]) -> Any:
        """Each policy's reply with its sentences: by a statement, or read, the likeliest first.

        `stance` is yes, no or "depends" for the question as it was put; without one, `verdict`
        tells whether the policy says something on it, or nothing. `read` of `matching` policies
        were read.
        """
        method_called(asked.method)
        try:
            await run_sync(lambda: shelf.library)
        except NotFoundError as error:
            # A missing library is not the caller's mistake.
            raise LibraryError(str(error)) from error
        try:
            found = await questions.asking.run(
                questions.ask,
                asked.question,
                asked.request(),
                asked.most,
                asked.method,
                asked.risk,
            )
        except TooManyError as error:
            return error_answer(429, str(error), "busy", {"Retry-After": "5"})
        except ModelError as error:
            # The message contains paths of this machine: for the operator, not the caller.
            _log.error("%s", error)
            told = f"The method {asked.method} needs a model that is not installed here."
            return error_answer(409, told, "method_unavailable")
        return JSONResponse(found.to_dict())

    router.add_api_route(
        "/ask-library",
        answer,
        methods=["POST"],
        response_model=LibraryAnswer,
        responses=_RESPONSES,
        summary="Ask the whole library",
        route_class_override=BoundedRoute,
    )
