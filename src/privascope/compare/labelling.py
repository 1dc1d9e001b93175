"""Labels of policies in a library, and of pages that are not stored."""

from privascope.answer.answer import Source
from privascope.answer.subject import Subject, stored_source
from privascope.compare.first_usual import usual_answers
from privascope.compare.label import PolicyLabel
from privascope.compare.label_making import make_label
from privascope.compare.norms import count_statements
from privascope.errors import NotFoundError
from privascope.library.facts import Facts, read_facts, smallest_pagerank
from privascope.library.practices import practices_of
from privascope.library.store import Library
from privascope.policy.canonical import host_of
from privascope.policy.policy import Policy
from privascope.traits.practices.find import find_practices, version
from privascope.traits.sector import find_sector
from privascope.traits.vagueness import measure_vagueness


def stored_label(library: Library, policy_id: str, version_id: str = "") -> PolicyLabel:
    """The label of a policy's version, by default the current one.

    Its practices are found now if they are not there yet.
    """
    with library.snapshot():
        stored = library.policy(policy_id)
        version_id = version_id or stored.current_version
        facts = read_facts(library, version_id, smallest_pagerank(library))
        if facts is None or facts.policy_id != policy_id:
            raise NotFoundError(f"the policy {policy_id} has no version {version_id}")
        policy = library.derived(version_id).policy
        company = library.company(stored.domain)
    return label_of(library, facts, policy, stored_source(stored, version_id, policy, company))


def label_of(library: Library, facts: Facts, policy: Policy, source: Source) -> PolicyLabel:
    """The label of a stored version whose text and facts are already loaded."""
    practices = practices_of(library, facts.version_id)
    sector = facts.traits.sector.name if facts.traits.sector else None
    counts, known = count_statements(library, sector)
    return make_label(
        policy,
        practices,
        facts.traits.vagueness or measure_vagueness(policy),
        source,
        version(),
        sector,
        counts,
        known,
        usual_answers(library),
    )


def visiting_label(subject: Subject, library: Library | None) -> PolicyLabel:
    """The label of a page that is not stored, beside the library's policies where there is one."""
    source, policy = subject.source, subject.policy
    practices = subject.practices
    if practices is None:
        practices = find_practices(policy)
    sector = find_sector(policy.text, host_of(source.url), policy.title).name
    counts, known = count_statements(library, sector) if library else ({}, 0)
    return make_label(
        policy,
        practices,
        measure_vagueness(policy),
        source,
        version(),
        sector,
        counts,
        known,
        usual_answers(library) if library else None,
    )
