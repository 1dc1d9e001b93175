"""Makes a policy's label of its practices."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from privascope.answer.answer import Source
from privascope.compare.company_names import named_or_not, names_in
from privascope.compare.evidence import Evidence, Quoter, Quotes, by_segment
from privascope.compare.grid import make_grid
from privascope.compare.label import Line, LineKind, Part, PolicyLabel, Topic
from privascope.compare.label_parts import (
    OTHER,
    UNSPECIFIED,
    PartPlan,
    TopicPlan,
    is_one_line,
    part_of,
    part_plans,
)
from privascope.compare.norms import make_norms
from privascope.compare.standing import Clarity, Standing
from privascope.policy.policy import Policy
from privascope.traits.practices.denial import Stance, stance
from privascope.traits.practices.needed import is_backed
from privascope.traits.practices.practice import SURE, Practice, sure_of
from privascope.traits.practices.statements import by_slug, statements_of
from privascope.traits.practices.statements import statements as all_statements
from privascope.traits.practices.taxonomy import Value
from privascope.traits.vagueness import Vagueness

# That a policy rules out one of the others is not told: "not on the website" says little.
_DENIABLE = ("Personal Information Type", "Purpose", "Third Party Entity", "")
_ANNOUNCES = re.compile(r":\s*$|\bfollowing\b|\bas follows\b|\bbelow\b", re.IGNORECASE)
_MOST_WORDS = 3
_MOST_NAMES = 8
_LONGEST_WORDS = 60


@dataclass(frozen=True, slots=True)
class Said:
    """The practices of one kind of value: those that affirm it and those that rule it out."""

    yes: list[Practice]
    no: list[Practice]


def make_label(
    policy: Policy,
    practices: Sequence[Practice],
    vagueness: Vagueness,
    source: Source,
    method: str,
    sector: str | None = None,
    counts: Mapping[str, int] | None = None,
    known: int = 0,
) -> PolicyLabel:
    """The label of a policy whose practices were found.

    `counts` tells how many of the `known` policies of the sector make each statement.
    """
    doubtful = _doubtful(practices)
    practices = [
        named_or_not(one, policy.text) for one in sure_of(practices) if is_backed(one, policy.text)
    ]
    found = statements_of(practices, policy.text)
    quoter = Quoter(policy, vagueness)
    said = _said(practices, policy.text)
    _add_statements(said, found)
    statements = {slug: _statement(slug, quoter.quotes(found[slug])) for slug in found}
    own_lines = [
        (part_of(by_slug()[slug]), line)
        for slug, line in statements.items()
        if not is_one_line(by_slug()[slug])
    ]
    parts = tuple(
        _part(
            plan,
            _reading(plan, policy, quoter, said, practices, doubtful),
            tuple(line for slug, line in own_lines if slug == plan.slug),
        )
        for plan in part_plans()
    )
    quoted = {slug: line.evidence for slug, line in statements.items()}
    return PolicyLabel(
        source=source,
        sector=sector,
        method=method,
        parts=parts,
        grid=make_grid(practices, policy.text, quoter),
        norms=make_norms(sector, counts or {}, known, quoted, _unsure_statements(parts))
        if sector
        else None,
    )


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


def _said(practices: Iterable[Practice], text: str) -> dict[tuple[str, str, str], Said]:
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


def _doubtful(practices: Iterable[Practice]) -> dict[tuple[str, str, str], list[Practice]]:
    """The values that were found but are not likelier than not, by category and attribute."""
    found: dict[tuple[str, str, str], list[Practice]] = {}
    for one in practices:
        if one.attribute and one.confidence < SURE:
            found.setdefault((one.category, one.attribute, one.value), []).append(one)
    return found


def _add_statements(
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


def _part(plan: PartPlan, reading: _Reading, statements: tuple[Line, ...]) -> Part:
    topics = [_topic(plan, topic, reading) for topic in plan.topics]
    if not topics[0].lines and any(one.confidence >= SURE for one in reading.passages):
        # The category was found, but none of its values: what it says stays open.
        line = _open_line(plan.topics[0], reading.quoter.quotes(reading.passages))
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
            lines.append(_line(topic, value, reading.quoter, found))
        elif value.name in topic.cues:
            doubtful = reading.doubtful.get((plan.category, topic.attribute.name, value.name), ())
            with_words = _with_words(topic.cues[value.name], plan, reading)
            near = reading.quoter.quotes((*doubtful, *with_words))
            if near.places:
                not_sure.append(_unsure_line(value, near))
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


def _line(topic: TopicPlan, value: Value, quoter: Quoter, said: Said) -> Line:
    if value.name == UNSPECIFIED:
        return _open_line(topic, quoter.quotes([*said.yes, *said.no]))
    quotes = quoter.quotes(said.yes or said.no)
    is_general = value.name in topic.general
    return Line(
        kind=LineKind.VALUE,
        name=value.name,
        wording=value.plain,
        explanation=value.explanation,
        standing=Standing.STATED if said.yes else Standing.DENIED,
        clarity=Clarity.GENERAL if is_general else _clarity(quotes.best),
        words=_own_words(topic, value, quotes.best),
        places=quotes.places,
        evidence=quotes.best,
        contrary=quoter.quotes(said.no).best if said.yes else (),
    )


def _open_line(topic: TopicPlan, quotes: Quotes) -> Line:
    return Line(
        kind=LineKind.VALUE,
        name=UNSPECIFIED,
        wording=topic.open,
        explanation="The policy mentions this without details.",
        standing=Standing.UNSPECIFIED,
        clarity=Clarity.LEFT_OPEN,
        words=(),
        places=quotes.places,
        evidence=quotes.best,
        contrary=(),
    )


def _unsure_line(value: Value, quotes: Quotes) -> Line:
    return Line(
        kind=LineKind.VALUE,
        name=value.name,
        wording=value.plain,
        explanation=value.explanation,
        standing=Standing.NOT_SURE,
        clarity=Clarity.CLEAR,
        words=(),
        places=quotes.places,
        evidence=quotes.best,
        contrary=(),
    )


def _statement(slug: str, quotes: Quotes) -> Line:
    return Line(
        kind=LineKind.STATEMENT,
        name=slug,
        wording=by_slug()[slug].plain,
        explanation="",
        standing=Standing.STATED,
        clarity=_clarity(quotes.best),
        words=(),
        places=quotes.places,
        evidence=quotes.best,
        contrary=(),
    )


def _clarity(evidence: Sequence[Evidence]) -> Clarity:
    """Vague is what is said nowhere but in vague sentences."""
    return Clarity.VAGUE if all(one.vague for one in evidence) else Clarity.CLEAR


def _own_words(topic: TopicPlan, value: Value, evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """The policy's words for a value of which they tell more than ours, of the surest places."""
    marked = (
        (one.text[mark.start - one.start : mark.end - one.start], mark.start == one.start)
        for one in evidence
        for mark in one.marks
    )
    found: Iterator[str] = iter(())
    if value.name in topic.quoted:
        found = (" ".join(words.split()) for words, _ in marked)
    elif value.name in topic.named:
        found = (name for words, begins in marked for name in names_in(words, begins))
    told: list[str] = []
    for words in found:
        # A name within another one tells no more.
        if len(words) <= _LONGEST_WORDS and not any(words in known for known in told):
            told.append(words)
    return tuple(told[: _MOST_NAMES if value.name in topic.named else _MOST_WORDS])
