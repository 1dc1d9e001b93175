"""The server: pages for people, the API for programs, and the safety of both."""

import logging
import threading
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from privascope.answer.writer import AnswerWriter
from privascope.errors import LibraryError, NotFoundError, PrivascopeError
from privascope.serve.asking import QueueFullError
from privascope.serve.origin import OriginGuard
from privascope.serve.shelf import Shelf
from privascope.serve.visits import Visits

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
# Unless a page says otherwise: no proxy keeps it, and no other website embeds it.
DEFAULTS = {
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Each thread keeps a library open, with a cache of its own.
_THREADS = 4
# No page waits longer for an answer writer.
WRITER_SECONDS = 20.0
_log = logging.getLogger(__name__)


class SafeHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp, connects: bool = False) -> None:
        """With `connects`, the pages' own scripts may ask this server for more."""
        self._app = app
        policy = HEADERS["Content-Security-Policy"]
        more = {"Content-Security-Policy": f"{policy}; connect-src 'self'"} if connects else {}
        self._headers = {**HEADERS, **more}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on and adds the headers to the response."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                for name, value in DEFAULTS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


def create_app(
    folder: Path,
    visits: Visits | None = None,
    writer: AnswerWriter | None = None,
    *,
    agents: bool = False,
    names: Collection[str] = (),
) -> FastAPI:
    """The application over the library in a folder; `visits` fetch what it does not hold.

    `writer` may put an answer's sentences into a short text, for those who ask for one. With
    `agents`, software agents are answered at /mcp. `names` are the host names under which it is
    reached besides localhost.
    """
    from privascope.serve.api.router import make_router as make_api
    from privascope.serve.library_questions import LibraryQuestions
    from privascope.serve.talks import Talks
    from privascope.serve.visit_labels import VisitLabels
    from privascope.serve.web.alternatives import make_router as make_alternatives
    from privascope.serve.web.ask import make_router as make_asking
    from privascope.serve.web.ask_library import make_router as make_asking_all
    from privascope.serve.web.chat import make_router as make_chat
    from privascope.serve.web.compare import make_router as make_comparing
    from privascope.serve.web.insights import make_router as make_insights
    from privascope.serve.web.pages import make_router as make_pages
    from privascope.serve.web.templates import make_templates
    from privascope.serve.web.which import make_router as make_which

    shelf = Shelf(folder)
    visits = visits or Visits()
    labels = VisitLabels(shelf)
    questions = LibraryQuestions(shelf)
    templates = make_templates()
    talks = Talks(shelf, visits, questions)

    server = None
    if agents:
        from privascope.serve.agents.server import make_server

        server = make_server(shelf, questions)

    @asynccontextmanager
    async def started(_: FastAPI) -> AsyncIterator[None]:
        threading.Thread(target=_count_ahead, args=(folder,), daemon=True).start()
        async with _few_threads(), AsyncExitStack() as stack:
            if server is not None:
                await stack.enter_async_context(server.session_manager.run())
            yield

    app = FastAPI(
        title="Privascope", openapi_url=None, docs_url=None, redoc_url=None, lifespan=started
    )
    app.state.templates = templates
    app.add_middleware(OriginGuard, names=names)
    app.add_middleware(SafeHeaders)
    _add_problems(app)
    _add_static(app)
    if server is not None:
        # Sessions would be one more thing to remember about those who ask.
        agents_app = server.streamable_http_app(stateless_http=True, json_response=True)
        app.router.routes.extend(agents_app.routes)
    app.include_router(make_pages(shelf, templates, writer))
    app.include_router(make_asking(shelf, visits, labels, templates, writer))
    app.include_router(make_asking_all(questions, templates))
    app.include_router(make_chat(shelf, talks, templates))
    app.include_router(make_comparing(shelf, templates))
    app.include_router(make_insights(shelf, templates))
    app.include_router(make_which(shelf, templates))
    app.include_router(make_alternatives(shelf, templates))
    app.include_router(make_api(shelf, visits, labels, questions, writer))
    return app


def _count_ahead(folder: Path) -> None:
    """Counts the library for the insights page before anybody asks: it takes a second or more."""
    from privascope.compare.insights import read_insights
    from privascope.library.store import Library

    with suppress(PrivascopeError), Library(folder) as library:
        read_insights(library)


@asynccontextmanager
async def _few_threads() -> AsyncIterator[None]:
    from anyio.to_thread import current_default_thread_limiter

    current_default_thread_limiter().total_tokens = _THREADS
    yield


def _add_static(app: FastAPI) -> None:
    from privascope.serve.web.templates import static_files

    files = static_files()
    # The address changes with the content, so a browser need never ask again.
    forever = {"Cache-Control": "public, max-age=31536000, immutable"}

    @app.api_route("/static/{rest:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(request: Request) -> Response:
        content, media_type = files.get(request.url.path, (None, ""))
        if content is None:
            raise HTTPException(404)
        return Response(content, media_type=media_type, headers=forever)


def _add_problems(app: FastAPI) -> None:
    from privascope.serve.web.problems import PageError, problem_page

    @app.exception_handler(PageError)
    def known(request: Request, problem: PageError) -> Response:
        return problem_page(request, problem)

    @app.exception_handler(HTTPException)
    def by_status(request: Request, error: HTTPException) -> Response:
        return problem_page(request, PageError(error.status_code), error.headers)

    @app.exception_handler(NotFoundError)
    def missing(request: Request, _: NotFoundError) -> Response:
        return problem_page(request, PageError(404))

    @app.exception_handler(QueueFullError)
    def full(request: Request, error: QueueFullError) -> Response:
        title = "Many questions at the moment"
        return problem_page(request, PageError(503, title, str(error), {"Search": "/search"}))

    @app.exception_handler(LibraryError)
    def unreadable(request: Request, error: LibraryError) -> Response:
        # The message contains paths of this machine: it is for the operator, not the visitor.
        _log.error("%s", error)
        return problem_page(request, PageError(503))

    @app.exception_handler(Exception)
    def unforeseen(request: Request, _: Exception) -> Response:
        # This answer is made outside of the middleware.
        response = problem_page(request, PageError(500))
        response.headers.update({**HEADERS, **DEFAULTS})
        return response
