"""Denials turned into admissions, and back: sentences that differ in nothing but a few words."""

import re

_NOT = re.compile(
    r"\b(?:do|does|did) (?:not|never) |\b(?P<modal>will|shall|would|may|can|is|are) (?:not|never) |"
    r"\b(?:don|doesn)[’']t |\b(?P<wont>won)[’']t |\bnever ",
    re.IGNORECASE,
)
_ANY_NOT = re.compile(
    r"\b(?:not|never|no|none|nor|neither|cannot|without|nobody|nothing)\b|n[’']t\b", re.IGNORECASE
)
_VERBS = (
    r"share|sell|rent|lease|trade|disclose|use|collect|provide|transfer|give|release|store|process|"
    r"train|obtain|receive|buy|purchase|keep|retain|honou?r|respond to|recogni[sz]e"
)
_DOES = re.compile(
    rf"\b(?P<who>we|it|the company) (?:(?:may|might|can|will|also|may also) )?"
    rf"(?P<verb>{_VERBS})\b",
    re.IGNORECASE,
)
# What is excepted, or left to another, may be done after all.
_OPEN = re.compile(
    r"\b(?:unless|except|other than|apart from|but|however|if|when|only|without|until|who|which)\b",
    re.IGNORECASE,
)
_LONGEST = 350


def admission(sentence: str) -> str | None:
    """The sentence without its only negation; None where that cannot be done safely."""
    found = _NOT.search(sentence)
    if (
        found is None
        or len(sentence) > _LONGEST
        or len(_ANY_NOT.findall(sentence)) != 1
        or _OPEN.search(sentence)
    ):
        return None
    modal = "will" if found["wont"] else found["modal"]
    kept = f"{modal} " if modal else ""
    turned = f"{sentence[: found.start()]}{kept}{sentence[found.end() :]}"
    return re.sub(r"\bany\b", "your", turned, count=1)


def denial(sentence: str) -> str | None:
    """The sentence with the negation of its only act; None where that cannot be done safely."""
    found = list(_DOES.finditer(sentence))
    if len(found) != 1 or len(sentence) > _LONGEST:
        return None
    if _ANY_NOT.search(sentence) or _OPEN.search(sentence):
        return None
    one = found[0]
    helper = "does not" if one["who"].lower() in ("it", "the company") else "do not"
    return f"{sentence[: one.start()]}{one['who']} {helper} {one['verb']}{sentence[one.end() :]}"
