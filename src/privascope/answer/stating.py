"""Tells lines that state something from headings, menus, buttons and labels."""

import re

from privascope.policy.line_shapes import is_leader_row, is_street_line

# Who does something, and words that only verbs of a sentence are: with them a line speaks.
_SUBJECT = re.compile(
    r"\b(?:we|you|they|i|it|he|she|nobody|everyone|this|these|there|who|which|that)\s+\w", re.I
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|am|be|been|will|would|shall|should|may|might|can|cannot|could|must|do|"
    r"does|did|has|have|had|don['’]t|doesn['’]t|isn['’]t|aren['’]t|won['’]t|can['’]t|never|not|"
    r"collects?|uses|shares?|sells?|keeps?|stores?|retains?|deletes?|processe?s|discloses?|"
    r"receives?|requires?|needs?|applies|allows?|includes?|contains?|means|helps?|remains?|"
    r"collected|shared|sold|kept|stored|retained|deleted|processed|disclosed|encrypted|required)\b",
    re.IGNORECASE,
)
# A heading speaks when it begins as a sentence does: "Information we collect" does not.
_SENTENCE = re.compile(
    r"\W*(?:\d{1,2}(?:\.\d{1,2})*[.)]?\s+|[a-z][.)]\s+)?(?:(?:we|you|they|it|i|nobody|this|there)"
    r"\s+\w|(?:your|our|no|all|the)\b.*\b(?:is|are|will|may|can|cannot|must|never|has|have|does)\b)",
    re.IGNORECASE,
)
_BRIEF = re.compile(r"\W*(?:yes|no|never|none|nobody)\b", re.IGNORECASE)
# An address of any kind can be quoted alone, and so can a date or a number.
_FIGURE = re.compile(r"\d{2}|@|https?:|www\.|\.(?:com|org|net|eu|uk|example)\b", re.IGNORECASE)
# Lines at the foot of a page, even below a line that introduces an address.
_FOOT = re.compile(
    r"\W*(?:©|\(c\)|copyright|all rights reserved|"
    r"(?:created|published|powered|written|designed) by\b)",
    re.IGNORECASE,
)
# A name and what it stands for: "Data Protection Officer: Kim Dorn".
_LABELLED = re.compile(r"\W{0,5}(?:[^\W\d]\w{0,30}[ -]){0,4}[^\W\d]\w{0,30}:\s+\S{2}")
_ENDS = (".", "!", ";", "…", ",", ":")
# Quotation marks and brackets that may follow the end of a sentence.
_BEHIND = "\"'”’)]}* \t\n"
_FRAGMENT = 10
_HEADING_STATES = 4
# Items under such a heading belong to it; items of a menu have no heading.
_ANNOUNCES = re.compile(
    r"collect|process|purpose|\buse|shar|disclos|receiv|rights?\b|categor|recipient|retain|retention|"
    r"choice|provide|information we|data we|types? of",
    re.IGNORECASE,
)


def states(text: str, *, heading: bool, listed: bool, item: bool, above: str) -> bool:
    """Whether a line can stand as an answer.

    `listed` says that a sentence introduces its list, `item` that it is a list's item or a table's
    row; `above` is the heading it stands under.
    """
    text = text.strip()
    words = text.split()
    if heading:
        return _heading_states(text, len(words))
    ended = text.rstrip(_BEHIND).endswith(_ENDS)
    if text.endswith("?") or (len(words) <= _FRAGMENT and _FOOT.match(text)):
        return False
    if listed or ended or len(words) > _FRAGMENT or is_leader_row(text) or "|" in text:
        return listed or len(words) > 1 or _BRIEF.match(text) is not None
    if _FIGURE.search(text) or _LABELLED.match(text) or is_street_line(text):
        return True
    if _speaks(text):
        return True
    return item and _ANNOUNCES.search(above) is not None


def _heading_states(text: str, words: int) -> bool:
    if words < _HEADING_STATES or text.endswith(("?", ":")):
        return False
    return _SENTENCE.match(text) is not None and _VERB.search(text) is not None


def _speaks(text: str) -> bool:
    return _SUBJECT.search(text) is not None and _VERB.search(text) is not None
