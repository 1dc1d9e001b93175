"""The fields of REST responses, where none of the library's typed results fits as it is."""

from dataclasses import dataclass

from privascope.collect.funnel import Funnel
from privascope.compare.insights import Insights
from privascope.library.records import Company, HistoryEntry, StoredPolicy
from privascope.policy.policy import Policy
from privascope.search.exported import ExportedPolicy
from privascope.search.page import Facet, Range
from privascope.traits.traits import Traits


@dataclass(frozen=True, slots=True)
class PolicyStretch:
    """Some of the policies that match; `next` is the `after` of the next batch, if there is one.

    `notes` say what in the request could not be followed.
    """

    policies: tuple[ExportedPolicy, ...]
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
class FacetAnswer:
    """What the policies that match can be narrowed by, with counts and distributions."""

    total: int
    facets: tuple[Facet, ...]
    ranges: tuple[Range, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatementEntry:
    """Something that policies can say; `opposite` is the slug of the statement to the contrary."""

    slug: str
    wording: str
    absent: str
    category: str
    opposite: str | None


@dataclass(frozen=True, slots=True)
class StatementList:
    """All statements that can be searched for and counted."""

    statements: tuple[StatementEntry, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """The library in numbers: how it came together and what it holds."""

    funnel: Funnel
    insights: Insights
