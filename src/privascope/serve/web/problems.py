"""Error pages: what happened, and what to do next."""

from collections.abc import Mapping

from fastapi import Request
from fastapi.responses import Response

from privascope.serve.request_limits import RETRY_AFTER

_TOLD = {
    400: ("That address is not valid", "Part of it is missing or cannot be read."),
    404: (
        "There is nothing here",
        "The address may be misspelt, or the policy was removed from the library.",
    ),
    405: ("That cannot be done here", "These pages only show what the library holds."),
    500: (
        "Something went wrong here",
        "It is not your fault. The server’s log says what happened; "
        "trying again in a moment may help.",
    ),
    503: (
        "The library cannot be read at the moment",
        "It may be in the middle of a change. Try again in a moment; whoever runs this server "
        "finds the reason in its log.",
    ),
}


class PageError(Exception):
    """A page that cannot be shown; without words of its own it has those of its status."""

    def __init__(
        self, status: int, title: str = "", text: str = "", links: Mapping[str, str] | None = None
    ) -> None:
        told = _TOLD.get(status, _TOLD[500 if status >= 500 else 400])
        self.status = status
        self.title = title or told[0]
        self.text = text or told[1]
        self.links = links or {}
        super().__init__(self.title)


def problem_page(
    request: Request, problem: PageError, headers: Mapping[str, str] | None = None
) -> Response:
    """The page for a problem."""
    waiting = {"Retry-After": RETRY_AFTER} if problem.status == 503 else {}
    response: Response = request.app.state.templates.TemplateResponse(
        request,
        "problem.html",
        {"problem": problem},
        status_code=problem.status,
        headers={**waiting, **(headers or {})},
    )
    return response
