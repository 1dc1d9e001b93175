"""The interface that a conversation needs: names, and information about policies."""

from dataclasses import dataclass
from typing import Protocol

from privascope.answer.dialogue.reply import Told
from privascope.answer.dialogue.state import Spoken


@dataclass(frozen=True, slots=True)
class Mention:
    """A policy named in a text, and where; several policies may answer to the same words."""

    start: int
    end: int
    policies: tuple[Spoken, ...]


class Desk(Protocol):
    """Answers what the dialogue asks; a `policy` is an id. PrivascopeError says what fails."""

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """The policies that a text names, in its order."""

    def called(self, words: str) -> tuple[Spoken, ...]:
        """The policies that a part of a name or a kind of service may mean, the likeliest first."""

    def known(self, policy: str) -> bool:
        """Whether there is such a policy still."""

    def source(self, policy: str) -> str:
        """The policy as it is spoken about, with its date."""

    def asked(self, policy: str, question: str) -> Told:
        """What a policy says to a question."""

    def asked_all(self, question: str) -> Told:
        """What the policies of the library say to a question."""

    def label(self, policy: str) -> Told:
        """The main things that a policy says."""

    def worries(self, policy: str, expectations: tuple[str, ...]) -> Told:
        """What goes against expectations, or else what few others do."""

    def vague(self, policy: str) -> Told:
        """What a policy leaves open."""

    def changes(self, policy: str, question: str) -> Told:
        """How a policy changed; the question may name a year or a subject."""

    def comparison(self, policies: tuple[str, ...], about: str) -> Told:
        """In what policies differ, on one subject if it is given."""
