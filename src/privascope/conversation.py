"""A conversation with a library, which does what its replies ask for: fetch, remember, forget."""

import json
import os
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from privascope.answer.dialogue.dialogue import Dialogue
from privascope.answer.dialogue.reply import ActionKind, Reply
from privascope.answer.dialogue.state import LONGEST_NAME, Spoken
from privascope.errors import PrivascopeError

if TYPE_CHECKING:
    from privascope.answer.subject import Subject
    from privascope.api import OpenLibrary

_SECONDS = 30.0
_POLICIES = 12


class Conversation:
    """Turns and replies about a library's policies, one after the other.

    >>> talk = library.talk("jotharbor")
    >>> talk.say("do you sell my photos?").said
    >>> talk.say("and my location?").question
    """

    def __init__(
        self,
        library: "OpenLibrary",
        target: str = "",
        *,
        today: date | None = None,
        expectations: "Expectations | None" = None,
    ) -> None:
        from privascope.compare.desk import LibraryDesk

        self._library = library
        self._expectations = expectations
        self._visited: dict[str, Subject] = {}
        day = today or date.today()  # noqa: DTZ011 - the day where the person is
        self._desk = LibraryDesk(
            library.store,
            lambda question: library.ask_all(question, most=_POLICIES, seconds=_SECONDS),
            day,
            self._visited,
        )
        known = expectations.read() if expectations else ()
        policy = self._spoken(target) if target else None
        self._dialogue = Dialogue.begin(self._desk, day, policy, known)

    def say(self, text: str) -> Reply:
        """The reply to a turn; what it asks to remember or forget is done, a fetch is not yet."""
        reply = self._dialogue.say(text)
        self._dialogue = Dialogue(self._desk, reply.state)
        action = reply.action
        if action and self._expectations:
            if action.kind is ActionKind.REMEMBER:
                self._expectations.write(reply.state.expectations)
            elif action.kind is ActionKind.FORGET:
                self._expectations.forget()
        return reply

    def fetch(self, site: str) -> Reply:
        """The reply when the policy at a site was fetched, or could not be."""
        try:
            policy = self._brought(site)
        except PrivascopeError as error:
            reply = self._dialogue.not_fetched(str(error))
        else:
            reply = self._dialogue.fetched(policy)
        self._dialogue = Dialogue(self._desk, reply.state)
        return reply

    def names(self) -> list[str]:
        """The names that can be completed: those of the library's services."""
        return [policy.service or policy.domain for policy in self._library.policies()]

    def _spoken(self, target: str) -> Spoken:
        policy = self._library.find(target)
        if policy.id:
            return self._desk.spoken(policy.id)
        return self._keep(target, policy._subject)

    def _brought(self, site: str) -> Spoken:
        policy = self._library.fetch(site)
        return self._keep(site, policy._subject)

    def _keep(self, site: str, subject: "Subject") -> Spoken:
        """The page under an id of this conversation; it is not stored."""
        key = f"visit-{len(self._visited)}"
        self._visited[key] = subject
        return Spoken(key, (subject.source.organisation or site)[:LONGEST_NAME])


class Expectations:
    """What somebody expects of policies, in one file of theirs."""

    def __init__(self, path: Path | None = None) -> None:
        data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
        self.path = path or Path(data).expanduser() / "privascope" / "expectations.json"

    def read(self) -> tuple[str, ...]:
        """The expectations; none where there is no file, or one that somebody spoiled."""
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ()
        if not isinstance(found, list):
            return ()
        return tuple(one[:200] for one in found if isinstance(one, str))

    def write(self, expectations: tuple[str, ...]) -> None:
        """Keeps them; only their owner can read the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(mode=0o600)
        self.path.write_text(
            json.dumps(expectations, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )

    def forget(self) -> bool:
        """Removes the file; whether there was one."""
        try:
            self.path.unlink()
        except FileNotFoundError:
            return False
        return True
