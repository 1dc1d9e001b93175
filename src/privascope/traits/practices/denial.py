"""Whether a policy says that it does what its words name, that it does not, or neither."""

import re
from collections.abc import Sequence
from enum import Enum

from privascope.traits.practices.practice import Practice
from privascope.traits.practices.sentence import SENTENCE_END, sentence_around


class Stance(Enum):
    """What a policy says of a practice; NEITHER is a denial that leaves something open."""

    DONE = "done"
    DENIED = "denied"
    NEITHER = "neither"


_POLARITY = "Does/Does Not"
_NEGATED = "Does Not"
# Only these categories tell what is done with data; in the others a "not" is about something else.
_THIRD = "Third Party Sharing/Collection"
_DOING = ("First Party Collection/Use", _THIRD)
# Items of a list end so, each a sentence of its own, unless the next one speaks of the same.
_ITEM_END = re.compile(
    r";\s++(?!(?:(?:but|and)\s+)?(?:these|they|those|such|it|this)\b)|\n", re.IGNORECASE
)
# A verb that is denied rules out what stands so close after it.
_NEAR = 90
_VERB = (
    r"(?:shar|sell|sold|rent|trad(?:e|es|ed|ing)\b|lend|loan|leas|giv|provid|disclos|releas|transfer|pass|reveal|"
    r"distribut|suppl|exchang|transmit|send|sent|collect|gather|request|ask|obtain|receiv|stor|"
    r"record|captur|contain|track|publish|display|swap|authori[sz]|keep|retain|sav(?:e|es|ed|ing)\b|"
    r"log(?:s|ged|ging)?\b|us(?:e|es|ed|ing)\b)\w*"
)
_NOT = (
    r"(?:\b(?:do|does|did|will|shall|would|may|must|can|are|is|be|been)\s+(?:not|never)\b|"
    r"\bnever\b|\bneither\b|\bnor\b|\bcannot\b|\b(?:do|does|did|wo|would|ca|is|are)n[’']t\b|"
    r"\bnone(?:\s+of\s+\w+(?:\s+\w+)?)?\s+(?:is|are|may|will)\b)"
)
_ANY = re.compile(
    r"\bno(?:[tr]|ne)\b|n[’']t\b|\b(?:never|neither|cannot|excluding)\b", re.IGNORECASE
)
# Several verbs may be denied at once: "sell, rent or otherwise share".
_DENIED_VERBS = (
    rf"{_NOT}(?!\s+(?:limited|only|want|wish|necessarily|be able))(?:\s+\w+){{0,2}}?\s+"
    rf"(?P<verbs>{_VERB}\b(?:(?:\s*[,/]\s*|\s+)(?:(?:and|or|nor)\s+)?(?:otherwise\s+)?{_VERB}\b)*)"
)
_DENIED_BEFORE = re.compile(_DENIED_VERBS, re.IGNORECASE)
_DENIED_AFTER = re.compile(
    rf"(?:(?!\b(?:that|which|who)\b)[^.;:!?\n]){{0,50}}?"
    rf"\b(?:is|are|will|shall|may|be)\s+(?:not|never)\b(?:\s+be)?(?:\s+\w+){{0,2}}?\s+{_VERB}\b",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(r"\b(?:not including|excluding|but not(?! limited))\b", re.IGNORECASE)
# What follows these is done after all.
_EXCEPTION = re.compile(r"\b(?:unless|except|other than|apart from|save (?:as|for|where))\b", re.I)
# After these a sentence speaks of something else, or of an exception.
_TURNS = re.compile(
    rf"[;:!?\n]|{_EXCEPTION.pattern}|\b(?:but|however|although|though|while|otherwise|which|who|"
    r"such as|and (?:we|is|are|will|only))\b",
    re.IGNORECASE,
)
_LEFT_OUT_ENDS = re.compile(r"[;:)]|\b(?:but|and (?:is|are))\b", re.IGNORECASE)
# What a reader does not do, or a condition, is no promise; "that we will never" is one.
_OF_OTHERS = re.compile(
    r"\b(?:if|when|whether|unless|you|who|that(?!\s+we\b))(?:\s+\w+){0,2}\s*$", re.IGNORECASE
)
# Who does not sell, or does not keep it, may share all the same.
_NO_SHARING = re.compile(
    r"(?:(?:sell|sold|rent|leas|trad|swap|stor|sav|keep|retain|log|record)\w*|and|n?or|otherwise)",
    re.IGNORECASE,
)
_FOR_MONEY = re.compile(r"\b(?:in exchange for|monetary|valuable consideration|for money)\b", re.I)
# What is denied so is neither collecting nor sharing: "we do not combine it with your name".
_ANOTHER_ACT = re.compile(
    rf"{_NOT}(?:\s+\w+){{0,2}}?\s+(?:combin|associat|link|merg|match|correlat|identif|control|"
    r"guarantee|warrant|respond|constitut|try|attempt)\w*",
    re.IGNORECASE,
)


def stance(practice: Practice, segment: Sequence[Practice], text: str) -> Stance:
    """What the policy says of a practice; `segment` has all of the same category."""
    denied = any(
        one.attribute == _POLARITY and one.value == _NEGATED and _covers(one, practice, text)
        for one in segment
    ) or (practice.category in _DOING and bool(practice.attribute) and _in_words(practice, text))
    if not denied:
        return Stance.DONE
    start, end = sentence_around(text, practice.start, practice.start)
    sentence = text[start:end]
    denials = list(_DENIED_BEFORE.finditer(sentence))
    open_after_all = (
        _EXCEPTION.search(text, practice.end, end)
        or (practice.category == _THIRD and _may_share(sentence, denials))
        or (not denials and _ANOTHER_ACT.search(sentence))
        or (denials and all(_OF_OTHERS.search(sentence[: one.start()]) for one in denials))
    )
    return Stance.NEITHER if open_after_all else Stance.DENIED


def _may_share(sentence: str, denials: Sequence[re.Match[str]]) -> bool:
    """Whether what is denied leaves open that it is shared."""
    if _FOR_MONEY.search(sentence):
        return True
    verbs = [word for one in denials for word in re.findall(r"\w+", one["verbs"])]
    return bool(verbs) and all(_NO_SHARING.fullmatch(word) for word in verbs)


def _in_words(practice: Practice, text: str) -> bool:
    """Whether a verb in the same sentence is denied for what the practice's words name."""
    start, end = sentence_around(text, practice.start, practice.start)
    if not _ANY.search(text, start, end):
        return False
    for denial in _DENIED_BEFORE.finditer(text, start, practice.end):
        between = text[denial.end() : practice.start]
        if (
            denial.start() < practice.start
            and len(between) <= _NEAR
            and not _TURNS.search(between)
            and not _OF_OTHERS.search(text[start : denial.start()])
        ):
            return True
    before = text[start : practice.start]
    for out in _LEFT_OUT.finditer(before):
        between = before[out.end() :]
        if len(between) <= _NEAR and not _LEFT_OUT_ENDS.search(between):
            return True
    return bool(_DENIED_AFTER.match(text, min(practice.end, end), end))


def _covers(denial: Practice, practice: Practice, text: str) -> bool:
    """Whether what was found denied rules a practice out: in its sentence, without an exception.

    Items of a list stand alone, but what their first line denies is denied of each.
    """
    first, second = sorted((denial, practice), key=lambda each: each.start)
    if SENTENCE_END.search(text, first.end, second.start):
        return False
    if first is denial and _EXCEPTION.search(text, first.end, second.start):
        return False
    item = _ITEM_END.search(text, first.end, second.start)
    return item is None or (first is denial and ":" in text[first.start : item.start() + 1])
