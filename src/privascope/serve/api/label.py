"""Labels and comparisons for programs."""

import logging
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from starlette.exceptions import HTTPException

from privascope.compare.comparison import FEWEST, MOST, Comparison, compare_labels
from privascope.compare.label import PolicyLabel
from privascope.compare.labelling import stored_label
from privascope.errors import LibraryError, NotEnglishError, NotFoundError, PrivascopeError
from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.serve.api.bringing import (
    BRINGING_RESPONSES,
    BoundedRoute,
    TargetField,
    TextField,
    UrlField,
    bring,
    bringing_refusal,
)
from privascope.serve.api.errors import ErrorAnswer, error_answer
from privascope.serve.shelf import Shelf
from privascope.serve.visit_labels import VisitLabels
from privascope.serve.visits import Visits

_log = logging.getLogger(__name__)
_MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "The library holds no such policy or version."},
    409: {"model": ErrorAnswer, "description": "The policy is not in English, or cannot be read."},
}
# Only described so, not checked: our own refusal has better words.
_JUST_ONE: JsonDict = {
    "oneOf": [
        {"required": ["target"], "properties": {"target": {"minLength": 1}}},
        {"required": ["url"], "properties": {"url": {"minLength": 1}}},
        {"required": ["text"], "properties": {"text": {"minLength": 1}}},
    ]
}
Name = Annotated[str, Field(min_length=1, max_length=300)]


class LabelParameters(BaseModel):
    """Which version."""

    model_config = ConfigDict(extra="forbid")

    version: str = Field(
        "", max_length=64, description="A version's id; without it the current one."
    )


class CompareParameters(BaseModel):
    """Which policies."""

    model_config = ConfigDict(extra="forbid")

    policy: list[Name] = Field(
        min_length=FEWEST,
        max_length=MOST,
        description="A policy: its id, domain or name; repeat it for two to six.",
    )


class LabelSubject(BaseModel):
    """What to label: give one of the three."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_JUST_ONE)

    target: TargetField = ""
    url: UrlField = ""
    text: TextField = ""
    anyway: bool = Field(False, description="Label a page even if it does not look like a policy.")


def add_label(router: APIRouter, shelf: Shelf, visits: Visits, labels: VisitLabels) -> None:
    """Adds the addresses to the API."""
    _add_bringing(router, shelf, visits, labels)

    @router.get(
        "/policies/{id}/label",
        summary="A policy's label",
        response_model=PolicyLabel,
        responses=_MISSING,
    )
    def label(
        target: Annotated[
            str,
            Path(alias="id", max_length=300, description="A policy: its id, domain or name."),
        ],
        asked: Annotated[LabelParameters, Query()],
    ) -> Any:
        """What a policy says it does, line by line with its evidence, and what is usual.

        A policy that was not read yet is read now, which takes about a second.
        """
        return _stored(shelf, target, asked.version)

    @router.get(
        "/compare",
        summary="Policies side by side",
        response_model=Comparison,
        responses=_MISSING,
    )
    def compare(asked: Annotated[CompareParameters, Query()]) -> Any:
        """What two to six policies say, differences first, each cell with its evidence."""
        library = _library(shelf)
        ids = [find_policy_id(library, target) for target in asked.policy]
        return _or_refusal(
            lambda: compare_labels([stored_label(library, policy_id) for policy_id in ids])
        )


def _add_bringing(router: APIRouter, shelf: Shelf, visits: Visits, labels: VisitLabels) -> None:
    async def label_brought(asked: Annotated[LabelSubject, Body()]) -> Any:
        """The label of any policy: of the library, at an address, or sent as plain text.

        An address is fetched as for `/api/ask`, and nothing is stored.
        """
        if not (asked.target or asked.url or asked.text):
            raise HTTPException(422, "Give one of target, url and text.")
        try:
            visited = await bring(visits, asked.target, asked.url, asked.text, asked.anyway)
        except PrivascopeError as error:
            refusal = bringing_refusal(error)
            if refusal is None:
                raise
            return refusal
        if visited is None:
            return await shelf.asking.run(_stored, shelf, asked.target)
        return await shelf.asking.run(_or_refusal, lambda: labels.label(visited))

    router.add_api_route(
        "/label",
        label_brought,
        methods=["POST"],
        response_model=PolicyLabel,
        responses={**BRINGING_RESPONSES, 409: _MISSING[409]},
        summary="The label of any policy",
        route_class_override=BoundedRoute,
    )


def _stored(shelf: Shelf, target: str, version_id: str = "") -> Any:
    library = _library(shelf)
    policy_id = find_policy_id(library, target)
    return _or_refusal(lambda: stored_label(library, policy_id, version_id))


def _or_refusal(make: Callable[[], PolicyLabel | Comparison]) -> Any:
    """The result, or the response that says why there is none."""
    try:
        return JSONResponse(make().to_dict())
    except LibraryError:
        raise
    except NotEnglishError as error:
        return error_answer(409, str(error), "not_english")
    except PrivascopeError as error:
        refusal = bringing_refusal(error)
        if refusal is not None:
            return refusal
        # The message contains paths of this machine: for the operator, not the caller.
        _log.error("%s", error)
        return error_answer(409, "The label cannot be made here at the moment.", "no_label")


def _library(shelf: Shelf) -> Library:
    """This thread's library; a missing one is not the caller's mistake."""
    try:
        return shelf.library
    except NotFoundError as error:
        raise LibraryError(str(error)) from error
