"""Questions to the whole library in a conversation, and back to a single policy."""

import re

from privascope.answer.library_question import read_library_question

_OTHERS = re.compile(
    r"^(?:and\s+|so\s+|ok\s+)*(?:which|what|who)(?:\s+(?:ones?|others?|of (?:them|these|those)|"
    r"apps?|"
    r"policies|services|else))*\s+(?P<rest>(?:do|does|don'?t|doesn'?t|never|are|aren'?t|is|"
    r"isn'?t|will|"
    r"won'?t)(?:\s+(?:not|never|do|does|so|that|it))*)\s*$",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"^(?:and\s+|so\s+|ok\s+)*(?:which|what|who|find(?: me)?|show(?: me)?|list|are there|is "
    r"there|do any|"
    r"do all|how many)\b.*?\b(?:ones?|apps?|polic(?:y|ies)|services?|hotels?|compan(?:y|ies)|"
    r"sites?|of "
    r"(?:these|them|those)|shops?|others?|banks?|schools?|providers?|firms?|organi[sz]ations?)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"n'?t\b|\bnot\b|\bnever\b", re.IGNORECASE)
_GROUPED = re.compile(
    r"^(?:which|what)\s+(?!(?:are|is|do|does|was|were|can|will|has|have|"
    r"happens)\b)(?P<kind>(?:[\w-]+\s+){0,2}?\w+s)\s+"
    r"(?P<verb>\w+)",
    re.IGNORECASE,
)
_PUT = re.compile(r"^(?:do|can|will|are|have|did|could|would)\s+(?:you|they)\s+", re.IGNORECASE)
_ADDED = re.compile(r"^(?:and|or|also|what about|how about)\s+(?P<rest>.+)$", re.IGNORECASE)
_LEADING = re.compile(r"^(?:(?:and|so|ok(?:ay)?|then|but|now|hmm*)[\s,]+)+", re.IGNORECASE)


def library_question(said: str, before: str, goes_on: bool) -> str:
    """The question to many policies that a turn asks; "" where it asks one policy.

    `before` is the question before, and `goes_on` is true where that one went to the library, or
    where no policy is spoken about.
    """
    bare = said.strip(" ?!.")
    others = _OTHERS.match(bare)
    if others and before:
        return _of_many(before, bool(_NEGATED.search(others["rest"])))
    plain = _LEADING.sub("", bare)
    if read_library_question(plain).is_about_many:
        return f"{plain[:1].upper()}{plain[1:]}?"
    if _GROUP.match(bare) and (goes_on or _GROUPED.match(plain)) and not _of_one(plain):
        return f"{plain[:1].upper()}{plain[1:]}?"
    if goes_on and before and (added := _ADDED.match(bare)):
        return _with_more(before, added["rest"])
    return ""


def one_question(question: str) -> str:
    """A question to many policies as it is asked of one."""
    read = read_library_question(question)
    if read.is_about_many:
        return read.asked
    plain = question.strip(" ?!.")
    found = _GROUPED.match(plain)
    if found and found["verb"].lower() not in ("do", "does", "are", "is", "can", "will"):
        return f"Do you {plain[found.start('verb') :]}?"
    return question


def _of_one(plain: str) -> bool:
    return bool(re.search(r"\b(?:you|your|it|they|this (?:app|policy|service))\b", plain, re.I))


def _of_many(before: str, negated: bool) -> str:
    act = _PUT.sub("", before.strip(" ?!."))
    return f"Which of these {'do not ' if negated else ''}{act}?"


def _with_more(before: str, rest: str) -> str:
    """The question of before, to many, with another thing in it."""
    from privascope.answer.dialogue.completing import about_of, complete
    from privascope.answer.dialogue.phrases import is_verb

    first = rest.split()[0]
    if is_verb(first):
        rest = re.sub(r"\b(?:it|them|that)\b", about_of(before) or "it", rest, count=1)
        return f"Which of these {rest}?"
    whole = complete(rest, before)
    return _of_many(whole, negated=False) if _PUT.match(whole) else whole
