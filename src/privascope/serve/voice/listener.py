"""The voice listener: an application of its own, apart from the pages of the library."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from privascope.answer.dialogue.reply import ActionKind, Reply
from privascope.answer.dialogue.state import State, StateError, state_of
from privascope.errors import LibraryError, PrivascopeError
from privascope.serve.app import SafeHeaders
from privascope.serve.library_questions import LibraryQuestions
from privascope.serve.request_limits import bounded
from privascope.serve.shelf import Shelf
from privascope.serve.talks import Talks, today
from privascope.serve.visits import Visits
from privascope.serve.voice import alexa
from privascope.serve.voice.companion import Boards
from privascope.serve.voice.companion_pages import add_companion
from privascope.serve.voice.signature import ForgedError, Verifier
from privascope.serve.voice.speech import plain_speech, ssml

_LARGEST = 100_000
# The platform gives up after eight seconds.
_SECONDS = 6.5
_SLOW = "That is taking too long. Ask again in a moment."
_log = logging.getLogger(__name__)


def create_voice_app(
    folder: Path,
    skill: str = "",
    verifier: Verifier | None = None,
    visits: Visits | None = None,
    boards: Boards | None = None,
) -> FastAPI:
    """/voice/turn, /companion and, with the id of a skill, /voice/alexa."""
    shelf = Shelf(folder)
    talks = Talks(shelf, visits or Visits(), LibraryQuestions(shelf))
    boards = boards or Boards()
    app = FastAPI(title="Privascope voice", openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(SafeHeaders, connects=True)

    @app.post("/voice/turn")
    async def turn(request: Request) -> Response:
        asked = await _json(request)
        text, policy = asked.get("text", ""), asked.get("policy", "")
        if not (isinstance(text, str) and isinstance(policy, str)):
            raise HTTPException(422, "text and policy are strings")
        try:
            given = asked.get("state")
            state = state_of(given, today()) if given else await talks.begin(policy[:200])
            reply = await talks.say(text, state)
        except LibraryError as error:
            raise HTTPException(404, str(error)) from error
        except PrivascopeError as error:
            raise HTTPException(409, str(error)) from error
        given = asked.get("companion")
        code, before = _on_screen(boards, reply, given if isinstance(given, str) else "")
        return JSONResponse(_turned(reply, code, before))

    if skill:
        checks = verifier or Verifier()

        @app.post("/voice/alexa")
        async def from_alexa(request: Request) -> Response:
            body = await _body(request)
            try:
                heard = await run_sync(lambda: _verified(checks, skill, request, body))
            except (ForgedError, alexa.RequestError) as error:
                _log.warning("a voice request was refused: %s", error)
                return JSONResponse({"error": {"message": str(error)}}, 400)
            return JSONResponse(await _answered(talks, boards, heard))

    add_companion(app, boards)
    return app


def _verified(verifier: Verifier, skill: str, request: Request, body: bytes) -> alexa.Heard:
    """What a request says, once it is shown to come from the platform for this skill, now."""
    verifier.check(request.headers, body)
    try:
        heard = alexa.read_request(json.loads(body))
    except (ValueError, RecursionError) as error:
        raise alexa.RequestError("the request is not JSON") from error
    if heard.application != skill:
        raise ForgedError("the request is for another skill")
    verifier.check_time(heard.timestamp, heard.request_id)
    return heard


async def _answered(talks: Talks, boards: Boards, heard: alexa.Heard) -> dict[str, Any]:
    if heard.ended:
        return alexa.ended()
    state, before = await _state(talks, heard.attributes.get("state"))
    code = heard.attributes.get("companion")
    code = code if isinstance(code, str) and boards.is_open(code) else ""
    if heard.text is None:
        return alexa.welcome(_attributes(state, code))
    try:
        reply = await asyncio.wait_for(talks.say(heard.text, state), _SECONDS)
    except TimeoutError:
        return alexa.slow(_SLOW, _attributes(state, code))
    code, told = _on_screen(boards, reply, code)
    return alexa.response(reply, _attributes(reply.state, code), f"{before} {told}".strip())


async def _state(talks: Talks, given: object) -> tuple[State, str]:
    if not given:
        return await talks.begin(), ""
    try:
        return state_of(given, today()), ""
    except StateError:
        return await talks.begin(), "I lost the thread, so let us start again."


def _attributes(state: State, code: str) -> dict[str, Any]:
    return {"state": state.to_dict(), **({"companion": code} if code else {})}


def _on_screen(boards: Boards, reply: Reply, code: str) -> tuple[str, str]:
    """Puts a reply on the conversation's board; the code of it, and what to say of it."""
    told = ""
    if reply.action is not None and reply.action.kind is ActionKind.SCREEN:
        code = code if code and boards.is_open(code) else boards.open()
        told = f"Open the companion page, and enter the code {', '.join(code)}."
    if code:
        boards.show(code, reply)
    return code, told


def _turned(reply: Reply, code: str, before: str) -> dict[str, Any]:
    """A reply as platforms other than Alexa take it."""
    plain = reply.to_dict()
    speech = f"{before} {plain_speech(reply)}".strip()
    ends = reply.action is not None and reply.action.kind is ActionKind.END
    return {
        "act": reply.act.value,
        "speech": speech,
        "ssml": ssml(speech),
        "display": {"opening": reply.opening or reply.said, "points": plain["points"]},
        "asks": reply.asks,
        "choices": list(reply.choices),
        "question": reply.question,
        "ends": ends,
        "state": reply.state.to_dict(),
        **({"companion": code} if code else {}),
    }


async def _json(request: Request) -> dict[str, Any]:
    try:
        value = json.loads(await _body(request))
    except (ValueError, RecursionError):
        raise HTTPException(422, "the request is not JSON") from None
    if not isinstance(value, dict):
        raise HTTPException(422, "the request is not a JSON object")
    return value


async def _body(request: Request) -> bytes:
    return await Request(request.scope, bounded(request.receive, _LARGEST)).body()
