"""What is asked: a policy of the library, or a page on a visit, with where it comes from."""

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from privascope.answer.answer import Source
from privascope.models.onnx import ModelError
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice

if TYPE_CHECKING:
    # A page on a visit needs nothing of the library.
    from privascope.library.records import Company, StoredPolicy
    from privascope.library.store import Library
    from privascope.library.vectors import VersionVectors


@dataclass(frozen=True, slots=True)
class Subject:
    """A policy's text and its source; `place` keeps the vectors of one in the library.

    `practices` are None where they have not been found yet.
    """

    policy: Policy
    source: Source
    place: "VersionVectors | None" = None
    practices: tuple[Practice, ...] | None = None


def stored_subject(library: "Library", target: str) -> Subject:
    """The current text of the one policy of the library that `target` names."""
    from privascope.library.targets import find_policy_id

    with library.snapshot():
        stored = library.policy(find_policy_id(library, target))
        return version_subject(library, stored, stored.current_version)


def version_subject(library: "Library", stored: "StoredPolicy", version_id: str) -> Subject:
    """The text of one version of a policy."""
    from privascope.library.practices import known_practices
    from privascope.library.vectors import VersionVectors

    policy = library.derived(version_id).policy
    company = library.company(stored.domain)
    practices = None
    # Without the model of practices there are none, and a policy can be asked all the same.
    with contextlib.suppress(ModelError):
        practices = known_practices(library, version_id)
    source = stored_source(stored, version_id, policy, company)
    return Subject(policy, source, VersionVectors(library.folder, version_id), practices)


def stored_source(
    stored: "StoredPolicy", version_id: str, policy: Policy, company: "Company | None"
) -> Source:
    """Where a version's text comes from."""
    day = policy.stated_date or stored.last_seen.date()
    return Source(
        policy_id=stored.id,
        version_id=version_id,
        title=policy.title or stored.service or stored.url,
        organisation=(company.name if company else "") or stored.domain or stored.service,
        url=stored.url,
        date=day.isoformat(),
        stated=policy.stated_date is not None,
    )
