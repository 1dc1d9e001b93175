"""The companion page: the passages of a running conversation, newest on top."""

import asyncio
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from privascope.answer.dialogue.saying import COMMANDS
from privascope.serve.app import SafeHeaders
from privascope.serve.voice.companion import Board, Boards, TooManyGuessesError

_EVENT_SECONDS = 1.0
_LONGEST_STREAM = 600
_NOT_KEPT = {"Cache-Control": "no-store"}


def create_companion_app(boards: Boards) -> FastAPI:
    """An application with the companion page alone."""
    app = FastAPI(title="Privascope companion", openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(SafeHeaders, connects=True)
    add_companion(app, boards)
    return app


def add_companion(app: FastAPI, boards: Boards) -> None:
    """Adds /companion, its events and the files of its looks."""
    from privascope.serve.web.templates import make_templates, static_files

    templates = make_templates()

    @app.get("/companion")
    @app.get("/companion/{code}")
    async def companion(request: Request, code: str = "") -> Response:
        code = request.query_params.get("code", code).strip().upper()
        board = _board(boards, code, request) if code else None
        shown = {"code": code if board else "", "board": board, "commands": COMMANDS}
        return templates.TemplateResponse(request, "companion.html", shown, headers=_NOT_KEPT)

    @app.get("/companion/{code}/events")
    async def events(request: Request, code: str) -> Response:
        board = _board(boards, code, request)
        return StreamingResponse(_told(board), media_type="text/event-stream", headers=_NOT_KEPT)

    @app.get("/static/{rest:path}")
    async def static(request: Request) -> Response:
        content, media_type = static_files().get(request.url.path, (None, ""))
        if content is None:
            raise HTTPException(404)
        return Response(content, media_type=media_type)


async def _told(board: Board) -> AsyncIterator[str]:
    """An event for each change, for some minutes; a browser then asks again."""
    seen = board.changes
    for _ in range(_LONGEST_STREAM):
        if board.changes != seen:
            seen = board.changes
            yield f"event: passage\ndata: {seen}\n\n"
        else:
            yield ": waiting\n\n"
        await asyncio.sleep(_EVENT_SECONDS)


def _board(boards: Boards, code: str, request: Request) -> Board:
    guest = request.client.host if request.client else ""
    try:
        board = boards.board(code, guest)
    except TooManyGuessesError:
        raise HTTPException(429, "Too many wrong codes. Try again in a minute.") from None
    if board is None:
        raise HTTPException(404, "There is no conversation with this code, or it is over.")
    return board
