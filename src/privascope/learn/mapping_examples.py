"""Our own labelled questions, made from the taxonomy's plain names."""

from collections.abc import Iterator

from privascope.answer.common_questions import COMMON_QUESTIONS
from privascope.answer.mapping.label import Label
from privascope.data.mapping_questions import AboutQuestion
from privascope.traits.practices.taxonomy import category

_FIRST, _THIRD = "First Party Collection/Use", "Third Party Sharing/Collection"
_CHOICE, _ACCESS = "User Choice/Control", "User Access, Edit and Deletion"
_RETENTION, _SECURITY = "Data Retention", "Data Security"
_SPECIAL = "International and Specific Audiences"
_CHANGE, _TRACK, _OTHER = "Policy Change", "Do Not Track", "Other"

# Which categories the common questions of a topic are about.
_TOPICS: dict[str, tuple[str, ...]] = {
    "collect": (_FIRST,),
    "use": (_FIRST,),
    "share": (_THIRD,),
    "sell": (_THIRD,),
    "advertising": (_FIRST, _THIRD),
    "cookies": (_FIRST,),
    "location": (_FIRST,),
    "device": (_FIRST,),
    "content": (_FIRST,),
    "security": (_SECURITY,),
    "breach": (_SECURITY,),
    "retention": (_RETENTION,),
    "delete": (_ACCESS, _RETENTION),
    "access": (_ACCESS,),
    "choice": (_CHOICE,),
    "children": (_SPECIAL,),
    "transfer": (_SPECIAL,),
    "police": (_THIRD,),
    "sale of business": (_THIRD,),
    "payment": (_FIRST,),
    "sensitive": (_FIRST,),
    "social": (_FIRST, _THIRD),
    "laws": (_SPECIAL,),
}
# Questions on what PrivacyQA has no column for, and on what the topics have under another name.
_MORE: dict[str, tuple[str, ...]] = {
    _CHANGE: (
        "How do you tell me about changes to this policy?",
        "Will you let me know when the policy changes?",
        "Can you change this policy without asking me?",
        "What happens when your terms of privacy are updated?",
        "Where do I see earlier versions of this policy?",
        "When was this policy last changed?",
    ),
    _TRACK: (
        "Do you respect Do Not Track?",
        "Do you honour the DNT signal of my browser?",
        "What do you do when my browser sends do not track?",
        "Do you react to a Global Privacy Control signal?",
        "Is the do-not-track setting of my browser followed?",
        "Do not track: what do you do about it?",
        "Do you ignore do not track?",
        "do you support do not track requests",
    ),
    _SPECIAL: (
        "Is this for kids?",
        "Do you knowingly collect data of children under 13?",
        "What do parents have to agree to?",
        "What applies to people in Europe?",
        "Which rights do I have as a Californian?",
    ),
    _OTHER: (
        "How do I contact you about privacy?",
        "Who is responsible for my data?",
        "Where do I find your privacy policy?",
        "Who is your data protection officer?",
    ),
}
# What is asked about each value of an attribute; {} stands for the value's plain name.
_ASKED: dict[tuple[str, str], tuple[str, ...]] = {
    (_FIRST, "Personal Information Type"): ("Do you collect {}?", "Do you know my {}?"),
    (_FIRST, "Purpose"): ("Do you use my data {}?",),
    (_THIRD, "Personal Information Type"): ("Who gets {}?", "Do you share {} with others?"),
    (_THIRD, "Purpose"): ("Do you pass on my data {}?",),
    (_THIRD, "Third Party Entity"): ("Do you share my data with {}?",),
    (_CHOICE, "Personal Information Type"): ("Can I refuse that you collect {}?",),
    (_CHOICE, "Purpose"): ("Can I opt out of the use of my data {}?",),
    (_ACCESS, "Access Type"): ("Can I {}?",),
    (_ACCESS, "Access Scope"): ("Can I change my {}?",),
    (_RETENTION, "Personal Information Type"): ("How long do you keep {}?",),
    (_RETENTION, "Retention Purpose"): ("Do you keep my data {}?",),
    (_SECURITY, "Security Measure"): ("Is my data protected by {}?",),
    (_SPECIAL, "Audience Type"): ("Are there rules for {}?", "What about {}?"),
}
_OPEN = frozenset(("Unspecified", "Other", "None"))


def common_examples() -> Iterator[AboutQuestion]:
    """The common questions whose topic tells the category, and some more."""
    other = {text for texts in _MORE.values() for text in texts}
    for topic, categories in _TOPICS.items():
        for text in COMMON_QUESTIONS[topic]:
            if text not in other:
                yield AboutQuestion(text, "", frozenset(categories))
    for name, texts in _MORE.items():
        for text in texts:
            yield AboutQuestion(text, "", frozenset((name,)))


def value_examples() -> Iterator[AboutQuestion]:
    """A question or two on each value that can be asked for by its name."""
    for (name, attribute_name), patterns in _ASKED.items():
        for attribute in category(name).attributes:
            if attribute.name != attribute_name:
                continue
            for value in attribute.values:
                if value.name in _OPEN:
                    continue
                label = Label(name, attribute.name, value.name)
                for pattern in patterns:
                    text = pattern.format(value.plain)
                    yield AboutQuestion(text, "", frozenset((name,)), frozenset((label,)))
