"""The parts of a label, and the attributes of practices that each part shows."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from privascope.traits.practices.statements import Statement
from privascope.traits.practices.taxonomy import Attribute, category

_FILE = Path(__file__).with_name("label_wording.toml")
UNSPECIFIED = "Unspecified"
OTHER = "Other"


@dataclass(frozen=True, slots=True)
class TopicPlan:
    """An attribute that a part tells; `title` is empty for what the part is about.

    `open` is empty where it is not told that a policy leaves the attribute open; without
    `open_beside` it is told only where nothing else is. `statements` are
    those whose own words tell a value, `within` names for some values another that tells all of
    them, `cues` are words without which a value is not stated.
    """

    attribute: Attribute
    title: str
    open: str
    open_beside: bool
    general: frozenset[str]
    quoted: frozenset[str]
    named: frozenset[str]
    statements: Mapping[str, str]
    missing: Mapping[str, str]
    within: Mapping[str, str]
    cues: Mapping[str, re.Pattern[str]]


@dataclass(frozen=True, slots=True)
class PartPlan:
    """One part of a label; `silent` is what a policy is told to do that has nothing of it.

    Without any of the words of `speaks` it is sure to have nothing.
    """

    slug: str
    title: str
    category: str
    silent: str
    speaks: re.Pattern[str]
    topics: tuple[TopicPlan, ...]


@cache
def part_plans() -> tuple[PartPlan, ...]:
    """All parts, in the order in which a reader asks."""
    content = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        PartPlan(
            slug=entry["slug"],
            title=entry["title"],
            category=entry["category"],
            silent=entry["silent"],
            speaks=_words(entry["speaks"]),
            topics=tuple(
                _topic(
                    entry["category"],
                    place,
                    topic,
                    {} if place else content["cues"].get(entry["slug"], {}),
                )
                for place, topic in enumerate(entry["topics"])
            ),
        )
        for entry in content["parts"]
    )


def _topic(name: str, place: int, entry: dict[str, object], cues: Mapping[str, str]) -> TopicPlan:
    attribute = next(one for one in category(name).attributes if one.name == entry["attribute"])
    return TopicPlan(
        attribute=attribute,
        title=str(entry.get("title", attribute.plain)) if place else "",
        open=str(entry.get("open", "")),
        open_beside=bool(entry.get("open_beside", False)),
        general=_names(entry, "general"),
        quoted=_names(entry, "quoted"),
        named=_names(entry, "named"),
        statements=_wordings(entry, "statements"),
        missing=_wordings(entry, "missing"),
        within=_wordings(entry, "within"),
        cues={name: _words(words) for name, words in cues.items()},
    )


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{text})\b", re.IGNORECASE)


def _names(entry: dict[str, object], key: str) -> frozenset[str]:
    found = entry.get(key, [])
    assert isinstance(found, list)
    return frozenset(found)


def _wordings(entry: dict[str, object], key: str) -> dict[str, str]:
    found = entry.get(key, {})
    assert isinstance(found, dict)
    return found


@cache
def part_of(statement: Statement) -> str:
    """The slug of the part that a statement belongs to."""
    plans = [plan for plan in part_plans() if plan.category == statement.category]
    attributes = {condition.attribute for condition in statement.conditions}
    for plan in plans:
        if plan.topics[0].attribute.name in attributes:
            return plan.slug
    return plans[0].slug


def is_one_line(statement: Statement) -> bool:
    """Whether a line of the label says what the statement says."""
    topics = [
        topic
        for plan in part_plans()
        if plan.category == statement.category
        for topic in plan.topics
    ]
    if any(statement.slug in topic.statements.values() for topic in topics):
        return True
    if statement.said_by or statement.negated or len(statement.conditions) != 1:
        return False
    (condition,) = statement.conditions
    return any(topic.attribute.name == condition.attribute for topic in topics)
