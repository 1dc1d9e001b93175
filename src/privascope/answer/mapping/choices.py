"""A short clarifying choice for a question that may mean several things this policy speaks of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from privascope.answer.answer import Choice
from privascope.answer.mapping.map_question import QuestionMap
from privascope.traits.practices.practice import Practice

# Surer than this a question has one meaning.
SURE = 0.55
# Less likely meanings are not offered; of a kind of information that is only named, all are.
_LIKELY = 0.12
_NAMED = 0.03
_MOST = 3
# From which probability on the question is about one kind of information.
_OF_KIND = 0.3
_TYPE = "Personal Information Type"


@dataclass(frozen=True, slots=True)
class _Wording:
    """How a category is offered, of a named kind of information and of all."""

    of_kind: str
    question_of_kind: str
    of_all: str
    question_of_all: str


_WORDINGS: dict[str, _Wording] = {
    "First Party Collection/Use": _Wording(
        "what is collected about {}",
        "What do you collect about {}, and why?",
        "what is collected and why",
        "What do you collect about me, and why?",
    ),
    "Third Party Sharing/Collection": _Wording(
        "who gets {}",
        "Who gets {}?",
        "who else gets your data",
        "Who do you share my data with?",
    ),
    "User Choice/Control": _Wording(
        "how you can refuse the use of {}",
        "Can I refuse that you collect or use {}?",
        "what you can refuse",
        "What can I opt out of?",
    ),
    "User Access, Edit and Deletion": _Wording(
        "how you can see or delete {}",
        "Can I see, correct or delete {}?",
        "how you can see, correct or delete your data",
        "How can I see, correct or delete my data?",
    ),
    "Data Retention": _Wording(
        "how long {} is kept",
        "How long do you keep {}?",
        "how long your data is kept",
        "How long do you keep my data?",
    ),
    "Data Security": _Wording(
        "how {} is protected",
        "How do you protect {}?",
        "how your data is protected",
        "How do you protect my data?",
    ),
    "Policy Change": _Wording(
        "", "", "how you learn of changes", "How do you tell me about changes to this policy?"
    ),
    "Do Not Track": _Wording(
        "", "", "whether Do Not Track is respected", "Do you respect Do Not Track?"
    ),
    "International and Specific Audiences": _Wording(
        "",
        "",
        "the rules for children and for people of some places",
        "Are there special rules for children, or for people of some countries?",
    ),
}
# Kinds of information as they are spoken of to the reader; "my" stands in for "your".
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


def choices_for(
    mapped: QuestionMap, practices: Sequence[Practice], *, only_named: bool
) -> tuple[Choice, ...]:
    """What the question may mean, of what the policy has; nothing where there are not two.

    `only_named` is for a question that only names a thing, as "location?" does.
    """
    if mapped.categories[0].confidence >= SURE and not only_named:
        return ()
    kind = kind_asked_for(mapped)
    least = _LIKELY
    if only_named:
        least = 0.0 if kind else _NAMED
    has_kind = {one.category for one in practices if one.attribute == _TYPE and one.value == kind}
    has = {one.category for one in practices}
    likely = [one.label.category for one in mapped.categories if one.confidence >= least]
    offered = [name for name in likely if name in _WORDINGS and name in has]
    if kind:
        offered = [name for name in offered if name in has_kind and _WORDINGS[name].of_kind]
    if len(offered) < 2:
        return ()
    return tuple(_offer(offered[:_MOST], _KINDS[kind] if kind else ""))


def kind_asked_for(mapped: QuestionMap) -> str:
    """The one kind of information that a question names; "" for none."""
    shares: dict[str, float] = {}
    for one in mapped.values:
        if one.label.attribute == _TYPE and one.label.value in _KINDS:
            shares[one.label.value] = shares.get(one.label.value, 0.0) + one.confidence
    best = max(shares, key=lambda name: shares[name], default="")
    return best if best and shares[best] >= _OF_KIND else ""


def _offer(names: Iterable[str], thing: str) -> Iterable[Choice]:
    for place, name in enumerate(names):
        wording = _WORDINGS[name]
        if thing:
            # Named once, it is "it" from then on.
            told = wording.of_kind.format("it" if place else thing)
            mine = thing.replace("your ", "my ")
            yield Choice(told, wording.question_of_kind.format(mine))
        else:
            yield Choice(wording.of_all, wording.question_of_all)
