"""What the API answers with, where the library's own types do not say it all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from privascope.collect.funnel import Funnel
from privascope.compare.insights import Insights
from privascope.library.diff import ChangeKind, PolicyDiff
from privascope.library.facts import Facts
from privascope.library.records import Company, HistoryEntry, StoredPolicy
from privascope.policy.policy import Policy, Span
from privascope.search.page import Facet, Range
from privascope.traits.mention import Mention
from privascope.traits.traits import Traits


@dataclass(frozen=True, slots=True)
class PolicyEntry:
    """A policy in an export. None stands for what is not known or not computed yet."""

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
    trackers: tuple[str, ...] | None
    bodies: tuple[str, ...] | None
    laws: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PolicyStretch:
    """Some of the policies that match; `next` is the `after` of the next stretch, if there is one.

    `notes` say what in the request could not be followed.
    """

    policies: tuple[PolicyEntry, ...]
    next: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PolicyAnswer:
    """One policy: what the library knows of it, with the traits of its current version."""

    policy: StoredPolicy
    company: Company | None
    popularity: float
    traits: Traits


@dataclass(frozen=True, slots=True)
class VersionList:
    """The texts that a policy had, oldest first."""

    policy_id: str
    versions: tuple[HistoryEntry, ...]


@dataclass(frozen=True, slots=True)
class VersionAnswer:
    """A version's text; sections, segments, sentences and traits point into `content.text`."""

    policy_id: str
    version_id: str
    method: str
    content: Policy
    traits: Traits


@dataclass(frozen=True, slots=True)
class ChangedSentence:
    """A sentence that is not the same any more, by its place in either text and its words."""

    kind: ChangeKind
    before: Span | None
    before_text: str | None
    after: Span | None
    after_text: str | None


@dataclass(frozen=True, slots=True)
class DiffAnswer:
    """What changed between two versions; unchanged sentences are left out."""

    policy_id: str
    before: str
    after: str
    summary: str
    changes: tuple[ChangedSentence, ...]


@dataclass(frozen=True, slots=True)
class FacetAnswer:
    """What the policies that match can be narrowed by, with counts and distributions."""

    total: int
    facets: tuple[Facet, ...]
    ranges: tuple[Range, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """The library in numbers: how it came together and what it holds."""

    funnel: Funnel
    insights: Insights


def policy_entry(facts: Facts) -> PolicyEntry:
    """A version's facts as an export shows them."""
    traits = facts.traits
    return PolicyEntry(
        policy_id=facts.policy_id,
        version_id=facts.version_id,
        service=facts.service,
        title=facts.title,
        url=facts.url,
        domain=facts.domain,
        date=facts.day,
        sector=traits.sector.name if traits.sector else None,
        sector_source=traits.sector.source if traits.sector else None,
        language=facts.language,
        words=facts.words,
        minutes=traits.readability.minutes if traits.readability else None,
        grade=traits.readability.grade if traits.readability else None,
        vagueness=traits.vagueness.share if traits.vagueness else None,
        probability=facts.probability,
        popularity=facts.popularity,
        trackers=_names(traits.trackers),
        bodies=_names(traits.bodies),
        laws=_names(traits.laws),
    )


def changed_sentences(
    diff: PolicyDiff, before: Policy, after: Policy
) -> tuple[ChangedSentence, ...]:
    """The changes of a diff with the words that they are about."""
    return tuple(
        ChangedSentence(
            change.kind,
            change.before,
            before.quote(change.before) if change.before else None,
            change.after,
            after.quote(change.after) if change.after else None,
        )
        for change in diff.changes
        if change.kind is not ChangeKind.SAME
    )


def _names(mentions: Sequence[Mention] | None) -> tuple[str, ...] | None:
    return None if mentions is None else tuple(sorted({mention.name for mention in mentions}))
