"""POST /api/ask: what a policy says to a question."""

import logging
from dataclasses import replace
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from privascope.answer.answer import LONGEST_SUMMARY, Answer
from privascope.answer.methods import METHODS, method_called
from privascope.answer.subject import Subject, stored_subject
from privascope.answer.verdict_thresholds import COSTS, Risk
from privascope.answer.whom_to_ask import checked_country
from privascope.answer.writer import AnswerWriter, with_written
from privascope.errors import (
    AmbiguousError,
    LibraryError,
    NotEnglishError,
    NotFoundError,
    PrivascopeError,
)
from privascope.open_policy import visited_subject
from privascope.serve.api.bringing import (
    BRINGING_RESPONSES,
    ONE_OF,
    BoundedRoute,
    TargetField,
    TextField,
    UrlField,
    bring,
    bringing_refusal,
)
from privascope.serve.api.errors import ErrorAnswer, error_answer
from privascope.serve.asking import QueueFullError
from privascope.serve.shelf import Shelf
from privascope.serve.visits import Visits

_log = logging.getLogger(__name__)
LONGEST_QUESTION = 20_000
_RESPONSES: dict[int | str, dict[str, Any]] = {
    **BRINGING_RESPONSES,
    409: {"model": ErrorAnswer, "description": "The method's model is not installed."},
}


class Question(BaseModel):
    """A question and what to ask; without any of the three, the policy that the question names."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=ONE_OF)

    question: str = Field(
        max_length=LONGEST_QUESTION, description="In any words.", examples=["do you sell my data?"]
    )
    target: TargetField = ""
    url: UrlField = ""
    text: TextField = ""
    method: str = Field(
        "default",
        max_length=100,
        description="How the answer is found.",
        json_schema_extra={"enum": list(METHODS)},
    )
    paraphrases: str = Field(
        "",
        max_length=100,
        description="Sources of other wordings for the methods query-guided and expansion: rules, "
        "vectors, translation, with commas between them.",
    )
    risk: Risk = Field(
        Risk.MEDIUM,
        description="; ".join(f"`{risk.value}`: {cost}" for risk, cost in COSTS.items()) + ".",
    )
    summary: int = Field(
        0,
        ge=0,
        le=LONGEST_SUMMARY,
        description="Adds a summary: so many of the sentences nearest to the question, in the "
        "policy's order, whatever the verdict.",
    )
    reader_country: str = Field(
        "",
        max_length=20,
        description="Where the reader lives, such as `fr`, `gb` or `us-ca`: whose laws and "
        "regulators to name where the policy is silent.",
        json_schema_extra={"pattern": "^([a-z]{2}|us-ca)?$"},
    )
    write: bool = Field(
        False, description="Put the sentences into a short text, if this server has a writer."
    )
    anyway: bool = Field(False, description="Ask a page even if it does not look like a policy.")


def add_ask(
    router: APIRouter, shelf: Shelf, visits: Visits, writer: AnswerWriter | None = None
) -> None:
    """Adds the address to the API."""

    async def answer(asked: Annotated[Question, Body()]) -> Any:
        """The policy's own sentences, best first, with a verdict on how far they answer.

        Give `target`, `url` or `text`. An address is fetched as the collector does: robots.txt
        is obeyed, private addresses are refused, size and time are bounded.
        """
        from privascope.answer.ask import ask

        try:
            subject = await _subject(shelf, visits, asked)
        except PrivascopeError as error:
            refusal = bringing_refusal(error)
            if refusal is None:
                raise
            return refusal
        method_called(asked.method, asked.paraphrases)
        try:
            checked_country(asked.reader_country)
        except PrivascopeError as error:
            return error_answer(422, str(error))
        try:
            found = await shelf.asking.run(
                lambda: ask(
                    subject.policy,
                    subject.source,
                    asked.question,
                    method=asked.method,
                    paraphrases=asked.paraphrases,
                    risk=asked.risk,
                    summary=asked.summary,
                    place=subject.place,
                    practices=subject.practices,
                    reader_country=asked.reader_country,
                )
            )
            if asked.write and writer is None:
                found = replace(found, notes=(*found.notes, "This server has no answer writer."))
            elif asked.write and writer is not None:
                found = await shelf.asking.run(with_written, found, subject.policy, writer)
            return JSONResponse(found.to_dict())
        except QueueFullError:
            raise
        except NotEnglishError as error:
            return error_answer(409, str(error), "method_unavailable")
        except PrivascopeError as error:
            # The message contains paths of this machine: for the operator, not the caller.
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
    visited = await bring(visits, asked.target, asked.url, asked.text, asked.anyway)
    if visited is not None:
        return visited_subject(visited)
    return await run_sync(_stored, shelf, asked)


def _stored(shelf: Shelf, asked: Question) -> Subject:
    from privascope.answer.which import which_policy

    try:
        library = shelf.library
    except NotFoundError as error:
        # A missing library is not the caller's mistake.
        raise LibraryError(str(error)) from error
    if asked.target:
        return stored_subject(library, asked.target)
    try:
        return stored_subject(library, which_policy(library, asked.question))
    except AmbiguousError:
        raise
    except NotFoundError as error:
        told = "no policy is given, and the question does not name one in the library"
        raise NotFoundError(f"{told}: POST it to /api/ask-library to ask them all") from error
