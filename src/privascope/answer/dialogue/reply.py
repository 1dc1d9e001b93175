"""What the assistant says, shows and offers in one turn."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from privascope.answer.dialogue.state import State
from privascope.typed_result import TypedResult


class Act(StrEnum):
    """What a turn was understood to be."""

    ASK = "ask"
    LIBRARY = "library"
    OPEN = "open"
    OFFER = "offer"
    LOOKUP = "lookup"
    FETCH = "fetch"
    ABOUT = "about"
    LABEL = "label"
    WORRY = "worry"
    VAGUE = "vague"
    CHANGED = "changed"
    COMPARE = "compare"
    MORE = "more"
    STOP = "stop"
    REPEAT = "repeat"
    SLOWER = "slower"
    WHERE = "where"
    WHY = "why"
    SURE = "sure"
    SCREEN = "screen"
    EXPECT = "expect"
    EXPECTATIONS = "expectations"
    FORGET = "forget"
    GREET = "greet"
    THANKS = "thanks"
    BYE = "bye"
    INSULT = "insult"
    HELP = "help"
    SILENCE = "silence"
    FOREIGN = "foreign"
    ORDER = "order"
    UNCLEAR = "unclear"


class ActionKind(StrEnum):
    """What a transport is asked to do, since the engine itself touches nothing."""

    FETCH = "fetch"
    SCREEN = "screen"
    REMEMBER = "remember"
    FORGET = "forget"
    END = "end"


@dataclass(frozen=True, slots=True)
class Action:
    """Something to be done outside: `what` is a name to look up or an expectation to keep."""

    kind: ActionKind
    what: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to tell: a sentence of a policy with its place, or a sentence about it.

    `text` is `policy.text[start:end]` where it is a quote; `lead` comes before it, and is all that
    is said of it if it is `brief`.
    """

    text: str
    lead: str = ""
    policy_id: str = ""
    version_id: str = ""
    start: int = 0
    end: int = 0
    section: tuple[str, ...] = ()
    link: str = ""
    brief: bool = False

    @property
    def is_quote(self) -> bool:
        """Whether it is a sentence of a policy."""
        return self.end > self.start


@dataclass(frozen=True, slots=True)
class Told:
    """All that there is to tell on a subject: an opening, points, what is shown beside.

    `options` are what an unclear question may mean. `source` names policy and date.
    `confidence` is None where nothing was judged.
    """

    opening: str
    points: tuple[Point, ...] = ()
    shown: TypedResult | None = None
    options: tuple[tuple[str, str], ...] = ()
    source: str = ""
    confidence: float | None = None
    is_answer: bool = True


@dataclass(frozen=True, slots=True)
class Reply(TypedResult):
    """One turn of the assistant.

    `said` is short, for the ear, and holds the sentences of `points`; `asks` is the question at its
    end, if any. `choices` are what can be said next, as it is offered. `question` is the turn as a
    complete question, where it was one. `state` goes into the next turn.
    """

    act: Act
    said: str
    state: State
    asks: str = ""
    points: tuple[Point, ...] = ()
    opening: str = ""
    shown: TypedResult | None = None
    choices: tuple[str, ...] = ()
    action: Action | None = None
    question: str = ""
    policies: tuple[str, ...] = ()

    @property
    def is_telling(self) -> bool:
        """Whether its points are what is said, and not only what was spoken about."""
        return bool(self.points) and self.act not in (Act.WHERE, Act.WHY, Act.SCREEN)

    @property
    def speech(self) -> str:
        """All of it in one string."""
        return " ".join(filter(None, (self.said, self.asks)))

    def to_dict(self) -> dict[str, Any]:
        """The reply as plain values; what is shown keeps its own form."""
        plain: dict[str, Any] = TypedResult.to_dict(self)
        return {**plain, "state": self.state.to_dict()}
