"""The conversation itself: a turn and a state in, a reply with the next state out."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from privascope.answer.dialogue import saying
from privascope.answer.dialogue.desk import Desk
from privascope.answer.dialogue.hearing import Heard, hear
from privascope.answer.dialogue.reply import Act, Action, ActionKind, Point, Reply, Told
from privascope.answer.dialogue.state import (
    LONGEST_NAME,
    LONGEST_QUESTION,
    MOST_CHOICES,
    MOST_EARLIER,
    MOST_EXPECTATIONS,
    MOST_POLICIES,
    Offer,
    Option,
    Spoken,
    State,
    Subject,
    Topic,
)
from privascope.answer.words import words_of
from privascope.errors import PrivascopeError

# The most that people listen to at once.
_MOST_WORDS = 70
_TOPICS = {
    Act.ASK: Topic.QUESTION,
    Act.LIBRARY: Topic.LIBRARY,
    Act.LABEL: Topic.LABEL,
    Act.WORRY: Topic.WORRIES,
    Act.VAGUE: Topic.VAGUE,
    Act.CHANGED: Topic.CHANGES,
    Act.COMPARE: Topic.COMPARISON,
}
_AGAIN = frozenset((Act.MORE, Act.REPEAT, Act.SLOWER, Act.WHERE, Act.WHY, Act.SURE, Act.SCREEN))
# A question of so few words that does not ask anything names a thing.
_TOPIC_WORDS = 4
_VERBS = frozenset("do does did is are was were can will could would should may has have".split())


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation at one point; `say` does not change it, but returns the next state."""

    desk: Desk
    state: State

    @classmethod
    def begin(
        cls,
        desk: Desk,
        today: date,
        policy: Spoken | None = None,
        expectations: tuple[str, ...] = (),
    ) -> "Dialogue":
        """A new conversation, about a policy if one is given."""
        state = State(day=today, expectations=expectations[:MOST_EXPECTATIONS])
        return cls(desk, _with_policies(state, (policy,)) if policy else state)

    def say(self, text: str) -> Reply:
        """The reply to a turn."""
        state, gone = self._without_removed()
        if gone:
            return Reply(
                Act.UNCLEAR,
                f"The policy of {gone} is no longer in the library.",
                state,
                saying.WHICH,
            )
        heard = hear(text, state, self.desk)
        try:
            return self._reply(heard, state)
        except PrivascopeError as error:
            message = str(error)
            return Reply(heard.act, f"{message[:1].upper()}{message[1:]}", _quiet(state))

    def fetched(self, policy: Spoken) -> Reply:
        """The reply when a policy was brought that was looked up; goes on with what was asked."""
        state = replace(_with_policies(_quiet(self.state), (policy,)), pending="", wanted="")
        heard = Heard(Act.OPEN, (policy,))
        if self.state.pending:
            heard = Heard(Act.ASK, (policy,), self.state.pending)
        return replace(Dialogue(self.desk, state)._reply(heard, state), act=Act.FETCH)

    def not_fetched(self, why: str) -> Reply:
        """The reply when a policy could not be brought."""
        return Reply(Act.FETCH, f"That did not work. {why}", replace(_quiet(self.state), wanted=""))

    def _without_removed(self) -> tuple[State, str]:
        state = self.state
        policy = state.policy
        if policy is None or self.desk.known(policy.id):
            return state, ""
        kept = tuple(one for one in state.policies if one != policy)
        return replace(_quiet(state), policies=kept, current=-1, subject=None), policy.name

    def _reply(self, heard: Heard, state: State) -> Reply:
        if heard.act in _AGAIN:
            return self._again(heard.act, state)
        if heard.act in _TOPICS:
            return self._content(heard, state)
        special: dict[Act, Callable[[Heard, State], Reply]] = {
            Act.OPEN: self._open,
            Act.OFFER: self._offer,
            Act.LOOKUP: _lookup,
            Act.FETCH: _fetch,
            Act.ABOUT: _about,
            Act.EXPECT: _expect,
            Act.EXPECTATIONS: _expectations,
            Act.FORGET: _forget,
            Act.BYE: _bye,
        }
        if heard.act in special:
            return special[heard.act](heard, state)
        keeps = heard.act in (Act.SILENCE, Act.INSULT, Act.ORDER, Act.FOREIGN, Act.UNCLEAR)
        return Reply(heard.act, saying.plain(heard.act), state if keeps else _quiet(state))

    def _open(self, heard: Heard, state: State) -> Reply:
        policy = heard.policies[0]
        state = _with_policies(_quiet(state), (policy,))
        said = f"This is {self.desk.source(policy.id)}."
        return Reply(Act.OPEN, said, state, "What would you like to know?", policies=(policy.id,))

    def _offer(self, heard: Heard, state: State) -> Reply:
        options = tuple(
            Option(one.name[:LONGEST_NAME], one.id) for one in heard.policies[:MOST_CHOICES]
        )
        state = replace(
            _quiet(state), offer=Offer.POLICIES, options=options, pending=heard.question
        )
        names = tuple(option.text for option in options)
        return Reply(
            Act.OFFER,
            f"{len(names)} policies have that name.",
            state,
            f"Do you mean {saying.listed(names)}?",
            choices=names,
            question=heard.question,
            policies=tuple(option.means for option in options),
        )

    def _content(self, heard: Heard, state: State) -> Reply:
        """A reply about policies: from the first point on."""
        policies = heard.policies or ((state.policy,) if state.policy else ())
        if heard.act is Act.LIBRARY:
            policies = ()
        elif not policies:
            return Reply(heard.act, "", _quiet(state), saying.WHICH)
        before = state
        state = _with_policies(_quiet(state), policies)
        question = heard.question[:LONGEST_QUESTION]
        subject = Subject(_TOPICS[heard.act], tuple(one.id for one in policies), question)
        told = self._told(subject, state)
        state = replace(
            state,
            subject=subject,
            earlier=_earlier(before),
            options=before.options if heard.option >= 0 else (),
            pending="",
        )
        if told.options and heard.option < 0 and _is_topic(question):
            return _clarify(heard, state, told)
        return self._tell(heard.act, state, told, 0)

    def _told(self, subject: Subject, state: State) -> Told:
        desk, first = self.desk, subject.policies[0] if subject.policies else ""
        match subject.topic:
            case Topic.QUESTION:
                return desk.asked(first, subject.question)
            case Topic.LIBRARY:
                return desk.asked_all(subject.question)
            case Topic.LABEL:
                return desk.label(first)
            case Topic.WORRIES:
                return desk.worries(first, state.expectations)
            case Topic.VAGUE:
                return desk.vague(first)
            case Topic.CHANGES:
                return desk.changes(first, subject.question)
            case Topic.COMPARISON:
                return desk.comparison(subject.policies, subject.question)

    def _tell(self, act: Act, state: State, told: Told, start: int, opening: str = "") -> Reply:
        """As many points as people listen to, starting from one of them."""
        points = _portion(told.points, start, state.pace)
        said = start + len(points)
        more = said < len(told.points)
        offer = Offer.MORE if more else Offer.NOTHING
        options = state.options
        asks = saying.MORE if more else ""
        choices: tuple[str, ...] = ("Yes", "No") if more else ()
        if told.options and not told.is_answer and not more:
            options = _options(told)
            asks, choices = _asked_among(options), tuple(one.text for one in options)
            offer = Offer.CHOICES
        state = replace(state, began=start, said=said, offer=offer, options=options)
        lead = told.opening if not start else opening
        spoken = " ".join(filter(None, (lead, *map(saying.sentence, points))))
        return Reply(
            act=act,
            said=spoken,
            state=state,
            asks=asks,
            points=points,
            opening=lead,
            shown=told.shown,
            choices=choices,
            question=state.subject.question if state.subject else "",
            policies=state.subject.policies if state.subject else (),
        )

    def _again(self, act: Act, state: State) -> Reply:
        """More of the subject, the same again, or where it comes from."""
        if state.subject is None:
            if act is Act.REPEAT and state.policy:
                return _about(Heard(act), state)
            return Reply(act, "There is nothing to go on with yet.", state, saying.WHICH)
        told = self._told(state.subject, state)
        last = told.points[state.began : state.said]
        ids = state.subject.policies
        if act is Act.MORE:
            if state.said >= len(told.points):
                return Reply(act, "That was all that I found on this.", _quiet(state), policies=ids)
            return self._tell(act, state, told, state.said)
        if act is Act.REPEAT:
            again = replace(state, pace=max(1, min(3, len(last) or state.pace)))
            reply = self._tell(act, again, told, state.began)
            return replace(reply, state=replace(reply.state, pace=state.pace))
        if act is Act.SLOWER:
            return self._tell(act, replace(state, pace=1), told, state.began)
        said, action, points = "", None, last
        if act is Act.WHERE:
            said = saying.place(last, told.source)
        elif act is Act.SURE:
            said, points = saying.sureness(told), ()
        elif act is Act.SCREEN:
            said, action = "Here is the text, on your screen.", Action(ActionKind.SCREEN)
        else:
            said = _because(told, last)
        return Reply(
            act,
            said,
            state,
            points=points,
            shown=told.shown,
            action=action,
            question=state.subject.question,
            policies=ids,
        )


def _because(told: Told, last: tuple[Point, ...]) -> str:
    quotes = [point for point in last if point.is_quote][:1]
    if not quotes:
        return "I went through the policy’s sentences and told you what I found."
    under = f" It is under “{quotes[0].section[-1]}”." if quotes[0].section else ""
    lead = "Because of this sentence" if told.is_answer else "This was the nearest sentence"
    return f"{lead}: {saying.sentence(quotes[0])}{under}"


def _clarify(heard: Heard, state: State, told: Told) -> Reply:
    options = _options(told)
    state = replace(state, offer=Offer.CHOICES, options=options)
    return Reply(
        heard.act,
        "",
        state,
        _asked_among(options),
        shown=told.shown,
        choices=tuple(option.text for option in options),
        question=heard.question,
        policies=state.subject.policies if state.subject else (),
    )


def _options(told: Told) -> tuple[Option, ...]:
    return tuple(
        Option(text[:LONGEST_NAME], question[:LONGEST_QUESTION])
        for text, question in told.options[:MOST_CHOICES]
    )


def _asked_among(options: tuple[Option, ...]) -> str:
    return f"Do you mean {saying.listed([option.text for option in options])}?"


def _is_topic(question: str) -> bool:
    words = words_of(question)
    return len(words) < _TOPIC_WORDS and not (words and words[0] in _VERBS)


def _portion(points: tuple[Point, ...], start: int, pace: int) -> tuple[Point, ...]:
    chosen = points[start : start + pace]
    while len(chosen) > 1 and saying.words_in(chosen) > _MOST_WORDS:
        chosen = chosen[:-1]
    return chosen


def _quiet(state: State) -> State:
    """The state with nothing offered any more."""
    return replace(state, offer=Offer.NOTHING, options=(), pending="")


def _with_policies(state: State, policies: tuple[Spoken, ...]) -> State:
    """The state with policies that came up; the first of them is spoken about."""
    known = list(state.policies)
    for policy in policies:
        if policy.id not in [one.id for one in known]:
            # The first one stays, as people go back to it.
            known = [*known[:1], *known[1:][-(MOST_POLICIES - 2) :], policy]
    if not policies:
        return state
    current = next(at for at, one in enumerate(known) if one.id == policies[0].id)
    return replace(state, policies=tuple(known), current=current)


def _earlier(state: State) -> tuple[Subject, ...]:
    if state.subject is None:
        return state.earlier
    earlier = (*state.earlier, state.subject)
    return (*earlier[:1], *earlier[1:][-(MOST_EARLIER - 1) :])


def _lookup(heard: Heard, state: State) -> Reply:
    site = heard.name if "." in heard.name else f"{''.join(words_of(heard.name))}.com"
    state = replace(
        _quiet(state), offer=Offer.FETCH, wanted=site[:LONGEST_NAME], pending=heard.question
    )
    return Reply(
        Act.LOOKUP,
        f"The library has no policy of {heard.name}.",
        state,
        f"Shall I look for one at {site[:LONGEST_NAME]}?",
        choices=("Yes", "No"),
        question=heard.question,
    )


def _fetch(heard: Heard, state: State) -> Reply:
    return Reply(
        Act.FETCH,
        f"I am looking for a policy at {heard.name}.",
        replace(_quiet(state), pending=heard.question),
        action=Action(ActionKind.FETCH, heard.name),
        question=heard.question,
    )


def _about(heard: Heard, state: State) -> Reply:
    if state.policy is None:
        return Reply(heard.act, "No policy is open.", state, saying.WHICH)
    others = [one.name for one in state.policies if one != state.policy]
    before = f" Before, we spoke about {saying.listed(others[-3:], 'and')}." if others else ""
    return Reply(
        heard.act, f"We are on {state.policy.name}.{before}", state, policies=(state.policy.id,)
    )


def _expect(heard: Heard, state: State) -> Reply:
    kept = tuple(one for one in state.expectations if one != heard.question)
    expectations = (*kept, heard.question)[-MOST_EXPECTATIONS:]
    check = "What should I worry about?"
    return Reply(
        Act.EXPECT,
        f"I will keep that in mind. Ask “{check}” to see whether a policy goes against it.",
        replace(_quiet(state), expectations=expectations),
        choices=(check,) if state.policy else (),
        action=Action(ActionKind.REMEMBER, heard.question),
    )


def _expectations(_: Heard, state: State) -> Reply:
    told = " ".join(f"“{one}”" for one in state.expectations)
    said = f"You said: {told}." if told else "You have not said what matters to you."
    return Reply(Act.EXPECTATIONS, said, state)


def _forget(_: Heard, state: State) -> Reply:
    return Reply(
        Act.FORGET,
        "I have forgotten what you said about your expectations.",
        replace(_quiet(state), expectations=()),
        action=Action(ActionKind.FORGET),
    )


def _bye(_: Heard, state: State) -> Reply:
    return Reply(Act.BYE, saying.plain(Act.BYE), _quiet(state), action=Action(ActionKind.END))
