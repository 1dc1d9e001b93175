"""Requests of an Alexa skill as turns, and replies as its responses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from privascope.answer.dialogue.reply import ActionKind, Reply
from privascope.errors import PrivascopeError
from privascope.serve.voice.speech import LONGEST, pieces_of, ssml

OPEN_INTENT = "AskIntent"
LISTED_INTENT = "QuestionIntent"
_SAID = {
    "AMAZON.YesIntent": "yes",
    "AMAZON.NoIntent": "no",
    "AMAZON.HelpIntent": "help",
    "AMAZON.RepeatIntent": "repeat",
    "AMAZON.NextIntent": "more",
    "AMAZON.StopIntent": "goodbye",
    "AMAZON.CancelIntent": "goodbye",
    "AMAZON.NavigateHomeIntent": "goodbye",
    "AMAZON.FallbackIntent": "",
}
_SLOTS = {OPEN_INTENT: "query", LISTED_INTENT: "question"}
WELCOME = (
    "Hello. I read privacy policies. Name an app, and ask what you want to know: for example, ask "
    "whether Jotharbor sells my photos."
)
REPROMPT = "Ask another question, or say stop."
_CARD_TITLE = "Privascope"


class RequestError(PrivascopeError):
    """A request that does not have the platform's form."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a request says: `text` is None where nothing was said, as when a session begins."""

    text: str | None
    ended: bool
    attributes: Mapping[str, Any]
    timestamp: object
    request_id: object
    application: object


def read_request(value: object) -> Heard:
    """The parts of a request that matter."""
    request = _part(value, "request")
    session = value.get("session") if isinstance(value, dict) else None
    session = session if isinstance(session, dict) else {}
    context = value.get("context") if isinstance(value, dict) else None
    attributes = session.get("attributes")
    kind = request.get("type")
    application = session.get("application") or _deep(context, "System", "application")
    return Heard(
        text=_text(request) if kind == "IntentRequest" else None,
        ended=kind == "SessionEndedRequest",
        attributes=attributes if isinstance(attributes, dict) else {},
        timestamp=request.get("timestamp"),
        request_id=request.get("requestId"),
        application=_deep(application, "applicationId"),
    )


def _part(value: object, name: str) -> dict[str, Any]:
    part = value.get(name) if isinstance(value, dict) else None
    if not isinstance(part, dict):
        raise RequestError(f"the request has no {name}")
    kinds = ("LaunchRequest", "IntentRequest", "SessionEndedRequest")
    if part.get("type") not in kinds:
        raise RequestError(f"the request's type is none of {', '.join(kinds)}")
    return part


def _deep(value: object, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _text(request: Mapping[str, Any]) -> str:
    name = _deep(request, "intent", "name")
    if not isinstance(name, str):
        raise RequestError("the request's intent has no name")
    if name in _SAID:
        return _SAID[name]
    if name not in _SLOTS:
        raise RequestError("the request's intent is not one of this skill")
    said = _deep(request, "intent", "slots", _SLOTS[name], "value")
    return said if isinstance(said, str) else ""


def welcome(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The response to a session that begins."""
    return _response(ssml(WELCOME), attributes, end=False)


def response(reply: Reply, attributes: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A reply as the platform takes it; `before` is said first."""
    end = reply.action is not None and reply.action.kind is ActionKind.END
    made = _response(ssml(before, *pieces_of(reply)), attributes, end)
    if reply.points:
        text = "\n\n".join(point.text for point in reply.points)[:LONGEST]
        made["response"]["card"] = {"type": "Simple", "title": _CARD_TITLE, "content": text}
    return made


def ended() -> dict[str, Any]:
    """The response to a session that is over, to which nothing may be said."""
    return {"version": "1.0", "response": {}}


def _response(speech: str, attributes: Mapping[str, Any], end: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "outputSpeech": {"type": "SSML", "ssml": speech},
        "shouldEndSession": end,
    }
    if not end:
        told["reprompt"] = {"outputSpeech": {"type": "SSML", "ssml": ssml(REPROMPT)}}
    return {"version": "1.0", "sessionAttributes": dict(attributes), "response": told}


def slow(said: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The response where the answer takes longer than the platform waits."""
    return _response(ssml(said), attributes, end=False)
