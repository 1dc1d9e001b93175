"""/chat: a conversation beside the policy it is about, with its state in the address."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from fastapi.templating import Jinja2Templates
from markupsafe import Markup

from privascope.answer.dialogue.reply import Act, Point, Reply
from privascope.answer.dialogue.saying import COMMANDS
from privascope.answer.subject import Subject, stored_subject
from privascope.cache import Cache
from privascope.serve.shelf import Shelf
from privascope.serve.talks import Talks
from privascope.serve.web.marked import Mark
from privascope.serve.web.typeset import typeset
from privascope.serve.web.urls import policy_address

_METHODS = ["GET", "HEAD"]
_NOT_KEPT = {"Cache-Control": "no-store"}
MOST_TURNS = 20
LONGEST_TURN = 400
_REMEMBERED = 256
_STARTERS = (
    "What should I worry about?",
    "Do you sell my data?",
    "How long is my data kept?",
    "What is it vague about?",
)


@dataclass(frozen=True, slots=True)
class Said:
    """One thing of a reply: a sentence of ours, or a quote with the way to its place."""

    lead: str
    text: str
    section: str
    address: str
    is_quote: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn and its reply; `spoken` is what a voice reads aloud."""

    said: str
    lines: tuple[Said, ...]
    text: str
    asks: str
    spoken: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ChatView:
    """The page: the turns, what to go on with, and the policy's text with the evidence lit."""

    policy: str
    turns: tuple[TurnView, ...]
    hidden: tuple[tuple[str, str], ...]
    starters: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    name: str
    title: str
    address: str
    html: Markup
    full: bool
    anew: str
    download: str


def make_router(shelf: Shelf, talks: Talks, templates: Jinja2Templates) -> APIRouter:
    """/chat, and /chat/text, which is the conversation as a file."""
    router = APIRouter(include_in_schema=False)
    known: Cache[Hashable, Reply] = Cache(_REMEMBERED)

    async def replies(policy: str, turns: Sequence[str]) -> list[Reply]:
        """The reply to each turn; those that were made before are remembered."""
        found: list[Reply] = []
        state = await talks.begin(policy)
        change = await run_sync(lambda: shelf.library.newest_change())
        for number, turn in enumerate(turns, 1):
            key = (policy, *turns[:number], change, date.today())  # noqa: DTZ011
            reply = known.get(key)
            if reply is None:
                reply = known.put(key, await talks.say(turn, state))
            found.append(reply)
            state = reply.state
        return found

    @router.api_route("/chat", methods=_METHODS)
    async def page(request: Request) -> Response:
        policy, turns = _read(request)
        found = await replies(policy, turns)
        state = found[-1].state if found else await talks.begin(policy)
        view = await run_sync(lambda: _view(shelf, talks, policy, turns, found, state.policy))
        return templates.TemplateResponse(
            request, "chat.html", {"chat": view, "section": "chat"}, headers=_NOT_KEPT
        )

    @router.api_route("/chat/text", methods=_METHODS)
    async def text(request: Request) -> Response:
        policy, turns = _read(request)
        found = await replies(policy, turns)
        lines = [
            f"You: {turn}\n\nPrivascope: {_plain(reply)}"
            for turn, reply in zip(turns, found, strict=True)
        ]
        name = {"Content-Disposition": 'attachment; filename="conversation.txt"'}
        return PlainTextResponse("\n\n".join(lines) + "\n", headers={**_NOT_KEPT, **name})

    return router


def _read(request: Request) -> tuple[str, list[str]]:
    turns = [
        turn.strip()[:LONGEST_TURN] for turn in request.query_params.getlist("t") if turn.strip()
    ]
    return request.query_params.get("policy", "")[:200], turns[:MOST_TURNS]


def _address(policy: str, turns: Sequence[str], path: str = "/chat", place: str = "last") -> str:
    pairs = [("policy", policy)] if policy else []
    query = urlencode([*pairs, *(("t", turn) for turn in turns)])
    return f"{path}?{query}" + (f"#{place}" if place else "")


def _view(
    shelf: Shelf,
    talks: Talks,
    policy: str,
    turns: Sequence[str],
    found: Sequence[Reply],
    current: object,
) -> ChatView:
    last = found[-1] if found else None
    shown = _shown(last, getattr(current, "id", ""))
    subject = _subject(shelf, talks, shown)
    points = last.points if last else ()
    views = tuple(
        _turn(turn, reply, policy, turns[:number], shown if number == len(turns) else "")
        for number, (turn, reply) in enumerate(zip(turns, found, strict=True), 1)
    )
    source = subject.source if subject else None
    return ChatView(
        policy=policy,
        turns=views,
        hidden=(*((("policy", policy),) if policy else ()), *(("t", turn) for turn in turns)),
        starters=tuple((one, _address(policy, [one])) for one in _STARTERS) if policy else (),
        commands=COMMANDS,
        name=str(getattr(current, "name", "")),
        title=source.title if source else "",
        address=policy_address(shown) if source and source.policy_id else "",
        html=_text(subject, points, shown) if subject else Markup(""),
        full=len(turns) >= MOST_TURNS,
        anew=_address(shown if source and source.policy_id else "", (), place=""),
        download=_address(policy, turns, "/chat/text", ""),
    )


def _shown(last: Reply | None, current: str) -> str:
    """The policy whose text is beside the conversation."""
    quoted = [point.policy_id for point in last.points if point.is_quote] if last else []
    return quoted[0] if quoted and quoted[0] else current


def _subject(shelf: Shelf, talks: Talks, policy: str) -> Subject | None:
    if not policy:
        return None
    return talks.subject(policy) or stored_subject(shelf.library, policy)


def _text(subject: Subject, points: Sequence[Point], shown: str) -> Markup:
    quoted = [point for point in points if point.is_quote and point.policy_id in ("", shown)]
    starts = {point.start: point for point in quoted}
    marks = [
        Mark(one.start, one.end, "evidence", f"said-{number}")
        for number, one in enumerate(starts.values(), 1)
    ]
    return typeset(subject.policy, marks)


def _turn(said: str, reply: Reply, policy: str, turns: Sequence[str], shown: str) -> TurnView:
    lines = tuple(_lines(reply.points, shown, _address(policy, turns, place="")))
    return TurnView(
        said=said,
        lines=lines if reply.is_telling or reply.act is Act.SCREEN else (),
        text=reply.opening if reply.is_telling else reply.said,
        asks=reply.asks,
        spoken=reply.speech,
        choices=tuple((one, _address(policy, [*turns, one])) for one in reply.choices),
    )


def _lines(points: Sequence[Point], shown: str, address: str) -> Iterator[Said]:
    """The points; quotes lead to the text beside them, those of before to the page of then."""
    number = 0
    for point in points:
        place = ""
        if point.is_quote and (not shown or point.policy_id in ("", shown)):
            number += 1
            place = f"{'' if shown else address}#said-{number}"
        yield Said(
            lead=point.lead,
            text=" ".join(point.text.split()),
            section=" › ".join(point.section),
            address=place or (policy_address(point.policy_id) if point.policy_id else ""),
            is_quote=point.is_quote,
        )


def _plain(reply: Reply) -> str:
    quotes = [f"“{' '.join(point.text.split())}”" for point in reply.points if point.is_quote]
    told = [reply.opening or reply.said, *quotes] if quotes else [reply.said]
    return "\n".join(filter(None, (*told, reply.asks)))
