"""A desk with three policies that answers everything at once, for tests of the conversation."""

from privascope.answer.dialogue.desk import Mention
from privascope.answer.dialogue.naming import Names
from privascope.answer.dialogue.reply import Point, Told
from privascope.answer.dialogue.state import Spoken
from privascope.answer.which import NamedPolicy

JOT, HELIX, LARK = (
    Spoken("jot", "Jotharbor"),
    Spoken("helix", "Helixbrook"),
    Spoken("lark", "Larkride"),
)
BANK = Spoken("bank", "Larkmoor Bank")
POLICIES = (JOT, HELIX, LARK, BANK)


class FakeDesk:
    """Answers with numbered sentences, and keeps what it was asked."""

    def __init__(self, sentences: int = 7, options: tuple[tuple[str, str], ...] = ()) -> None:
        self.questions: list[tuple[str, str]] = []
        self.gone: set[str] = set()
        self.sentences = sentences
        self.options = options
        self._names = Names(
            NamedPolicy(
                one.id,
                one.name,
                f"{one.id}.example",
                frozenset({one.name.replace(" ", "").casefold()}),
                frozenset(one.name.casefold().split()),
            )
            for one in POLICIES
        )

    def mentions(self, text: str) -> tuple[Mention, ...]:
        return self._names.mentions(text)

    def called(self, words: str) -> tuple[Spoken, ...]:
        return self._names.called(words)

    def known(self, policy: str) -> bool:
        return policy not in self.gone

    def source(self, policy: str) -> str:
        return f"the policy of {policy}, dated 2025-01-01"

    def asked(self, policy: str, question: str) -> Told:
        self.questions.append((policy, question))
        return self._told("The policy says:", policy, self.options)

    def asked_all(self, question: str) -> Told:
        self.questions.append(("", question))
        return Told("Two say yes.", (Point("Yes: Jotharbor."),))

    def label(self, policy: str) -> Told:
        return self._told("In short:", policy)

    def worries(self, policy: str, expectations: tuple[str, ...]) -> Told:
        return self._told(f"On {len(expectations)} expectations:", policy)

    def vague(self, policy: str) -> Told:
        return self._told("Vague:", policy)

    def changes(self, policy: str, question: str) -> Told:
        return self._told("Changed:", policy)

    def comparison(self, policies: tuple[str, ...], about: str) -> Told:
        return self._told(f"Compared {' and '.join(policies)}:", policies[0])

    def _told(self, opening: str, policy: str, options: tuple[tuple[str, str], ...] = ()) -> Told:
        points = tuple(
            Point(
                f"Sentence {number}.",
                policy_id=policy,
                start=number * 20,
                end=number * 20 + 11,
                section=("How long we keep things",),
            )
            for number in range(1, self.sentences + 1)
        )
        return Told(opening, points, options=options, source=self.source(policy), confidence=0.9)
