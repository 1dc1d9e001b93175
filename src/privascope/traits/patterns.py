"""Finds names in a text by rules: a literal, and the context that it needs."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from privascope.traits.mention import Mention

# More places of one rule than any policy has; bounds the work on hostile text.
_MOST_PLACES = 5000
# How far from a name its context may be, in characters.
_REACH = 120
_LITERAL = re.compile(r"[^\\.^$*+?{}\[\]|()]+")
# Each replaced by one character, so that offsets stay true. "İ" is the one letter that
# str.lower() makes two of.
_FOLDED = (
    ("İ", "I"),
    ("\t", " "),
    ("\u00a0", " "),
    ("’", "'"),
    ("‘", "'"),
    ("‐", "-"),
    ("‑", "-"),
    ("–", "-"),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """How one thing may be named.

    `cue` is the literal that the pattern begins with. An abbreviation (`exact`) is looked for in
    its own letter case and, where `near` is given, counts only in a text that also spells the
    name out or has that context.
    """

    name: str
    cue: str
    pattern: re.Pattern[str]
    exact: bool
    near: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    alone: bool


def spelled(name: str, pattern: str, near: str = "", unless: str = "") -> Rule:
    """A name spelled out, in small letters with plain spaces, apostrophes and hyphens."""
    return _rule(name, pattern, False, near, unless, alone=True)


def abbreviated(
    name: str, pattern: str, near: str = "", unless: str = "", *, alone: bool = False
) -> Rule:
    """An abbreviation in its own letter case; `alone` if the name in full does not vouch for it."""
    return _rule(name, pattern, True, near, unless, alone)


def find_mentions(text: str, rules: Iterable[Rule]) -> tuple[Mention, ...]:
    """Every place of a rule's name, in order; of overlapping ones, the longest."""
    folded = text
    for character, plain in _FOLDED:
        folded = folded.replace(character, plain)
    folded = folded.lower()
    found: list[Mention] = []
    spelled_out: set[str] = set()
    for rule in rules:
        searched = text if rule.exact else folded
        if rule.cue not in searched:
            continue
        places = _places(searched, rule.cue, rule.pattern)
        for start, end in islice(places, _MOST_PLACES):
            if not _is_whole(text, start, end):
                continue
            if _has_context(folded, start, end, rule, rule.name in spelled_out):
                found.append(Mention(rule.name, start, end))
                if not rule.exact:
                    spelled_out.add(rule.name)
    return tuple(_apart(found))


def _rule(name: str, pattern: str, exact: bool, near: str, unless: str, alone: bool) -> Rule:
    return Rule(
        name,
        _cue(pattern),
        re.compile(pattern),
        exact,
        re.compile(near) if near else None,
        re.compile(unless) if unless else None,
        alone,
    )


def _cue(pattern: str) -> str:
    """The literal that a pattern begins with."""
    match = _LITERAL.match(pattern)
    cue = match[0] if match else ""
    # A repeat belongs to the last letter alone.
    if pattern[len(cue) : len(cue) + 1] in ("?", "*", "{"):
        cue = cue[:-1]
    if not cue:
        raise ValueError(f"a pattern must begin with a literal: {pattern}")
    return cue


def _places(text: str, cue: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    start = text.find(cue)
    while start >= 0:
        match = pattern.match(text, start)
        end = match.end() if match else start + 1
        if match:
            yield start, end
        start = text.find(cue, end)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a name begins and ends with a word, or where a page glued two: "our CookiesWe"."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 2]
    if _is_word(before) and not (before.islower() and text[start].isupper()):
        return False
    if not _is_word(after[:1]):
        return True
    return after[0].isupper() and (text[end - 1].islower() or after[1:].islower())


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _has_context(folded: str, start: int, end: int, rule: Rule, spelled_out: bool) -> bool:
    if rule.near is None and rule.unless is None:
        return True
    window = folded[max(0, start - _REACH) : end + _REACH]
    if rule.unless is not None and rule.unless.search(window):
        return False
    if rule.near is None or (spelled_out and not rule.alone):
        return True
    return rule.near.search(window) is not None


def _apart(found: list[Mention]) -> Iterator[Mention]:
    found.sort(key=lambda mention: (mention.start, -mention.end))
    end = 0
    for mention in found:
        if mention.start >= end:
            end = mention.end
            yield mention
