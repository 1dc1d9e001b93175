"""Policies as an export of results holds them: with the statements that each of them makes."""

from collections.abc import Sequence
from dataclasses import dataclass

from privascope.library.facts import Facts
from privascope.library.store import Library
from privascope.search.entry import PolicyEntry, entry_values
from privascope.search.statement_quotes import read_said


@dataclass(frozen=True, slots=True)
class ExportedPolicy(PolicyEntry):
    """What is known of a policy; `statements` are slugs, None where it was not read yet."""

    statements: tuple[str, ...] | None


def exported_policies(library: Library, found: Sequence[Facts]) -> list[ExportedPolicy]:
    """Some policies of a search's results, in the same order."""
    said = read_said(library, [facts.version_id for facts in found])
    return [
        ExportedPolicy(
            **entry_values(facts),
            statements=tuple(said[facts.version_id].statements())
            if facts.version_id in said
            else None,
        )
        for facts in found
    ]
