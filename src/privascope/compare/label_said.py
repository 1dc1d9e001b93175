"""What a policy's practices affirm and what they rule out, value by value."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from privascope.compare.evidence import by_segment
from privascope.compare.label_parts import UNSPECIFIED, part_plans
from privascope.traits.practices.denial import Stance, stance
from privascope.traits.practices.practice import SURE, Practice

# That a policy rules out one of the others is not told: "not on the website" says little.
_DENIABLE = ("Personal Information Type", "Purpose", "Third Party Entity", "")
_ANNOUNCES = re.compile(r":\s*$|\bfollowing\b|\bas follows\b|\bbelow\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """The practices of one kind of value: those that affirm it and those that rule it out."""

    yes: list[Practice]
    no: list[Practice]


def what_is_said(practices: Iterable[Practice], text: str) -> dict[tuple[str, str, str], Said]:
    """The practices by category, attribute and value."""
    found: dict[tuple[str, str, str], Said] = {}
    for category, segment in by_segment(practices):
        named = {one.attribute for one in segment if one.value != UNSPECIFIED}
        for practice in segment:
            # A passage that names one kind of something does not leave open which it is, nor does
            # one that announces a list.
            if practice.value == UNSPECIFIED and (
                practice.attribute in named or _ANNOUNCES.search(text, practice.start, practice.end)
            ):
                continue
            taken = stance(practice, segment, text)
            deniable = practice.attribute in _DENIABLE and practice.value != UNSPECIFIED
            if taken is Stance.NEITHER or (taken is Stance.DENIED and not deniable):
                continue
            said = found.setdefault((category, practice.attribute, practice.value), Said([], []))
            (said.no if taken is Stance.DENIED else said.yes).append(practice)
    return found


def doubtful_values(practices: Iterable[Practice]) -> dict[tuple[str, str, str], list[Practice]]:
    """The values that were found but are not likelier than not, by category and attribute."""
    found: dict[tuple[str, str, str], list[Practice]] = {}
    for one in practices:
        if one.attribute and one.confidence < SURE:
            found.setdefault((one.category, one.attribute, one.value), []).append(one)
    return found


def add_statements(
    said: dict[tuple[str, str, str], Said], found: Mapping[str, Sequence[Practice]]
) -> None:
    """Adds the values that a statement's words tell, and takes away that they are left open."""
    for plan in part_plans():
        for topic in plan.topics:
            for value, slug in topic.statements.items():
                if slug not in found:
                    continue
                key = (plan.category, topic.attribute.name, value)
                in_words = [one for one in found[slug] if not one.attribute]
                said.setdefault(key, Said([], [])).yes.extend(in_words)
                told = {one.segment for one in found[slug]}
                left_open = said.get((*key[:2], UNSPECIFIED))
                if left_open:
                    left_open.yes[:] = [one for one in left_open.yes if one.segment not in told]
