"""The answer of a policy to a question: the typed result that every interface returns."""

from dataclasses import dataclass
from enum import StrEnum

from privascope.answer.whom import WhomToAsk
from privascope.typed_result import TypedResult

SHORT = 3
LONGEST_SUMMARY = 20


class Verdict(StrEnum):
    """How far the policy answers."""

    ANSWERED = "answered"
    PARTLY = "partly"
    SILENT = "silent"
    UNSURE = "unsure"
    OUT_OF_SCOPE = "out_of_scope"


class Stance(StrEnum):
    """The answer to a yes/no question."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the policy's text, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quote(TypedResult):
    """A sentence of the policy: `text` is `policy.text[start:end]`.

    `marks` are the words in it that matter most; `context` are the sentences that it depends on
    (the line that introduces a list, a table's first row, what "this" refers to), in reading
    order.
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
    """The policy that was asked; `date` is its own, or, if not `stated`, when it was read."""

    policy_id: str
    version_id: str
    title: str
    organisation: str
    url: str
    date: str
    stated: bool = True

    @property
    def dated(self) -> str:
        """The date as readers see it."""
        return self.date if self.stated else f"read {self.date}"


@dataclass(frozen=True, slots=True)
class LookedFor:
    """A content word of the question, and other words that policies may use for it."""

    word: str
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence with what each model says of it; None for a model that the method does not use.

    `relevance` R and `informativeness` I are probabilities, `answerability` is R + I; `meaning` is
    a cosine, `practices` how likely what it states is what the question is about, `words` a BM25
    score, and `score` the calibrated probability that it answers.
    """

    start: int
    end: int
    text: str
    relevance: float | None
    informativeness: float | None
    answerability: float | None
    meaning: float | None
    practices: float | None
    words: float
    score: float


@dataclass(frozen=True, slots=True)
class Why:
    """How the answer to one part of a question was found."""

    part: str
    looked_for: tuple[LookedFor, ...]
    paraphrases: tuple[str, ...]
    # How many of the policy's sentences the reader read.
    read: int
    sentences: int
    candidates: tuple[Candidate, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a question may mean, in a few words and as a question to ask instead."""

    text: str
    question: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value of an attribute by its published and its plain name, and where it is stated."""

    value: str
    plain: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """An attribute of the practice that a question is about, and its values in this policy."""

    category: str
    attribute: str
    plain: str
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class Unspecified:
    """What a question asks for and the policy leaves open where it describes the practice."""

    category: str
    attribute: str
    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A short text that an answer writer made of the quotes, each sentence with its sources.

    [1] in it is the first of the answer's quotes; `cited` are all such numbers, `by` is who wrote.
    """

    text: str
    cited: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Answer(TypedResult):
    """Quotes that answer, best first; for a silent policy the nearest ones, under `nearest`.

    `stance` is yes, no or "depends" where the question wants one of them and the policy gives it;
    `headline` says it in a word or two where it is certain, else it is empty. `why` is there where
    it was asked for, and so is `summary`: the best sentences in the policy's order, whatever the
    verdict. `choices` are what an unclear question may mean in this policy. `written` is there
    where a writer was asked for a text, and it passed the check. `branches` are the passages behind
    the question's label, by the method "practices"; `unspecified` is what the policy leaves open.
    Where the policy is silent, or the question is not for a policy, `whom` says where else to ask.
    """

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
    why: tuple[Why, ...] = ()
    choices: tuple[Choice, ...] = ()
    stance: Stance | None = None
    headline: str = ""
    summary: tuple[Quote, ...] = ()
    written: Written | None = None
    whom: WhomToAsk | None = None
    branches: tuple[Branch, ...] = ()
    unspecified: tuple[Unspecified, ...] = ()

    @property
    def short(self) -> tuple[Quote, ...]:
        """The first few quotes."""
        return self.quotes[:SHORT]

    @property
    def in_reading_order(self) -> tuple[Quote, ...]:
        """All quotes in the order of the policy."""
        return tuple(sorted(self.quotes, key=lambda quote: quote.start))
