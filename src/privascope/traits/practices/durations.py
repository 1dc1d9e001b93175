"""Stated times for which something is kept: too rare in the labelled data to be learned well."""

import re
from collections.abc import Iterator

from privascope.policy.policy import Span

_NUMBER = (
    r"\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|"
    r"fourteen|fifteen|eighteen|twenty|twenty-four|thirty|thirty-six|forty-five|sixty|ninety"
)
_DURATION = re.compile(
    rf"\b(?:{_NUMBER})(?:\s*\(\d{{1,4}}\))?(?:\s+|-)(?:(?:full|business|calendar|working)\s+)?"
    r"(?:hour|day|week|month|year)s?\b(?!\s+(?:old|of\s+age))",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"\b(?:keep|keeps|kept|keeping|retain\w*|retention|stor(?:e|es|ed|ing|age)|hold|holds|held|"
    r"delet\w+|eras\w+|remov\w+|destroy\w*|archiv\w+|expir\w+|purg\w+|anonymi[sz]\w+)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+")


def stated_times(text: str) -> Iterator[Span]:
    """Where a sentence about keeping or deleting names a time."""
    for sentence in _SENTENCE.finditer(text):
        if _KEPT.search(sentence.group()):
            for found in _DURATION.finditer(text, sentence.start(), sentence.end()):
                yield Span(found.start(), found.end())
