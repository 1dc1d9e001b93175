"""How a stored policy changed: its versions in order, and two of them sentence by sentence."""

from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from privascope.library.diff import ChangeKind, compare_policies
from privascope.library.records import HistoryEntry, StoredPolicy
from privascope.library.store import Library
from privascope.library.versions import two_versions
from privascope.policy.policy import Policy, Span
from privascope.typed_result import TypedResult


@dataclass(frozen=True, slots=True)
class HistoryStep(TypedResult):
    """A version, and in one line what changed since the version before it."""

    version: HistoryEntry
    summary: str


@dataclass(frozen=True, slots=True)
class PolicyHistory(TypedResult):
    """The versions of a policy, oldest first."""

    policy: StoredPolicy
    versions: tuple[HistoryStep, ...]


@dataclass(frozen=True, slots=True)
class ChangedSentence(TypedResult):
    """A sentence that changed: where it is in each text, and its words there."""

    kind: ChangeKind
    before: Span | None
    before_text: str | None
    after: Span | None
    after_text: str | None


@dataclass(frozen=True, slots=True)
class VersionDiff(TypedResult):
    """What changed between two versions, `before` and `after`; unchanged sentences are left out."""

    policy_id: str
    before: str
    after: str
    summary: str
    changes: tuple[ChangedSentence, ...]


def read_history(library: Library, policy_id: str) -> PolicyHistory:
    """The versions of a policy, each compared with the one before it."""
    with library.snapshot():
        stored = library.policy(policy_id)
        entries = library.history(policy_id)
        texts = [library.derived(entry.version_id).policy for entry in entries]
    summaries = ["first seen"]
    summaries += [compare_policies(*pair).summary() for pair in pairwise(texts)]
    return PolicyHistory(stored, tuple(map(HistoryStep, entries, summaries)))


def read_diff(
    library: Library, policy_id: str, start: str | date | None, end: str | date | None
) -> VersionDiff:
    """What changed between two versions, each named by its id or a day; else the last two."""
    with library.snapshot():
        earlier, later = two_versions(library, policy_id, start, end)
        before, after = library.derived(earlier).policy, library.derived(later).policy
    diff = compare_policies(before, after)
    return VersionDiff(
        policy_id=policy_id,
        before=earlier,
        after=later,
        summary=diff.summary(),
        changes=tuple(
            ChangedSentence(
                change.kind,
                change.before,
                _words(before, change.before),
                change.after,
                _words(after, change.after),
            )
            for change in diff.changes
            if change.kind is not ChangeKind.SAME
        ),
    )


def _words(policy: Policy, span: Span | None) -> str | None:
    return policy.quote(span) if span else None
