"""Where the sentence around some words starts and ends."""

import re

SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*\s")
# No sentence that says something is longer.
_FURTHEST = 1000


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence or sentences that hold `text[start:end]`, within their paragraph's beginning."""
    first, last = max(0, start - _FURTHEST), min(len(text), end + _FURTHEST)
    paragraph = text.rfind("\n\n", first, start)
    first = paragraph + 2 if paragraph >= 0 else first
    for match in SENTENCE_END.finditer(text, first, last):
        if match.end() > start and match.end() >= end:
            return first, match.end()
        if match.end() <= start:
            first = match.end()
    return first, last
