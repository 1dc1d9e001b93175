"""Makes a policy's label from its practices."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from privascope.answer.answer import Source
from privascope.compare.company_names import named_or_not
from privascope.compare.contradictions import contradictions
from privascope.compare.evidence import Evidence, Quoter
from privascope.compare.first_view import Reply, Usual, by_rarity, first_view
from privascope.compare.grid import make_grid
from privascope.compare.label import Likely, Line, Part, PolicyLabel, Topic
from privascope.compare.label_lines import open_line, statement_line, unsure_line, value_line
from privascope.compare.label_parts import (
    OTHER,
    UNSPECIFIED,
    PartPlan,
    TopicPlan,
    is_one_line,
    part_of,
    part_plans,
)
from privascope.compare.label_said import Said, add_statements, doubtful_values, what_is_said
from privascope.compare.made import statements_made
from privascope.compare.norms import make_norms
from privascope.compare.standing import Standing
from privascope.policy.policy import Policy
from privascope.traits.practices.needed import is_backed
from privascope.traits.practices.practice import SURE, Practice, sure_of
from privascope.traits.practices.statements import by_slug
from privascope.traits.practices.statements import statements as all_statements
from privascope.traits.vagueness import Vagueness


def make_label(
    policy: Policy,
    practices: Sequence[Practice],
    vagueness: Vagueness,
    source: Source,
    method: str,
    sector: str | None = None,
    counts: Mapping[str, int] | None = None,
    known: int = 0,
    usual: Mapping[str, Mapping[Reply, Usual]] | None = None,
) -> PolicyLabel:
    """The label of a policy whose practices were found.

    `counts` tells how many of the `known` policies of the sector make each statement, `usual` how
    many of the whole library give each answer of the first view.
    """
    made = statements_made(policy, practices)
    doubtful = doubtful_values(practices)
    practices = [
        named_or_not(one, policy.text) for one in sure_of(practices) if is_backed(one, policy.text)
    ]
    quoter = Quoter(policy, vagueness)
    said = what_is_said(practices, policy.text)
    add_statements(said, made.places)
    statements = {
        slug: statement_line(slug, quoter.quotes(places)) for slug, places in made.places.items()
    }
    parts = tuple(
        _part(
            plan,
            _reading(plan, policy, quoter, said, practices, doubtful),
            tuple(line for slug, line in statements.items() if _is_own_line(slug, plan)),
        )
        for plan in part_plans()
    )
    quoted = {slug: line.evidence for slug, line in statements.items()}
    return PolicyLabel(
        source=source,
        sector=sector,
        method=method,
        first_view=by_rarity(first_view(made, quoter), usual or {}),
        contradictions=contradictions(made, quoter),
        may_also=tuple(Likely(slug, by_slug()[slug].plain) for slug in made.likely),
        statements=tuple(statements.values()),
        parts=parts,
        grid=make_grid(practices, policy.text, quoter),
        norms=make_norms(sector, counts or {}, known, quoted, _unsure_statements(parts))
        if sector
        else None,
    )


def _is_own_line(slug: str, plan: PartPlan) -> bool:
    """Whether a part has a line for a statement, beside those of its values."""
    return part_of(by_slug()[slug]) == plan.slug and not is_one_line(by_slug()[slug])


def _unsure_statements(parts: Sequence[Part]) -> set[str]:
    """The statements of which it is not sure that a policy does not make them."""
    named = {part.slug: part for part in parts}
    found = set()
    for statement in all_statements():
        part = named[part_of(statement)]
        near = {line.name for line in part.topics[0].not_sure}
        values = {
            value
            for condition in statement.conditions
            if condition.attribute == part.topics[0].attribute
            for value in condition.values
        }
        if part.standing is Standing.NOT_SURE or near & values:
            found.add(statement.slug)
    return found


@dataclass(frozen=True, slots=True)
class _Reading:
    """A policy as a part of the label sees it.

    `doubtful` are values of which it is not sure that the policy says them. `passages` are the
    segments of the part's category, as practices; `speaking` are words that may be about the part;
    `near` are the numbers of the segments with either.
    """

    policy: Policy
    quoter: Quoter
    said: Mapping[tuple[str, str, str], Said]
    doubtful: Mapping[tuple[str, str, str], Sequence[Practice]]
    passages: Sequence[Practice]
    speaking: Sequence[Practice]
    near: Sequence[int]


def _reading(
    plan: PartPlan,
    policy: Policy,
    quoter: Quoter,
    said: Mapping[tuple[str, str, str], Said],
    practices: Iterable[Practice],
    doubtful: Mapping[tuple[str, str, str], Sequence[Practice]],
) -> _Reading:
    passages = [one for one in practices if one.category == plan.category and not one.attribute]
    speaking = list(_speaking(plan, policy))
    near = sorted({one.segment for one in (*passages, *speaking)})
    return _Reading(policy, quoter, said, doubtful, passages, speaking, near)


def _part(plan: PartPlan, reading: _Reading, statements: tuple[Line, ...]) -> Part:
    topics = [_topic(plan, topic, reading) for topic in plan.topics]
    if not topics[0].lines and any(one.confidence >= SURE for one in reading.passages):
        # The category was found, but none of its values: what it says stays open.
        line = open_line(plan.topics[0], reading.quoter.quotes(reading.passages))
        topics[0] = replace(topics[0], lines=(line,))
    standing = _part_standing(topics[0].lines)
    perhaps: tuple[Evidence, ...] = ()
    if standing is Standing.NOT_STATED and statements:
        standing = Standing.STATED
    elif standing is Standing.NOT_STATED:
        perhaps = reading.quoter.quotes(reading.speaking).best
        standing = Standing.NOT_SURE if perhaps else standing
    return Part(
        slug=plan.slug,
        title=plan.title,
        category=plan.category,
        standing=standing,
        told=_told(plan, standing, topics[0].lines or statements),
        topics=tuple(topics),
        statements=statements,
        perhaps=perhaps,
    )


def _speaking(plan: PartPlan, policy: Policy) -> Iterator[Practice]:
    """Where words stand that may be about a part, each as a practice that nobody found.

    What stands under a heading that has them comes first.
    """
    starts = [segment.start for segment in policy.segments]
    headings = {section.start: section.heading_end for section in policy.sections}
    for match in plan.speaks.finditer(policy.text):
        at = bisect_right(starts, match.start()) - 1
        if at >= 0 and match.end() <= policy.segments[at].end:
            line = policy.text.rfind("\n", 0, match.start()) + 1
            likely = 0.1 if match.end() <= headings.get(line, 0) else 0.0
            yield Practice(plan.category, "", "", likely, at, match.start(), match.end())


def _part_standing(lines: Sequence[Line]) -> Standing:
    for standing in (Standing.STATED, Standing.DENIED, Standing.UNSPECIFIED):
        if any(line.standing is standing for line in lines):
            return standing
    return Standing.NOT_STATED


def _told(plan: PartPlan, standing: Standing, lines: Sequence[Line]) -> str:
    if standing is Standing.NOT_STATED:
        return plan.silent
    if standing is Standing.NOT_SURE:
        return "contains related words, but no statement was recognised"
    wanted = [line.wording for line in lines if line.standing is standing]
    return ", ".join(wanted)


def _topic(plan: PartPlan, topic: TopicPlan, reading: _Reading) -> Topic:
    lines: list[Line] = []
    not_sure: list[Line] = []
    not_stated: list[str] = []
    for value in topic.attribute.values:
        found = reading.said.get((plan.category, topic.attribute.name, value.name))
        if value.name == UNSPECIFIED and not topic.open:
            continue
        if found is not None and (found.yes or found.no):
            lines.append(value_line(topic, value, reading.quoter, found))
        elif value.name in topic.cues:
            doubtful = reading.doubtful.get((plan.category, topic.attribute.name, value.name), ())
            with_words = _with_words(topic.cues[value.name], plan, reading)
            near = reading.quoter.quotes((*doubtful, *with_words))
            if near.places:
                not_sure.append(unsure_line(value, near))
            else:
                not_stated.append(topic.missing.get(value.name, value.plain))
    # What is not in the list tells little beside what is.
    told = [line for line in lines if line.name != OTHER] or lines
    names = {line.name for line in told}
    if not topic.open_beside and names != {UNSPECIFIED}:
        told = [line for line in told if line.name != UNSPECIFIED]
    told = [line for line in told if topic.within.get(line.name) not in names]
    return Topic(topic.attribute.name, topic.title, tuple(told), tuple(not_sure), tuple(not_stated))


def _with_words(words: re.Pattern[str], plan: PartPlan, reading: _Reading) -> Iterator[Practice]:
    """Where words stand in passages that are about a part or may be, each as a found practice."""
    for number in reading.near:
        segment = reading.policy.segments[number]
        for match in words.finditer(reading.policy.text, segment.start, segment.end):
            yield Practice(plan.category, "", "", 0.0, number, match.start(), match.end())
