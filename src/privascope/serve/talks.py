"""Conversations on a server: each turn comes with its state, so nothing has to be stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b

from anyio.to_thread import run_sync

from privascope.answer.dialogue.dialogue import Dialogue
from privascope.answer.dialogue.reply import ActionKind, Reply
from privascope.answer.dialogue.state import LONGEST_NAME, Spoken, State
from privascope.answer.library_answer import LibraryAnswer
from privascope.answer.subject import Subject
from privascope.cache import Cache
from privascope.compare.desk import LibraryDesk
from privascope.errors import PrivascopeError
from privascope.open_policy import visited_subject
from privascope.search.parameters import search_request
from privascope.serve.library_questions import LibraryQuestions
from privascope.serve.request_limits import REMEMBERED, REMEMBERED_SECONDS
from privascope.serve.shelf import Shelf
from privascope.serve.visits import Visits

_POLICIES = 12


@dataclass(frozen=True, slots=True)
class _Brought:
    """A page that was fetched for a conversation."""

    spoken: Spoken
    subject: Subject


class Talks:
    """Hears turns with the library of a server, and fetches what they ask to look up."""

    def __init__(self, shelf: Shelf, visits: Visits, questions: LibraryQuestions) -> None:
        self._shelf = shelf
        self._visits = visits
        self._questions = questions
        self._brought: Cache[str, _Brought] = Cache(REMEMBERED, REMEMBERED_SECONDS)

    async def begin(self, target: str = "") -> State:
        """The state of a new conversation, about a policy if one is named."""

        def make() -> State:
            desk = self._desk({})
            policy = desk.spoken(target) if target else None
            return Dialogue.begin(desk, today(), policy).state

        return await run_sync(make)

    async def say(self, text: str, state: State) -> Reply:
        """The reply to a turn; a policy that is to be looked up is fetched before."""
        visited = self._visited(state)
        reply = await self._shelf.asking.run(lambda: Dialogue(self._desk(visited), state).say(text))
        if reply.action is None or reply.action.kind is not ActionKind.FETCH:
            return reply
        site, after = reply.action.what, reply.state
        try:
            brought = await self._bring(site)
        except PrivascopeError as error:
            why = str(error)
            return await run_sync(lambda: Dialogue(self._desk({}), after).not_fetched(why))
        with_it = {**visited, brought.spoken.id: brought.subject}
        return await run_sync(lambda: Dialogue(self._desk(with_it), after).fetched(brought.spoken))

    def subject(self, policy: str) -> Subject | None:
        """A page that was fetched for a conversation, by its id there."""
        brought = self._brought.get(policy)
        return brought.subject if brought else None

    async def _bring(self, site: str) -> _Brought:
        key = f"visit-{blake2b(site.encode(), digest_size=8).hexdigest()}"
        known = self._brought.get(key)
        if known is None:
            subject = visited_subject(await self._visits.bring(site))
            name = (subject.source.organisation or site)[:LONGEST_NAME]
            known = self._brought.put(key, _Brought(Spoken(key, name), subject))
        return known

    def _visited(self, state: State) -> dict[str, Subject]:
        found = ((one.id, self.subject(one.id)) for one in state.policies)
        return {key: subject for key, subject in found if subject is not None}

    def _desk(self, visited: Mapping[str, Subject]) -> LibraryDesk:
        return LibraryDesk(self._shelf.library, self._ask_all, today(), visited)

    def _ask_all(self, question: str) -> LibraryAnswer:
        return self._questions.ask(question, search_request("", {}), _POLICIES)


def today() -> date:
    """The day where the server is."""
    return date.today()  # noqa: DTZ011
