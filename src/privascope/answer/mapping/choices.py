"""A short clarifying choice for a question with several possible meanings in this policy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from privascope.answer.answer import Choice
from privascope.answer.mapping.map_question import QuestionMap
from privascope.answer.words import content_stems
from privascope.traits.practices.practice import Practice

# Above this probability a question has one meaning.
SURE = 0.55
# Less likely meanings are not offered.
_LIKELY = 0.12
_MOST = 3
# From which probability on the question is about one kind of information.
_OF_KIND = 0.3
_TYPE = "Personal Information Type"


@dataclass(frozen=True, slots=True)
class _Thing:
    """What a question names: what is collected about it, what others get, and said again."""

    about: str
    data: str
    again: str


@dataclass(frozen=True, slots=True)
class _Wording:
    """How a category is offered, of a named thing and of all data."""

    of_thing: str
    question_of_thing: str
    of_all: str
    question_of_all: str


_WORDINGS: dict[str, _Wording] = {
    "First Party Collection/Use": _Wording(
        "what is collected about {about}",
        "What do you collect about {about}, and why?",
        "what is collected and why",
        "What do you collect about me, and why?",
    ),
    "Third Party Sharing/Collection": _Wording(
        "who gets {data}",
        "Who gets {data}?",
        "who else gets your data",
        "Who do you share my data with?",
    ),
    "User Choice/Control": _Wording(
        "how you can refuse the use of {data}",
        "Can I stop you from collecting or using {data}?",
        "what you can refuse",
        "What can I opt out of?",
    ),
    "User Access, Edit and Deletion": _Wording(
        "how you can see or delete {data}",
        "Can I see, correct or delete {data}?",
        "how you can see, correct or delete your data",
        "How can I see, correct or delete my data?",
    ),
    "Data Retention": _Wording(
        "how long they keep {data}",
        "How long do you keep {data}?",
        "how long they keep your data",
        "How long do you keep my data?",
    ),
    "Data Security": _Wording(
        "how they protect {data}",
        "How do you protect {data}?",
        "how they protect your data",
        "How do you protect my data?",
    ),
    "Policy Change": _Wording(
        "", "", "how you are told about changes", "How do you tell me about changes to this policy?"
    ),
    "Do Not Track": _Wording(
        "", "", "whether they respect Do Not Track", "Do you respect Do Not Track?"
    ),
    "International and Specific Audiences": _Wording(
        "",
        "",
        "the rules for children and for some regions",
        "Are there special rules for children, or for people in certain countries?",
    ),
}
# Kinds of information in words for the reader; "my" takes the place of "your".
_KINDS: dict[str, str] = {
    "Contact": "your contact details",
    "Location": "your location",
    "Financial": "your payment details",
    "Health": "your health",
    "Demographic": "your age and gender",
    "Personal identifier": "your official numbers",
    "Computer information": "your device",
    "IP address and device IDs": "your IP address",
    "Cookies and tracking elements": "cookies and trackers",
    "User online activities": "your online activity",
    "User profile": "your profile",
    "Social media data": "your social media data",
    "Survey data": "your survey answers",
}
# What a bare name of a thing is taken for.
_WIDE = frozenset(("First Party Collection/Use", "Third Party Sharing/Collection"))
_OF_PERSON = frozenset(("Health", "Demographic", "Computer information"))


def choices_for(
    mapped: QuestionMap, practices: Sequence[Practice], text: str, named: str = ""
) -> tuple[Choice, ...]:
    """What the question may mean, of what the policy has; nothing where there are not two.

    `text` is the policy's; `named` is the thing of a question that only names one ("location?").
    """
    best = mapped.categories[0]
    if best.confidence >= SURE and not named:
        return ()
    kind = kind_asked_for(mapped)
    in_order = [one.label.category for one in mapped.categories]
    thing: _Thing | None = None
    if kind:
        thing = _kind(kind)
        has = {one.category for one in practices if (one.attribute, one.value) == (_TYPE, kind)}
    elif named:
        if best.confidence >= SURE and best.label.category not in _WIDE:
            # "security" is the subject of a question, not the kind of information.
            return ()
        thing = _Thing(named, f"data about {named}", "it")
        has = {one.category for one in practices if _speaks_of(one, text, named)}
    else:
        has = {one.category for one in practices}
        in_order = [one.label.category for one in mapped.categories if one.confidence >= _LIKELY]
    offered = [
        _WORDINGS[name]
        for name in in_order
        if name in has and name in _WORDINGS and (thing is None or _WORDINGS[name].of_thing)
    ]
    return tuple(_offer(offered[:_MOST], thing)) if len(offered) > 1 else ()


def kind_asked_for(mapped: QuestionMap) -> str:
    """The one kind of information that a question names; "" for none."""
    shares: dict[str, float] = {}
    for one in mapped.values:
        if one.label.attribute == _TYPE and one.label.value in _KINDS:
            shares[one.label.value] = shares.get(one.label.value, 0.0) + one.confidence
    best = max(shares, key=lambda name: shares[name], default="")
    return best if best and shares[best] >= _OF_KIND else ""


def _kind(name: str) -> _Thing:
    plain = _KINDS[name]
    if name in _OF_PERSON:
        return _Thing(plain, f"data about {plain}", "it")
    return _Thing(plain, plain, "them" if plain.endswith("s") and name[:2] != "IP" else "it")


def _speaks_of(practice: Practice, text: str, named: str) -> bool:
    """Whether the practice is of a whole segment that has the words."""
    if practice.attribute:
        return False
    wanted = set(content_stems(named))
    return bool(wanted) and wanted <= set(content_stems(text[practice.start : practice.end]))


def _offer(wordings: Sequence[_Wording], thing: _Thing | None) -> Iterator[Choice]:
    for place, wording in enumerate(wordings):
        if thing is None:
            yield Choice(wording.of_all, wording.question_of_all)
            continue
        # Named once, it is "it" from then on.
        again = {"about": thing.again, "data": thing.again}
        told = again if place else {"about": thing.about, "data": thing.data}
        asked = wording.question_of_thing.format(about=thing.about, data=thing.data)
        yield Choice(wording.of_thing.format(**told), asked.replace("your ", "my "))
