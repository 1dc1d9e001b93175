"""Whether a policy says that it does not do what its words name."""

import re
from collections.abc import Sequence

from privascope.traits.practices.practice import Practice

_POLARITY = "Does/Does Not"
_NEGATED = "Does Not"
# Only these categories tell what is done with data; in the others a "not" is about something else.
_DOING = ("First Party Collection/Use", "Third Party Sharing/Collection")
SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*\s")
# No sentence that says something is longer.
_FURTHEST = 1000
# A verb that is denied rules out what stands so close after it.
_NEAR = 90
_VERB = (
    r"(?:shar|sell|sold|rent|trad|lend|loan|leas|giv|provid|disclos|releas|transfer|pass|reveal|"
    r"distribut|suppl|exchang|transmit|send|sent|collect|gather|request|ask|obtain|receiv|stor|"
    r"record|captur|contain|track|us(?:e|es|ed|ing)\b)\w*"
)
_NOT = (
    r"(?:\b(?:do|does|did|will|shall|would|may|must|can|are|is|be|been)\s+(?:not|never)\b|"
    r"\bnever\b|\bneither\b|\bnor\b|\bcannot\b|\b(?:do|does|did|wo|would|ca|is|are)n[’']t\b)"
)
_ANY = re.compile(r"\bno[tr]\b|n[’']t\b|\b(?:never|neither|cannot|excluding)\b", re.IGNORECASE)
_DENIED_BEFORE = re.compile(
    rf"{_NOT}(?!\s+(?:limited|only|want|wish|necessarily|be able))(?:\s+\w+){{0,2}}?\s+{_VERB}\b",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    rf"(?:(?!\b(?:that|which|who)\b)[^.;:!?]){{0,50}}?"
    rf"\b(?:is|are|will|shall|may|be)\s+(?:not|never)\b(?:\s+be)?(?:\s+\w+){{0,2}}?\s+{_VERB}\b",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(r"\b(?:not including|excluding|but not(?! limited))\b", re.IGNORECASE)
# After these a sentence speaks of something else, or of an exception.
_TURNS = re.compile(
    r"[;:!?]|\b(?:but|however|unless|except|other than|although|though|while|otherwise|which|who|"
    r"such as|and (?:we|is|are|will|only))\b",
    re.IGNORECASE,
)
_LEFT_OUT_ENDS = re.compile(r"[;:)]|\b(?:but|and (?:is|are))\b", re.IGNORECASE)
# What a reader does not do, or a condition, is no promise.
_OF_OTHERS = re.compile(
    r"\b(?:if|when|whether|unless|you|who|that)(?:\s+\w+){0,2}\s*$", re.IGNORECASE
)


def is_denied(practice: Practice, segment: Sequence[Practice], text: str) -> bool:
    """Whether the policy says that it does not do this; `segment` has all of the same category."""
    return any(
        one.attribute == _POLARITY and one.value == _NEGATED and _together(practice, one, text)
        for one in segment
    ) or (practice.category in _DOING and bool(practice.attribute) and _in_words(practice, text))


def _in_words(practice: Practice, text: str) -> bool:
    """Whether a verb in the same sentence is denied for what the practice's words name."""
    start, end = _sentence(text, practice)
    if not _ANY.search(text, start, end):
        return False
    before = text[start : practice.start]
    for denial in _DENIED_BEFORE.finditer(before):
        between = before[denial.end() :]
        if (
            len(between) <= _NEAR
            and not _TURNS.search(between)
            and not _OF_OTHERS.search(before[: denial.start()])
        ):
            return True
    for out in _LEFT_OUT.finditer(before):
        between = before[out.end() :]
        if len(between) <= _NEAR and not _LEFT_OUT_ENDS.search(between):
            return True
    return bool(_DENIED_AFTER.match(text, min(practice.end, end), end))


def _sentence(text: str, practice: Practice) -> tuple[int, int]:
    """Where the sentence around a practice's words starts and ends, looked for nearby."""
    place = practice.start
    start, last = max(0, place - _FURTHEST), min(len(text), practice.end + _FURTHEST)
    paragraph = text.rfind("\n\n", start, place)
    start = paragraph + 2 if paragraph >= 0 else start
    for match in SENTENCE_END.finditer(text, start, last):
        if match.end() > place:
            return start, match.end()
        start = match.end()
    return start, last


def _together(one: Practice, other: Practice, text: str) -> bool:
    """Whether two practices stand in the same sentence."""
    between = sorted((one, other), key=lambda each: each.start)
    return not SENTENCE_END.search(text, between[0].end, between[1].start)
