"""The answer of a library's policies to a question: a typed result with an entry for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from privascope.answer.answer import Quote, Stance, Verdict
from privascope.search.entry import PolicyEntry
from privascope.search.page import SearchRequest
from privascope.typed_result import TypedResult


class Reply(StrEnum):
    """How a policy replies to the question, in the order of lists.

    It "answers" where it says something, but yes or no does not follow for sure.
    """

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    ANSWERS = "answers"
    UNSURE = "unsure"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class PolicyReply(PolicyEntry):
    """A policy with its reply, and the sentences for it; of a silent one the `nearest`.

    `stance` is yes, no or "depends" for the question as it was put: of "which do not sell data?"
    a policy that rules out selling says yes. `lead` is what the first quote leans on, such as the
    line that introduces its list. `confidence` is None where a statement was looked up.
    """

    verdict: Verdict
    stance: Stance | None
    confidence: float | None
    lead: str
    quotes: tuple[Quote, ...]
    nearest: tuple[Quote, ...]

    @property
    def reply(self) -> Reply:
        """The reply that corresponds to a verdict and a stance."""
        if self.verdict in (Verdict.ANSWERED, Verdict.PARTLY):
            return Reply(self.stance.value) if self.stance else Reply.ANSWERS
        return Reply.UNSURE if self.verdict is Verdict.UNSURE else Reply.SILENT


@dataclass(frozen=True, slots=True)
class ReplyCounts:
    """How many policies give each reply."""

    yes: int = 0
    no: int = 0
    depends: int = 0
    answers: int = 0
    unsure: int = 0
    silent: int = 0

    def of(self, reply: Reply) -> int:
        """How many policies give one reply."""
        number: int = getattr(self, reply.value)
        return number


def count_replies(policies: Sequence[PolicyReply]) -> ReplyCounts:
    """The counts of some replies."""
    replies = [one.reply for one in policies]
    return ReplyCounts(**{reply.value: replies.count(reply) for reply in Reply})


@dataclass(frozen=True, slots=True)
class LibraryAnswer(TypedResult):
    """Who says yes, who says no and who is silent, among the policies that a search finds.

    `asked` is the question that was put to each policy, and `negated` whether its "no" is the yes
    that was looked for. `about` are the words for a kind of service that narrowed the search.
    `statement` is the slug of the statement that was looked up instead of asking, or None.

    `matching` policies are what the search finds, and `read` of them were asked; of a statement,
    those that were analysed. `counts` are of all that were read; `policies` lists them by reply,
    of a statement the first of each list.
    """

    question: str
    asked: str
    negated: bool
    about: str
    statement: str | None
    request: SearchRequest
    matching: int
    read: int
    counts: ReplyCounts
    policies: tuple[PolicyReply, ...]
    notes: tuple[str, ...]
    milliseconds: float

    @property
    def unread(self) -> int:
        """How many policies match and were not read."""
        return self.matching - self.read

    def by_reply(self) -> Iterator[tuple[Reply, tuple[PolicyReply, ...]]]:
        """Each kind of reply that there is, with its policies."""
        for reply in Reply:
            if found := tuple(one for one in self.policies if one.reply is reply):
                yield reply, found
