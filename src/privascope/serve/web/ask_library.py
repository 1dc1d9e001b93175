"""The page of a question to many policies: who says yes, who says no, who is silent.

While policies are read the page comes piece by piece and says which one is being read; it needs no
script for that.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from fastapi.templating import Jinja2Templates
from markupsafe import Markup

from privascope.answer.ask_library import Progress
from privascope.answer.library_answer import LibraryAnswer
from privascope.errors import NotFoundError, PrivascopeError
from privascope.search.page import SearchRequest
from privascope.serve.library_questions import LibraryQuestions, TooManyError
from privascope.serve.web.ask_view import LONGEST_QUESTION
from privascope.serve.web.library_answer_view import (
    MOST_READ,
    READ_FIRST,
    view_library_answer,
    view_question,
)
from privascope.serve.web.problems import PageError
from privascope.serve.web.urls import read_search

_log = logging.getLogger(__name__)
# Where in the page the replies go.

_HOLE = Markup("<!-- replies -->")
_BROKE_OFF = "Something went wrong while the policies were read. Try again in a moment."


def make_router(questions: LibraryQuestions, templates: Jinja2Templates) -> APIRouter:
    """The page's address."""
    router = APIRouter(include_in_schema=False)

    @router.get("/ask-all")
    async def ask_all(request: Request) -> Response:
        query = request.query_params
        question = query.get("ask", "").strip()[:LONGEST_QUESTION]
        if not question:
            return RedirectResponse("/", 303)
        asked, notes = read_search(query)
        most = _most(query.get("most", ""))

        def page(replies: Markup) -> str:
            context = {
                "request": request,
                "view": view_question(question, asked),
                "notes": notes,
                "replies": replies,
            }
            return templates.get_template("ask_library.html").render(context)

        def replies(answer: LibraryAnswer) -> Markup:
            view = view_library_answer(answer, asked, most)
            # The template has escaped what is not ours.
            return Markup(templates.get_template("ask_library_replies.html").render(view=view))  # noqa: S704

        reading = _Reading(questions, question, asked, most)
        first = await reading.next()
        if first is None:
            # Nothing had to be read, or it failed at once: an ordinary page with its status.
            answer = await _settled(reading)
            return Response(page(replies(answer)), media_type="text/html; charset=utf-8")
        head, _, foot = page(_HOLE).partition(_HOLE)
        return StreamingResponse(
            _pieces(head, foot, first, reading, templates, replies),
            media_type="text/html; charset=utf-8",
        )

    return router


class _Reading:
    """A question on its way in another thread, with what it reports."""

    def __init__(
        self, questions: LibraryQuestions, question: str, asked: SearchRequest, most: int
    ) -> None:
        loop = asyncio.get_running_loop()
        self._reports: asyncio.Queue[Progress | None] = asyncio.Queue()

        def put(report: Progress | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._reports.put_nowait, report)

        def work() -> LibraryAnswer:
            return questions.ask(question, asked, most, report=put)

        self.answer = asyncio.create_task(questions.asking.run(work))
        # A visitor may leave before the answer is there, and then nobody asks how it ended.
        self.answer.add_done_callback(lambda task: task.cancelled() or task.exception())
        self.answer.add_done_callback(lambda _: put(None))

    async def next(self) -> Progress | None:
        """The next report; None when there are no more."""
        return await self._reports.get()


async def _settled(reading: _Reading) -> LibraryAnswer:
    try:
        return await reading.answer
    except NotFoundError as error:
        title = "Which policy do you mean?"
        raise PageError(404, title, f"{error}.", {"See all policies": "/search"}) from error
    except TooManyError as error:
        raise PageError(503, "Too many at once", str(error)) from error


async def _pieces(
    head: str,
    foot: str,
    first: Progress,
    reading: _Reading,
    templates: Jinja2Templates,
    replies: Callable[[LibraryAnswer], Markup],
) -> AsyncIterator[str]:
    """The page as it comes about: each line of progress hides the one before."""
    template = templates.get_template("ask_library_progress.html")
    yield f'{head}<div class="reading" role="status">'
    report: Progress | None = first
    while report is not None:
        yield template.render(report=report)
        report = await reading.next()
    yield "</div>"
    try:
        yield replies(await reading.answer)
    except PrivascopeError as error:
        _log.error("%s", error)
        yield templates.get_template("ask_library_broken.html").render(message=_BROKE_OFF)
    yield foot


def _most(text: str) -> int:
    """How many policies an address asks to read."""
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text):
        return min(int(text), MOST_READ)
    return READ_FIRST
