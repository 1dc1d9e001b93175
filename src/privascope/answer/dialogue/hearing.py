"""Understands a turn: what it wants, of which policy, and the whole question that it asks."""

import re
from dataclasses import dataclass

from privascope.answer.dialogue.choosing import chosen
from privascope.answer.dialogue.completing import complete, is_fragment
from privascope.answer.dialogue.cues import forms_of, steering
from privascope.answer.dialogue.desk import Desk, Mention
from privascope.answer.dialogue.frames import (
    ADDING,
    BACK,
    COMPARED,
    COMPARING,
    DEFINITE,
    EXPECTING,
    EXPLICIT,
    FIRST_QUESTION,
    GOING_BACK,
    NTH,
    OF_BOTH,
    ONLY,
    OPENING,
    SAME,
    SITE,
    without_name,
)
from privascope.answer.dialogue.library_turns import library_question, one_question
from privascope.answer.dialogue.reply import Act
from privascope.answer.dialogue.state import LONGEST_QUESTION, Offer, Spoken, State, Subject, Topic
from privascope.answer.foreign_questions import is_foreign
from privascope.answer.library_question import unknown_name
from privascope.answer.question import without_orders
from privascope.answer.spelling import Spelling
from privascope.answer.words import FUNCTION_WORDS, words_of

LONGEST_TURN = 1000
_NO = frozenset((Act.STOP,))


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn as it is understood.

    `policies` are those that it is about; of an offer, those to choose from. `question` is whole.
    `name` is that of a service which is not in the library, `option` the place of a choice.
    """

    act: Act
    policies: tuple[Spoken, ...] = ()
    question: str = ""
    name: str = ""
    option: int = -1


def hear(text: str, state: State, desk: Desk) -> Heard:
    """What a turn means in a conversation."""
    said = " ".join(text[:LONGEST_TURN].split())
    plain = without_orders(said)
    if plain != said and not words_of(plain):
        return Heard(Act.ORDER)
    said = plain.strip()
    if not words_of(said):
        return Heard(Act.SILENCE)
    if found := _of_offer(said, state):
        return found
    act = steering(said)
    if act is Act.CHANGED:
        # It may name a year or a subject.
        return Heard(act, question=said[:LONGEST_QUESTION])
    if act is not None and not (act is Act.FORGET and not state.expectations):
        return Heard(act)
    if act is Act.FORGET:
        return Heard(Act.FORGET if "expectation" in said.lower() else Act.STOP)
    if is_foreign(said):
        return Heard(Act.FOREIGN)
    if EXPECTING.match(forms_of(said)[-1]):
        return Heard(Act.EXPECT, question=said[:200])
    return _asking(said, state, desk)


def _of_offer(said: str, state: State) -> Heard | None:
    """What a turn means where something was offered; None where it is about something else."""
    if state.offer is Offer.FETCH:
        act = steering(said)
        if act is Act.MORE:
            return Heard(Act.FETCH, name=state.wanted, question=state.pending)
        if act in _NO:
            return Heard(Act.STOP)
    if not state.options:
        return None
    last = _chosen_before(state)
    place = chosen(said, state.options, last)
    if place is None:
        return None
    option = state.options[place]
    if state.offer is Offer.POLICIES:
        policy = Spoken(option.means[:64], option.text)
        act = Act.ASK if state.pending else Act.OPEN
        return Heard(act, (policy,), state.pending, option=place)
    if state.policy is None:
        return None
    return Heard(Act.ASK, (state.policy,), option.means, option=place)


def _chosen_before(state: State) -> int:
    if state.subject is None:
        return -1
    asked = [option.means for option in state.options]
    return asked.index(state.subject.question) if state.subject.question in asked else -1


def _asking(said: str, state: State, desk: Desk) -> Heard:
    said, policy = _referred(said, state)
    mentions = desk.mentions(said)
    if compared := _comparing(said, state, desk, mentions):
        return compared
    goes_back = FIRST_QUESTION.fullmatch(said) or GOING_BACK.fullmatch(said)
    if goes_back and (found := _earlier(said, state)):
        return found
    opening = OPENING.fullmatch(said.strip(" .!?"))
    if opening and (found := _opened(opening["name"], mentions, desk)):
        return found
    explicit = EXPLICIT.match(said)
    if explicit and not mentions and (found := _explicit(explicit, said, desk)):
        return found
    if not mentions and (definite := DEFINITE.match(said)):
        called = desk.called(definite["name"])
        if len(called) == 1:
            rest = said[definite.end() :].strip(" ,:;")
            return _asked(rest, called[0], state, adds=True) if rest else Heard(Act.OPEN, called)
    if not mentions and (outside := _outside(said)):
        return Heard(Act.LOOKUP, question=_put_to_it(said, outside), name=outside)
    if mentions:
        return _of_mention(said, mentions[0], state)
    if not words_of(said):
        return Heard(Act.OPEN, (policy,)) if policy else Heard(Act.SILENCE)
    return _of_policy(said, policy, state)


def _referred(said: str, state: State) -> tuple[str, Spoken | None]:
    """The turn without "the one I asked about first", and the policy that this means."""
    policy = state.policy
    if state.policies and (found := NTH.search(said)):
        words = found[0].lower()
        if "first" in words or "former" in words:
            policy = state.policies[0]
        elif "other" in words or "previous" in words or "before" in words:
            others = [one for one in state.policies if one != state.policy]
            policy = others[-1] if others else policy
        else:
            policy = state.policies[min(1, len(state.policies) - 1)]
        said = f"{said[: found.start()]} {said[found.end() :]}"
        said = BACK.sub("", " ".join(said.split())).strip(" ,.:;-?!")
    return said, policy


def _comparing(said: str, state: State, desk: Desk, mentions: tuple[Mention, ...]) -> Heard | None:
    named = [mention.policies[0] for mention in mentions if len(mention.policies) == 1]
    match = COMPARING.search(said)
    if match:
        if len(named) < 2 and (parts := COMPARED.search(said)):
            named = _by_parts(parts, desk, named)
        if len(named) == 1 and state.policy and named[0] != state.policy:
            named = [state.policy, *named]
        if len(named) < 2:
            named = [*_compared(state), *named]
        unique = tuple(dict.fromkeys(named))
        if len(unique) >= 2:
            return Heard(Act.COMPARE, unique[-6:])
        return None
    before = _compared(state) if _is_comparing(state) and words_of(said) else ()
    if before and not named and _is_about_both(said):
        return Heard(Act.COMPARE, before, _subject_words(said))
    if before and named and ADDING.match(said) and not _rest(said, mentions[0]):
        return Heard(Act.COMPARE, tuple(dict.fromkeys((*before, *named)))[-6:])
    if OF_BOTH.search(said) and len(state.policies) > 1 and not named:
        return Heard(Act.COMPARE, _compared(state), _subject_words(said))
    return None


def _by_parts(parts: re.Match[str], desk: Desk, named: list[Spoken]) -> list[Spoken]:
    found: list[Spoken] = []
    for part in parts.groups():
        mentioned = desk.mentions(part)
        called = mentioned[0].policies if mentioned else desk.called(part)
        found += called[:1]
    return found if len(found) > 1 else named


def _is_comparing(state: State) -> bool:
    return state.subject is not None and state.subject.topic is Topic.COMPARISON


def _compared(state: State) -> tuple[Spoken, ...]:
    """The policies that were compared, or else the last two that came up."""
    if _is_comparing(state) and state.subject:
        ids = state.subject.policies
        return tuple(one for one in state.policies if one.id in ids)
    if state.policy is None:
        return state.policies[-2:]
    others = [one for one in state.policies if one != state.policy]
    return (*others[-1:], state.policy)


def _is_about_both(said: str) -> bool:
    return bool(
        OF_BOTH.search(said) or ADDING.match(said) or ONLY.search(said) or is_fragment(said)
    )


def _subject_words(said: str) -> str:
    bare = ONLY.sub(" ", OF_BOTH.sub(" ", ADDING.sub("", said)))
    return " ".join(bare.split()).strip(" ,.:;?!")[:LONGEST_QUESTION]


def _earlier(said: str, state: State) -> Heard | None:
    """The question that a turn goes back to."""
    first = FIRST_QUESTION.fullmatch(said) is not None
    questions = [one for one in state.earlier if one.topic is Topic.QUESTION]
    if not questions:
        return None
    subject = questions[0 if first else -1]
    policies = _spoken(state, subject)
    return Heard(Act.ASK, policies, subject.question) if policies else None


def _spoken(state: State, subject: Subject) -> tuple[Spoken, ...]:
    return tuple(one for one in state.policies if one.id in subject.policies)


def _opened(name: str, mentions: tuple[Mention, ...], desk: Desk) -> Heard | None:
    if mentions and not _rest(name, next(iter(desk.mentions(name)), None)):
        return _open(mentions[0].policies)
    if mentions:
        return None
    called = desk.called(name)
    return _open(called) if called and len(called) <= 4 else None


def _open(policies: tuple[Spoken, ...], question: str = "") -> Heard:
    if len(policies) == 1:
        return Heard(Act.ASK if question else Act.OPEN, policies, question)
    return Heard(Act.OFFER, policies, question)


def _explicit(explicit: re.Match[str], said: str, desk: Desk) -> Heard | None:
    """ "Ask X whether …", where X is no whole name."""
    name, rest = explicit["name"], said[explicit.end() :].strip(" ,:")
    called = desk.called(name)
    question = complete(rest, "") if rest else ""
    if called:
        return _open(called[:4], question)
    if explicit["verb"].lower() == "ask" and len(words_of(name)) <= 2:
        return Heard(Act.LOOKUP, question=question, name=name)
    return None


def _outside(said: str) -> str:
    """The name or site of a service that is not in the library, if a turn names one."""
    if site := SITE.search(said):
        return site[0][:120]
    return unknown_name(said)[:120]


def _put_to_it(said: str, name: str) -> str:
    rest = without_name(said, said.find(name), said.find(name) + len(name))
    return complete(rest, "")[:LONGEST_QUESTION] if words_of(rest) else ""


def _rest(said: str, mention: Mention | None) -> str:
    """What a turn says beside a name."""
    if mention is None:
        return said
    rest = without_name(said, mention.start, mention.end)
    rest = SAME.sub("", ADDING.sub("", rest))
    kept = [word for word in words_of(rest) if word not in _EMPTY]
    return rest.strip(" ,.:;?!-") if kept else ""


_EMPTY = frozenset(
    "and what about how only just please in for with then the policy app one now ok by at do they "
    "it you so is are does this service of to a an let's say".split()
)


def _of_mention(said: str, mention: Mention, state: State) -> Heard:
    rest = _rest(said, mention)
    before = _before(state)
    if len(mention.policies) > 1:
        return _open(mention.policies[:4], complete(rest, before) if rest else "")
    policy = mention.policies[0]
    if rest:
        adds = bool(ADDING.match(said)) or bool(ONLY.search(rest))
        return _asked(rest, policy, state, adds=adds)
    bare = said[: mention.start].strip() + said[mention.end :].strip(" .!?")
    if before and words_of(bare):
        return Heard(Act.ASK, (policy,), complete("", before))
    if state.pending and state.offer is Offer.POLICIES:
        return Heard(Act.ASK, (policy,), state.pending)
    return Heard(Act.OPEN, (policy,))


def _of_policy(said: str, policy: Spoken | None, state: State) -> Heard:
    asked = library_question(said, _before(state), _is_library(state) or policy is None)
    if asked:
        return Heard(Act.LIBRARY, question=asked[:LONGEST_QUESTION])
    if state.subject and state.subject.topic is Topic.CHANGES and _is_when(said):
        return Heard(Act.CHANGED, question=said[:LONGEST_QUESTION])
    if _is_gibberish(said):
        return Heard(Act.UNCLEAR)
    if policy is None:
        return Heard(Act.LIBRARY, question=complete(said, "")[:LONGEST_QUESTION])
    return _asked(said, policy, state, adds=True)


def _is_library(state: State) -> bool:
    return state.subject is not None and state.subject.topic is Topic.LIBRARY


def _is_when(said: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:and |what about )?(?:since|before|after|in|until|between) .{1,40}|"
            r"(?:and )?(?:earlier|before that|the year before|the time before)|"
            r"(?:and )?(?:about|on) .{1,40}",
            said.strip(" ?.!"),
            re.IGNORECASE,
        )
    )


def _asked(said: str, policy: Spoken, state: State, *, adds: bool) -> Heard:
    question = complete(ONLY.sub("", said) if adds else said, _before(state))
    return Heard(Act.ASK, (policy,), question[:LONGEST_QUESTION])


def _before(state: State) -> str:
    """The last question, as it would be asked of one policy."""
    for subject in (state.subject, *reversed(state.earlier)):
        if subject is not None and subject.topic in (Topic.QUESTION, Topic.LIBRARY):
            return one_question(subject.question)
    return ""


def _is_gibberish(said: str) -> bool:
    words = [word for word in words_of(said) if not word.isdigit()]
    if len(words) < 2 or any(word in FUNCTION_WORDS for word in words):
        return False
    spelling = Spelling(())
    return not any(spelling.knows(word) or spelling.corrected(word) != word for word in words)
