"""The API's errors, all in one shape."""

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from privascope.errors import LibraryError, NotFoundError, PrivascopeError
from privascope.search.parameters import FilterError
from privascope.serve.asking import QueueFullError
from privascope.serve.request_limits import RETRY_AFTER

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong: a fixed word for programs, a sentence for people."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """The body of every error response."""

    error: Problem


_KINDS = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 422: "bad_request"}


def error_answer(
    status: int, message: str, kind: str = "", headers: dict[str, str] | None = None
) -> JSONResponse:
    """The answer for an HTTP status."""
    named = kind or _KINDS.get(status, "server_error" if status >= 500 else "bad_request")
    content = {"error": {"kind": named, "message": message}}
    return JSONResponse(content, status, headers=headers)


class SafeRoute(APIRoute):
    """A route that returns all errors in the same shape."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler with its errors caught."""
        handle = super().get_route_handler()

        async def safely(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                return error_answer(422, _validation_message(error))
            except FilterError as error:
                return error_answer(422, str(error))
            except NotFoundError as error:
                return error_answer(404, str(error))
            except LibraryError as error:
                # The message contains paths of this machine: for the operator, not the caller.
                _log.error("%s", error)
                told = "The library cannot be read at the moment; try again in a moment."
                return error_answer(503, told, "library_unavailable")
            except QueueFullError as error:
                return error_answer(503, str(error), "busy", {"Retry-After": RETRY_AFTER})
            except PrivascopeError as error:
                return error_answer(422, str(error))
            except HTTPException as error:
                return error_answer(error.status_code, str(error.detail))
            except Exception:
                _log.exception("the request %s failed", request.url.path)
                return error_answer(500, "Something went wrong; the server's log has the details.")

        return safely


def _validation_message(error: RequestValidationError) -> str:
    """What is wrong with each parameter, in one line."""
    found = []
    for problem in error.errors():
        name = ".".join(str(part) for part in problem["loc"][1:])
        if problem["type"] == "extra_forbidden":
            found.append(f"there is no parameter {name[:60]!r}")
        else:
            found.append(f"{name}: {problem['msg']}")
    return "; ".join(found)
