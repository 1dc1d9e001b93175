"""The library as conversations use it: names, answers, labels, comparisons and changes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from privascope.answer.answer import Answer, Stance
from privascope.answer.ask import ask
from privascope.answer.dialogue.desk import Mention
from privascope.answer.dialogue.expectations import question_of
from privascope.answer.dialogue.naming import Names
from privascope.answer.dialogue.reply import Point, Told
from privascope.answer.dialogue.state import Spoken
from privascope.answer.dialogue.telling import named_source, told_answer, told_library
from privascope.answer.library_answer import LibraryAnswer
from privascope.answer.subject import Subject, stored_subject, version_subject
from privascope.answer.which import named_policies
from privascope.cache import Cache
from privascope.compare.comparison import compare_labels
from privascope.compare.label import PolicyLabel
from privascope.compare.label_changes import labelled_diff
from privascope.compare.labelling import stored_label, visiting_label
from privascope.compare.telling import (
    told_changes,
    told_comparison,
    told_label,
    told_vague,
    told_worries,
)
from privascope.errors import LibraryError, NotFoundError, PrivascopeError
from privascope.library.store import Library
from privascope.library.targets import find_policy_id

_ANSWERS: Cache[tuple[str, str], Answer] = Cache(128)
_LABELS: Cache[tuple[str, int, str], PolicyLabel] = Cache(16)
_NAMES: Cache[tuple[str, int], Names] = Cache(2)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LAST_YEAR = re.compile(r"\blast year|a year ago|past year\b", re.IGNORECASE)
_EARLIER = re.compile(r"\bbefore that\b|\bearlier\b|\bthe time before\b", re.IGNORECASE)


class LibraryDesk:
    """A library, and pages that were only read, as a conversation sees them.

    `visited` has the pages by the id under which the conversation knows them. `ask_all` puts a
    question to the library.
    """

    def __init__(
        self,
        library: Library,
        ask_all: Callable[[str], LibraryAnswer],
        today: date,
        visited: Mapping[str, Subject] | None = None,
    ) -> None:
        self._library = library
        self._ask_all = ask_all
        self._today = today
        self._visited = visited if visited is not None else {}

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """The policies that a text names, in its order."""
        return self._names().mentions(text)

    def called(self, words: str) -> tuple[Spoken, ...]:
        """The policies that a part of a name or a kind of service may mean."""
        return self._names().called(words)

    def known(self, policy: str) -> bool:
        """Whether there is such a policy still."""
        if policy in self._visited:
            return True
        try:
            self._library.policy(policy)
        except NotFoundError:
            return False
        return True

    def spoken(self, target: str) -> Spoken:
        """The policy that an id, a domain, a name or an address means."""
        policy = find_policy_id(self._library, target)
        source = stored_subject(self._library, policy).source
        return Spoken(policy, (source.organisation or source.title)[:120])

    def source(self, policy: str) -> str:
        """The policy as it is spoken about, with its date."""
        return named_source(self._subject(policy).source)

    def asked(self, policy: str, question: str) -> Told:
        """What a policy says to a question."""
        return told_answer(self._answer(policy, question))

    def asked_all(self, question: str) -> Told:
        """What the policies of the library say to a question."""
        return told_library(self._ask_all(question), self._names().name_of)

    def label(self, policy: str) -> Told:
        """The main things that a policy says."""
        return told_label(self._label(policy))

    def worries(self, policy: str, expectations: tuple[str, ...]) -> Told:
        """What goes against expectations, or else what few others do."""
        rare = told_worries(self._label(policy))
        if not expectations:
            return rare
        points = tuple(self._against(policy, one) for one in expectations)
        return replace(
            rare, opening="On what you said matters to you:", points=(*points, *rare.points)
        )

    def vague(self, policy: str) -> Told:
        """What a policy leaves open."""
        return told_vague(self._label(policy))

    def changes(self, policy: str, question: str) -> Told:
        """How a policy changed; the question may name a year or a subject."""
        if policy in self._visited:
            raise LibraryError("this policy is not in the library, so its past is not known")
        history = self._library.history(policy)
        versions = list(dict.fromkeys(one.version_id for one in history))
        source = self._subject(policy).source
        if len(versions) < 2:
            return Told(
                "I know only one version of this policy, so I cannot say what changed.",
                source=named_source(source),
            )
        before, after = "", ""
        if found := _YEAR.search(question):
            before = self._on_or_first(history[0].first_seen.date(), date(int(found[0]), 12, 31))
        elif _LAST_YEAR.search(question):
            year = self._today.replace(month=1, day=1) if self._today.month > 1 else self._today
            before = self._on_or_first(
                history[0].first_seen.date(), year.replace(year=year.year - 1)
            )
        elif _EARLIER.search(question) and len(versions) > 2:
            before, after = versions[-3], versions[-2]
        if before and not after and self._is_current(policy, before):
            before = ""
        diff = labelled_diff(self._library, policy, before, after)
        day = next(one.first_seen.date() for one in history if one.version_id == diff.before)
        return told_changes(diff, source, day, _subject_of(question))

    def comparison(self, policies: tuple[str, ...], about: str) -> Told:
        """In what policies differ, on one subject if it is given."""
        labels = [self._label(policy) for policy in policies]
        return told_comparison(compare_labels(labels), about)

    def _is_current(self, policy: str, day: str) -> bool:
        from privascope.library.versions import version_named

        current = self._library.policy(policy).current_version
        return version_named(self._library, policy, day) == current

    def _on_or_first(self, first: date, day: date) -> str:
        return max(first, day).isoformat()

    def _names(self) -> Names:
        key = str(self._library.folder), self._library.newest_change()
        return _NAMES.get_or_make(key, lambda: Names(named_policies(self._library)))

    def _subject(self, policy: str) -> Subject:
        if policy in self._visited:
            return self._visited[policy]
        with self._library.snapshot():
            stored = self._library.policy(policy)
            return version_subject(self._library, stored, stored.current_version)

    def _answer(self, policy: str, question: str) -> Answer:
        known = self._current(policy)
        answer = _ANSWERS.get((known, question))
        if answer is None:
            subject = self._subject(policy)
            answer = ask(
                subject.policy,
                subject.source,
                question,
                place=subject.place,
                practices=subject.practices,
            )
            _ANSWERS.put((known, question), answer)
        return answer

    def _current(self, policy: str) -> str:
        if policy in self._visited:
            return f"{policy} {id(self._visited[policy])}"
        return self._library.policy(policy).current_version

    def _label(self, policy: str) -> PolicyLabel:
        def make() -> PolicyLabel:
            if policy in self._visited:
                return visiting_label(self._visited[policy], self._library)
            return stored_label(self._library, policy)

        key = str(self._library.folder), self._library.newest_change(), self._current(policy)
        return _LABELS.get_or_make(key, make)

    def _against(self, policy: str, expectation: str) -> Point:
        question, is_against = question_of(expectation)
        try:
            told = self.asked(policy, question)
        except PrivascopeError as error:
            return Point(text=f"“{expectation}”: {error}")
        best = next(iter(told.points), None)
        if best is None or not told.is_answer:
            return Point(text=f"“{expectation}”: the policy does not say.")
        stance = (
            told.shown.stance if isinstance(told.shown, Answer) and told.shown.headline else None
        )
        verdict = "see what it says:"
        if is_against and stance is Stance.YES:
            verdict = "the policy goes against this:"
        elif is_against and stance is Stance.NO:
            verdict = "the policy fits this:"
        return replace(best, lead=f"“{expectation}”: {verdict}")


_ABOUT_CHANGE = re.compile(
    r"\b(?:what|which|how|when|has|have|did|does|is|was|are|there|anything|something|changed?|new|"
    r"different|updated?|modified|added|removed|since|last|year|years|before|after|that|it|the|this|"
    r"policy|part|about|on|section|in|from|so|and|then|ago|than|past|earlier|you|they|been|history|"
    r"versions?|changes|\d+)\b",
    re.IGNORECASE,
)


def _subject_of(question: str) -> str:
    """What a question about changes is about besides: "AI" of "is the part about AI new?"."""
    return " ".join(_ABOUT_CHANGE.sub(" ", question).split())
