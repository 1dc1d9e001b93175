"""What policies say, as statements that can be counted: each a rule over found practices."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from privascope.traits.practices.denial import Stance, stance
from privascope.traits.practices.needed import is_backed, needed_words
from privascope.traits.practices.practice import (
    DENIED,
    LIKELY,
    MADE,
    SENTENCE_KINDS,
    SENTENCES_READ,
    Practice,
    sure_of,
)
from privascope.traits.practices.sentence import SENTENCE_END

_FILE = Path(__file__).with_name("statements.toml")
_OPEN = frozenset({"Unspecified", "Other"})
# Lists have no full stops: what a first line rules out, it rules out for every item.
_CELLS = " | "
_ROW_END = re.compile(r"\n")
# A negation as close before a word as one that is meant for it, and in the same clause: "if you are
# not satisfied, you can complain".
_NEGATION = re.compile(
    r"(?:\b(?:not(?![ -]track)|never|nor|neither|no event|cannot|dont|wont)\b|n[’']t\b)"
    r"(?:(?!,\s+(?:you|we|they|i|please|the|users?|customers?|contact|click)\b)[^.;!?]){0,60}$",
    re.IGNORECASE,
)
_BEFORE = 80
# No sentence that says something is longer, and no passage says it oftener.
_FURTHEST = 1000
_MOST_WORDS = 20
# "We sell no data" rules it out as well.
_NONE_AFTER = re.compile(r"\s+(?:no|none|nothing|neither)\b", re.IGNORECASE)
# Changes whenever the same rules would find something else.
_METHOD = "7"
_NEGATED_OR = {"no": False, "yes": True, "either": None}


@dataclass(frozen=True, slots=True)
class Condition:
    """One of some values of an attribute."""

    attribute: str
    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a policy can say, in plain words, and the practices that say it.

    `absent` is the wording for a policy that was read and does not say it; `opposite` the slug of
    the statement to the contrary, or "". `denied` is the wording for a policy that denies a
    statement without an opposite.

    Of rules: `negated` statements say that something is not done; of those with None, words that
    negate change nothing. The words of `anywhere` say it in a passage of any category, those of
    `words` in one of its own.
    """

    slug: str
    plain: str
    absent: str
    category: str
    conditions: tuple[Condition, ...]
    said_by: str
    words: re.Pattern[str] | None
    not_words: re.Pattern[str] | None
    anywhere: re.Pattern[str] | None
    negated: bool | None
    opposite: str
    denied: str = ""


@cache
def statements() -> tuple[Statement, ...]:
    """All statements, in the order of the taxonomy."""
    content = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        Statement(
            slug=entry["slug"],
            plain=entry["plain"],
            absent=entry["absent"],
            category=entry["category"],
            conditions=tuple(
                Condition(one["attribute"], frozenset(one["values"])) for one in entry["all"]
            ),
            said_by=entry.get("said_by", ""),
            words=_pattern(entry.get("words", "")),
            not_words=_pattern(entry.get("not_words", "")),
            anywhere=_pattern(entry.get("anywhere", "")),
            negated=_NEGATED_OR[entry.get("negated", "no")],
            opposite=entry.get("opposite", ""),
            denied=entry.get("denied", ""),
        )
        for entry in content["statements"]
    )


def _pattern(text: str) -> re.Pattern[str] | None:
    return re.compile(text, re.IGNORECASE) if text else None


@cache
def by_slug() -> dict[str, Statement]:
    """The statements by their slugs."""
    return {statement.slug: statement for statement in statements()}


@cache
def rules_version() -> str:
    """A name for the rules as they are: what was counted by others is counted again."""
    rules = [
        (
            one.slug,
            one.category,
            one.negated,
            one.words and one.words.pattern,
            one.not_words and one.not_words.pattern,
            one.anywhere and one.anywhere.pattern,
            [(each.attribute, sorted(each.values)) for each in one.conditions],
        )
        for one in statements()
    ]
    needed = [(one.category, one.attribute, one.value, one.words.pattern) for one in needed_words()]
    return sha256(f"{_METHOD} {rules} {needed}".encode()).hexdigest()[:8]


def statements_of(practices: Sequence[Practice], text: str) -> dict[str, tuple[Practice, ...]]:
    """What the practices of a policy come to, by slug, with the practices that say so.

    `text` is the policy's. A policy may say both a statement and its opposite. Where no model read
    its sentences for statements, rules find what they can.
    """
    if any(one.attribute == SENTENCES_READ for one in practices):
        return _of_kind(practices, MADE)
    return found_by_rules(practices, text)


def looked_for(practices: Iterable[Practice]) -> frozenset[str]:
    """The statements that were sought in a policy: not all where no model read its sentences."""
    if any(one.attribute == SENTENCES_READ for one in practices):
        return frozenset(by_slug())
    return frozenset(
        one.slug for one in statements() if one.conditions or one.words or one.anywhere
    )


def denials_of(practices: Iterable[Practice]) -> dict[str, tuple[Practice, ...]]:
    """The statements without an opposite that a policy denies, with the sentences that do."""
    return _of_kind(practices, DENIED)


def likely_statements(practices: Iterable[Practice]) -> dict[str, tuple[Practice, ...]]:
    """What a policy likely says, but not surely enough to say so, with the nearest sentences."""
    return _of_kind(practices, LIKELY)


def _of_kind(practices: Iterable[Practice], kind: str) -> dict[str, tuple[Practice, ...]]:
    """What the model found in sentences, as practices of each statement's category."""
    found: dict[str, list[Practice]] = {}
    for one in practices:
        if one.attribute == kind and one.value in by_slug():
            category = by_slug()[one.value].category
            own = replace(one, category=category, attribute="", value="")
            found.setdefault(one.value, []).append(own)
    return {slug: tuple(found[slug]) for slug in by_slug() if slug in found}


def found_by_rules(practices: Sequence[Practice], text: str) -> dict[str, tuple[Practice, ...]]:
    """What rules over categories, values and words find, by slug, with what says so."""
    practices = [one for one in practices if one.attribute not in SENTENCE_KINDS]
    segments: dict[str, dict[int, list[Practice]]] = {}
    for practice in sure_of(practices):
        segments.setdefault(practice.category, {}).setdefault(practice.segment, []).append(practice)
    stretches = {
        name: [stretch for segment in found.values() for stretch in _stretches(segment, text)]
        for name, found in segments.items()
    }
    passages = {
        name: [one for segment in found.values() for one in segment if not one.attribute]
        for name, found in segments.items()
    }
    everywhere = _surest(one for own in passages.values() for one in own)
    found: dict[str, tuple[Practice, ...]] = {}
    for statement in statements():
        evidence = {
            practice
            for stretch in stretches.get(statement.category, ())
            for practice in _evidence(statement, stretch, text)
        }
        own = passages.get(statement.category, [])
        evidence |= _words(statement, statement.words or statement.anywhere, own, text)
        spoken = {one.segment for one in own}
        rest = [one for one in everywhere if one.segment not in spoken]
        evidence |= _words(statement, statement.anywhere, rest, text)
        if evidence:
            ordered = sorted(evidence, key=lambda one: (one.start, one.end, one.attribute))
            found[statement.slug] = tuple(ordered)
    return found


def nearest_to(statement: Statement, practices: Sequence[Practice]) -> tuple[Practice, ...]:
    """What comes nearest to a statement that a policy does not make.

    A sentence that likely makes it, else a part of it, or another value, or a passage about the
    same; nothing where the policy has no such passage.
    """
    likely = likely_statements(practices).get(statement.slug)
    if likely:
        return likely
    best: tuple[tuple[int, float], tuple[Practice, ...]] = ((-1, 0.0), ())
    segments: dict[int, list[Practice]] = {}
    for practice in practices:
        if practice.category == statement.category:
            segments.setdefault(practice.segment, []).append(practice)
    for segment in segments.values():
        part = [
            one
            for one in segment
            if any(
                one.attribute == each.attribute and one.value in each.values
                for each in statement.conditions
            )
        ]
        attributes = {each.attribute for each in statement.conditions}
        other = [one for one in segment if one.attribute in attributes and one.value not in _OPEN]
        found = part or other or [one for one in segment if not one.attribute]
        if found:
            met = 1 + len({one.attribute for one in part}) if part or other else 0
            rank = met, max(one.confidence for one in found)
            best = max(best, (rank, tuple(found)), key=lambda each: each[0])
    return best[1]


def _stretches(segment: Sequence[Practice], text: str) -> list[list[Practice]]:
    """What of a segment belongs together: each row of a table by itself, else all."""
    whole = [one for one in segment if not one.attribute]
    if all(text.find(_CELLS, one.start, one.end) < 0 for one in whole):
        return [list(segment)]
    rows: dict[int, list[Practice]] = {}
    for one in segment:
        if one.attribute:
            rows.setdefault(text.rfind("\n", 0, one.start), []).append(one)
    return [*(list(row) for row in rows.values()), whole]


def _evidence(statement: Statement, segment: Sequence[Practice], text: str) -> list[Practice]:
    """The practices of one stretch whose values make the statement, or none."""
    found: list[Practice] = []
    for condition in statement.conditions:
        fitting = [
            one
            for one in segment
            if one.attribute == condition.attribute
            and one.value in condition.values
            and is_backed(one, text)
            and _fits(statement, stance(one, segment, text))
        ]
        if not fitting:
            return []
        found += fitting
    return found


def _fits(statement: Statement, taken: Stance) -> bool:
    wanted = Stance.DENIED if statement.negated else Stance.DONE
    return statement.negated is None or taken is wanted


def _surest(passages: Iterable[Practice]) -> list[Practice]:
    """For each segment the category of which the model is surest."""
    found: dict[int, Practice] = {}
    for one in passages:
        known = found.get(one.segment)
        if known is None or one.confidence > known.confidence:
            found[one.segment] = one
    return list(found.values())


def _words(
    statement: Statement, words: re.Pattern[str] | None, passages: Sequence[Practice], text: str
) -> set[Practice]:
    """Where passages hold a statement's words, each as a practice at that place."""
    if words is None:
        return set()
    return {
        replace(one, category=statement.category, start=match.start(), end=match.end())
        for one in passages
        for match in islice(words.finditer(text, one.start, one.end), _MOST_WORDS)
        if _says(statement, match, one, text)
    }


def _says(statement: Statement, match: re.Match[str], passage: Practice, text: str) -> bool:
    """Whether words make a statement, as the rest of their sentence has it."""
    start, end = _sentence(text, match.start(), passage)
    sentence = text[start:end].rstrip()
    # A question is a heading, and its answer follows.
    if sentence.endswith("?") or (statement.not_words and statement.not_words.search(sentence)):
        return False
    before = text[max(start, match.start() - _BEFORE) : match.start()]
    negated = bool(_NEGATION.search(before) or _NONE_AFTER.match(text, match.end()))
    return statement.negated is None or statement.negated == negated


def _sentence(text: str, place: int, within: Practice) -> tuple[int, int]:
    """Where the sentence around a place starts and ends."""
    start, last = max(within.start, place - _FURTHEST), min(within.end, place + _FURTHEST)
    ends = _ROW_END if text.find(_CELLS, start, last) >= 0 else SENTENCE_END
    heading = text.find("\n", start, place)
    if start == within.start < heading and text[heading - 1] not in ":;,":
        start = heading + 1
    for match in ends.finditer(text, start, last):
        if match.end() > place:
            return start, match.end()
        start = match.end()
    return start, last
