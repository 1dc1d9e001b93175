"""The values in the sentences of a line: times, ages, places, conditions."""

import re
from collections.abc import Iterable, Iterator

from privascope.compare.evidence import Evidence
from privascope.compare.first_plan import consents
from privascope.policy.policy import Span
from privascope.traits.practices.durations import stated_times

_LONGEST_CONDITION = 60
_AGE = re.compile(
    r"\b(?:under|below|younger than)(?: the)?(?: age)?(?: of)? (\w+(?:-one)?)\b"
    r"|\b(?:at least|over) (\w+) years\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(\d+|[a-z]+(?:-[a-z]+)?)(?:\s*\(\d+\))?[\s-]+(?:full )?"
    r"((?:(?:business|working|calendar) )?(?:hour|day|week|month|year))s?\b",
    re.IGNORECASE,
)
_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
_AMERICA = r"(?:United States(?: of America)?\b|USA?\b|U\.S\.(?:A\.)?)"
_EUROPE = r"(?:EEA|EU|European (?:Economic Area|Union))\b"
_PLACES = (
    ("to the United States", re.compile(rf"\b(?:in|to) the {_AMERICA}")),
    ("outside Europe", re.compile(rf"\boutside (?:of )?(?:the )?{_EUROPE}")),
    ("outside the UK", re.compile(r"\boutside (?:of )?(?:the )?(?:UK|United Kingdom)\b")),
    ("outside Canada", re.compile(r"\boutside (?:of )?Canada\b")),
    ("outside Australia", re.compile(r"\boutside (?:of )?Australia\b")),
)
_NUMBERS = {
    word: number
    for number, words in {
        1: "a an one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
        8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen",
        14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen",
        20: "twenty", 21: "twenty-one", 24: "twenty-four", 30: "thirty", 36: "thirty-six",
        45: "forty-five", 60: "sixty", 90: "ninety",
    }.items()
    for word in words.split()
}  # fmt: skip


def values_in(kind: str, evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """The values of a kind that some sentences name, each once, written alike in all policies."""
    return tuple(dict.fromkeys(_KINDS[kind](evidence)))


def condition_in(evidence: Iterable[Evidence], *, denied: bool) -> str:
    """The words by which every one of some sentences depends on the reader; else nothing."""
    words = [_condition(one.text, denied) for one in evidence]
    return words[0] if words and all(words) else ""


def _condition(sentence: str, denied: bool) -> str:
    for consent in consents():
        match = consent.words.search(sentence)
        if match and (denied or not consent.denial):
            words = match.group() if consent.whole else _clause(sentence[match.start() :])
            return " ".join(words.split()).lower()
    return ""


def _clause(text: str) -> str:
    """A text up to its first stop, or to the last whole word that is not too far."""
    clause = re.split(r"[,.;:()|\n]", text, maxsplit=1)[0].strip()
    if len(clause) <= _LONGEST_CONDITION:
        return clause
    return clause[:_LONGEST_CONDITION].rpartition(" ")[0] + " …"


def _times(evidence: Iterable[Evidence]) -> Iterator[str]:
    """Times for which something is kept, the shortest first."""
    found: dict[str, float] = {}
    for one in evidence:
        marks = [Span(mark.start - one.start, mark.end - one.start) for mark in one.marks]
        for span in list(stated_times(one.text)) or marks:
            for match in _TIME.finditer(one.text, span.start, span.end):
                number, unit = _number(match[1]), match[2].lower()
                if number:
                    days = number * _DAYS[unit.split()[-1]]
                    found[f"{number} {unit}{'s' if number > 1 else ''}"] = days
    yield from sorted(found, key=lambda words: found[words])


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.get(word.lower(), 0)


def _ages(evidence: Iterable[Evidence]) -> Iterator[str]:
    for one in evidence:
        for match in _AGE.finditer(one.text):
            age = _number(match[1] or match[2])
            if age:
                yield f"under {age}"


def _places(evidence: Iterable[Evidence]) -> Iterator[str]:
    texts = [one.text for one in evidence]
    yield from (name for name, words in _PLACES if any(map(words.search, texts)))


_KINDS = {"times": _times, "ages": _ages, "places": _places}
