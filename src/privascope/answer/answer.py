"""What a policy says to a question: the one typed result that every way of asking gives."""

from dataclasses import dataclass
from enum import StrEnum

SHORT = 3


class Verdict(StrEnum):
    """How far the policy answers."""

    ANSWERED = "answered"
    PARTLY = "partly"
    SILENT = "silent"
    UNSURE = "unsure"
    OTHER = "not_a_privacy_question"


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the policy's text, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of the policy: `text` is `policy.text[start:end]`.

    `marks` are the words in it that matter most; `context` are the sentences that it leans on
    (the line that introduces a list, what "this" stands for), in reading order.
    """

    start: int
    end: int
    text: str
    section: tuple[str, ...]
    score: float
    marks: tuple[Mark, ...]
    context: tuple[Mark, ...]
    link: str


@dataclass(frozen=True, slots=True)
class Source:
    """The policy that was asked."""

    policy_id: str
    version_id: str
    title: str
    organisation: str
    url: str
    date: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Quotes that answer, best first; for a silent policy the nearest ones, under `nearest`."""

    question: str
    understood: str
    source: Source
    verdict: Verdict
    confidence: float
    quotes: tuple[Quote, ...]
    nearest: tuple[Quote, ...]
    suggestions: tuple[str, ...]
    notes: tuple[str, ...]
    method: str

    @property
    def short(self) -> tuple[Quote, ...]:
        """The first few quotes."""
        return self.quotes[:SHORT]

    @property
    def in_reading_order(self) -> tuple[Quote, ...]:
        """All quotes as they stand in the policy."""
        return tuple(sorted(self.quotes, key=lambda quote: quote.start))
