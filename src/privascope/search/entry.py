"""A policy as lists show it: results, exports, tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from privascope.library.facts import Facts
from privascope.traits.mention import Mention
from privascope.traits.mention_traits import MENTION_TRAITS, with_mentions
from privascope.typed_result import TypedResult

Day: TypeAlias = date


@dataclass(frozen=True, slots=True)
@with_mentions(tuple[str, ...] | None)
class PolicyEntry(TypedResult):
    """What is known of a policy. None stands for what is not known or not computed yet.

    `date` is the one that the policy states (`stated`), or else the day it was first fetched;
    `fetched` is the last day on which this text was fetched.

    Each of MENTION_TRAITS has a field here too, such as `laws`.
    """

    policy_id: str
    version_id: str
    service: str
    title: str
    url: str
    domain: str
    date: date | None
    sector: str | None
    sector_source: str | None
    language: str
    words: int
    minutes: float | None
    grade: float | None
    vagueness: float | None
    probability: float
    popularity: float
    stated: Day | None
    fetched: Day | None
    country: str | None
    size: str | None
    founded: int | None


def entry_values(facts: Facts) -> dict[str, Any]:
    """The fields of an entry by name."""
    traits = facts.traits
    return {
        "policy_id": facts.policy_id,
        "version_id": facts.version_id,
        "service": facts.service,
        "title": facts.title or facts.service or facts.url,
        "url": facts.url,
        "domain": facts.domain,
        "date": facts.day,
        "sector": traits.sector.name if traits.sector else None,
        "sector_source": traits.sector.source if traits.sector else None,
        "language": facts.language,
        "words": facts.words,
        "minutes": traits.readability.minutes if traits.readability else None,
        "grade": traits.readability.grade if traits.readability else None,
        "vagueness": traits.vagueness.share if traits.vagueness else None,
        "probability": facts.probability,
        "popularity": facts.popularity,
        "stated": facts.stated,
        "fetched": facts.fetched,
        "country": facts.country or None,
        "size": facts.size or None,
        "founded": facts.founded,
        **{trait.name: _names(traits.mentions(trait.name)) for trait in MENTION_TRAITS},
    }


def _names(mentions: Sequence[Mention] | None) -> tuple[str, ...] | None:
    return None if mentions is None else tuple(sorted({mention.name for mention in mentions}))
