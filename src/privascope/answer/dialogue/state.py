"""The state of a conversation: a small value that every interface passes along."""

import base64
import binascii
import json
import zlib
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from privascope.errors import PrivascopeError

# Changes whenever older states can no longer be read.
VERSION: Final = 1
# How long a conversation can be resumed.
DAYS = 30
LONGEST_QUESTION = 300
LONGEST_NAME = 120
MOST_POLICIES = 8
MOST_EARLIER = 5
MOST_CHOICES = 4
MOST_EXPECTATIONS = 10
LARGEST = 24_000
_CHECKED = 8

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Text = Annotated[str, Field(max_length=LONGEST_QUESTION)]
Key = Annotated[str, Field(max_length=64)]
_STRICT = ConfigDict(extra="forbid")


class StateError(PrivascopeError):
    """A conversation cannot be resumed; the message says why and what to do."""


class Topic(StrEnum):
    """What a reply was about, so that it can be resumed."""

    QUESTION = "question"
    LIBRARY = "library"
    LABEL = "label"
    WORRIES = "worries"
    VAGUE = "vague"
    CHANGES = "changes"
    COMPARISON = "comparison"


class Offer(StrEnum):
    """What the last reply left open."""

    NOTHING = "nothing"
    MORE = "more"
    CHOICES = "choices"
    POLICIES = "policies"
    FETCH = "fetch"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A policy that came up, by its id and the name that people call it."""

    __pydantic_config__ = _STRICT
    id: Key
    name: Name


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: how it is offered, and the question or policy id that it means."""

    __pydantic_config__ = _STRICT
    text: Name
    means: Text


@dataclass(frozen=True, slots=True)
class Subject:
    """What was asked for, completed, of which policies."""

    __pydantic_config__ = _STRICT
    topic: Topic
    policies: Annotated[tuple[Key, ...], Field(max_length=6)] = ()
    question: Text = ""


@dataclass(frozen=True, slots=True)
class State:
    """A conversation so far.

    `policies` came up in this order, and `current` is the place of the one that is spoken about, or
    -1. `subject` is being told, from point `began` to point `said`; `earlier` are the subjects
    before it, the very first one always among them. `pending` is a question that waits for a
    policy to be chosen or fetched, and `wanted` the name of that policy. `pace` is how many
    points are told at once.
    """

    __pydantic_config__ = _STRICT
    day: date
    version: int = VERSION
    policies: Annotated[tuple[Spoken, ...], Field(max_length=MOST_POLICIES)] = ()
    current: Annotated[int, Field(ge=-1, lt=MOST_POLICIES)] = -1
    subject: Subject | None = None
    earlier: Annotated[tuple[Subject, ...], Field(max_length=MOST_EARLIER)] = ()
    began: Annotated[int, Field(ge=0, le=10_000)] = 0
    said: Annotated[int, Field(ge=0, le=10_000)] = 0
    offer: Offer = Offer.NOTHING
    options: Annotated[tuple[Option, ...], Field(max_length=MOST_CHOICES)] = ()
    pending: Text = ""
    wanted: Name = ""
    pace: Annotated[int, Field(ge=1, le=3)] = 3
    expectations: Annotated[
        tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=MOST_EXPECTATIONS)
    ] = ()

    @property
    def policy(self) -> Spoken | None:
        """The policy that is spoken about."""
        return self.policies[self.current] if 0 <= self.current < len(self.policies) else None

    def to_dict(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        plain: dict[str, Any] = _adapter().dump_python(self, mode="json", exclude_defaults=True)
        return {"version": VERSION, **plain}

    def code(self) -> str:
        """The state as letters for an address or a form."""
        plain = json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))
        packed = zlib.compress(plain.encode(), 9)
        return base64.urlsafe_b64encode(_check(packed) + packed).decode().rstrip("=")


@cache
def _adapter() -> TypeAdapter[State]:
    """What checks and writes states; making it takes a while."""
    return TypeAdapter(State)


def state_of(value: object, today: date) -> State:
    """The state in plain JSON values; StateError says what is wrong with others."""
    if isinstance(value, dict) and value.get("version") != VERSION:
        raise StateError(
            "This conversation was started with another version of Privascope. Start a new one."
        )
    if len(json.dumps(value, ensure_ascii=False, default=str).encode(errors="replace")) > LARGEST:
        raise StateError("The state of this conversation is too large. Start a new one.")
    try:
        state: State = _adapter().validate_python(value, strict=False)
    except (ValidationError, RecursionError) as error:
        raise StateError(
            "The state of this conversation cannot be read. Start a new one."
        ) from error
    if state.current >= len(state.policies):
        raise StateError("The state of this conversation contradicts itself. Start a new one.")
    if not today - timedelta(days=DAYS) <= state.day <= today + timedelta(days=1):
        raise StateError(
            f"This conversation was begun on {state.day.isoformat()}, more than {DAYS} days ago. "
            "Start a new one."
        )
    return state


def state_from(code: str, today: date) -> State:
    """The state that `State.code` wrote; StateError says what is wrong with others."""
    if len(code) > LARGEST:
        raise StateError("The state of this conversation is too large. Start a new one.")
    try:
        raw = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        check, packed = raw[:_CHECKED], raw[_CHECKED:]
        if check != _check(packed):
            raise StateError(
                "The state of this conversation was changed on its way. Start a new one."
            )
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, LARGEST)
        value = json.loads(plain)
    except (ValueError, binascii.Error, zlib.error, RecursionError) as error:
        raise StateError(
            "The state of this conversation cannot be read. Start a new one."
        ) from error
    return state_of(value, today)


def _check(packed: bytes) -> bytes:
    """Shows damage; who changes a state on purpose changes only their own conversation."""
    return blake2b(packed, digest_size=_CHECKED, person=b"privascope-talk").digest()
