"""The first view of a label: the questions that people have, each with its answer at a glance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from privascope.compare.evidence import MOST, Evidence, Quoter
from privascope.compare.first_plan import LinePlan, line_plans
from privascope.compare.first_values import condition_in, values_in
from privascope.compare.made import Made
from privascope.symbols import Symbol
from privascope.typed_result import TypedResult


class Reply(StrEnum):
    """What a policy answers to one of the questions.

    It may be said in one place and denied in another. Not sure is what is likely but not certain;
    not computed, what no method looked for yet.
    """

    YES = "yes"
    NO = "no"
    ONLY_IF = "only_if"
    BOTH = "both"
    NOT_SURE = "not_sure"
    NOT_STATED = "not_stated"
    NOT_COMPUTED = "not_computed"


REPLY_SYMBOLS = {
    Reply.YES: Symbol.SAYS_SO,
    Reply.NO: Symbol.DENIES,
    Reply.ONLY_IF: Symbol.PARTLY,
    Reply.BOTH: Symbol.BOTH,
    Reply.NOT_SURE: Symbol.UNSURE,
    Reply.NOT_STATED: Symbol.SILENT,
    Reply.NOT_COMPUTED: Symbol.NOT_COMPUTED,
}
_WORDS = {
    Reply.YES: "Yes",
    Reply.NO: "No",
    Reply.ONLY_IF: "Only if …",
    Reply.BOTH: "Says both",
    Reply.NOT_SURE: "Not sure",
    Reply.NOT_STATED: "Does not say",
    Reply.NOT_COMPUTED: "Not computed yet",
}
# "Deletion." says too little alone.
_SHORTEST = 20


@dataclass(frozen=True, slots=True)
class Usual:
    """How many of the library's analysed policies give the same answer."""

    count: int
    known: int

    @property
    def share(self) -> float:
        """The same as a fraction."""
        return self.count / self.known


@dataclass(frozen=True, slots=True)
class FirstLine(TypedResult):
    """A question and what the policy answers: `words` are the whole answer, as it is shown.

    `values` are all times, ages or places that its sentences name. `statements` make the
    answer; `evidence` are their sentences, surest first, and `contrary` those that say the
    opposite. `not_computed` are statements of the line that no method looked for yet.
    """

    slug: str
    question: str
    reply: Reply
    words: str
    values: tuple[str, ...]
    statements: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    contrary: tuple[Evidence, ...]
    not_computed: tuple[str, ...]
    usual: Usual | None


def first_view(made: Made, quoter: Quoter) -> tuple[FirstLine, ...]:
    """The lines of a policy in their fixed order, without what is usual."""
    return tuple(_line(plan, made, quoter) for plan in line_plans())


def by_rarity(
    lines: Iterable[FirstLine], usual: Mapping[str, Mapping[Reply, Usual]]
) -> tuple[FirstLine, ...]:
    """The lines with how usual their answers are, the rarest first; what is not known goes last."""
    counted = (
        replace(line, usual=usual[line.slug].get(side_of(line)) if line.slug in usual else None)
        for line in lines
    )
    return tuple(sorted(counted, key=_rarity))


def _rarity(line: FirstLine) -> tuple[bool, float]:
    unknown = line.reply is Reply.NOT_COMPUTED
    return unknown, line.usual.share if line.usual else 1.0


def side_of(line: FirstLine) -> Reply:
    """The answer as statements alone give it: a condition on consent is in none of them."""
    if line.reply is not Reply.ONLY_IF:
        return line.reply
    plan = next(plan for plan in line_plans() if plan.slug == line.slug)
    for reply, slugs in ((Reply.YES, plan.yes), (Reply.ONLY_IF, plan.only_if)):
        if any(slug in slugs for slug in line.statements):
            return reply
    return Reply.NO


def _line(plan: LinePlan, made: Made, quoter: Quoter) -> FirstLine:
    quotes = {
        slug: quoter.quotes(made.places[slug]).best for slug in plan.slugs if slug in made.places
    }
    values = values_in(plan.value, _surest(*quotes.values())) if plan.value else ()
    if not values and not plan.lead and len(quotes) > 1:
        # A stated time without a number says less than the other statements.
        quotes = {slug: found for slug, found in quotes.items() if plan.yes.get(slug) != "{value}"}
    denied = [quoter.quotes(made.denied[slug]).best for slug in plan.denial if slug in made.denied]
    yes, no = _sides(plan, quotes, denied)
    if values:
        yes = tuple(sorted(yes, key=lambda one: not values_in(plan.value, (one,))))
    found = tuple(slug for slug in plan.deciding if slug in quotes)
    maybe = [slug for slug in found if slug in plan.only_if]
    conditions = [
        condition_in(side, denied=is_denial)
        for side, is_denial in ((yes, False), (no, True))
        if side and plan.consent
    ]
    line = _empty(plan, made)
    if not found and not no:
        return line
    if conditions and all(conditions):
        words = _conditional(conditions[0], denied=not yes)
        return _answered(line, Reply.ONLY_IF, words, found, yes or no, no if yes else (), ())
    if yes and no:
        return _answered(line, Reply.BOTH, _WORDS[Reply.BOTH], found, yes, no, ())
    if yes:
        also = [slug for slug in plan.also if slug in quotes]
        notes = {**plan.yes, **plan.only_if, **plan.also}
        notes_made = [notes[slug] for slug in (*found, *also) if slug not in maybe]
        evidence = _surest(yes, *(quotes[slug] for slug in (*maybe, *also)))
        slugs = (*found, *also)
        return _answered(
            line, Reply.YES, _said(plan, notes_made, values), slugs, evidence, (), values
        )
    if maybe:
        evidence = _surest(*(quotes[slug] for slug in maybe))
        words = plan.only_if[maybe[0]]
        return _answered(line, Reply.ONLY_IF, words, found, evidence, no, ())
    if no:
        return _answered(line, Reply.NO, _WORDS[Reply.NO], found, no, (), ())
    # The same sentence was taken for both: readers must judge for themselves.
    shared = _surest(*(quotes[slug] for slug in found))
    return _answered(line, Reply.NOT_SURE, _WORDS[Reply.NOT_SURE], found, shared, (), ())


def _sides(
    plan: LinePlan, quotes: Mapping[str, Sequence[Evidence]], denied: Iterable[Sequence[Evidence]]
) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
    """The sentences of yes and of no; those that were taken for both count for neither."""
    yes = _surest(*(quotes[slug] for slug in plan.yes if slug in quotes))
    no = _surest(*(quotes[slug] for slug in plan.no if slug in quotes), *denied)
    return only_of(yes, no), only_of(no, yes)


def only_of(evidence: Iterable[Evidence], other: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The sentences that are not among the others."""
    starts = {one.start for one in other}
    return tuple(one for one in evidence if one.start not in starts)


def _surest(*groups: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Some sentences of each group in turn, each once, the shortest last."""
    longest = max(map(len, groups), default=0)
    turns = chain.from_iterable(
        (group[at] for group in groups if at < len(group)) for at in range(longest)
    )
    found = {one.start: one for one in turns}.values()
    return tuple(sorted(found, key=lambda one: one.end - one.start < _SHORTEST)[:MOST])


def _empty(plan: LinePlan, made: Made) -> FirstLine:
    known = [slug for slug in plan.deciding if slug in made.known]
    likely = any(slug in made.likely for slug in plan.deciding)
    reply = Reply.NOT_SURE if likely else Reply.NOT_STATED if known else Reply.NOT_COMPUTED
    return FirstLine(
        slug=plan.slug,
        question=plan.question,
        reply=reply,
        words=_WORDS[reply],
        values=(),
        statements=(),
        evidence=(),
        contrary=(),
        not_computed=tuple(slug for slug in plan.slugs if slug not in made.known),
        usual=None,
    )


def _answered(
    line: FirstLine,
    reply: Reply,
    words: str,
    statements: tuple[str, ...],
    evidence: tuple[Evidence, ...],
    contrary: tuple[Evidence, ...],
    values: tuple[str, ...],
) -> FirstLine:
    return replace(
        line,
        reply=reply,
        words=words,
        statements=statements,
        evidence=evidence,
        contrary=contrary,
        values=values,
    )


def _said(plan: LinePlan, notes: Iterable[str], values: Sequence[str]) -> str:
    """Yes with its notes, or the notes alone where the question wants no yes."""
    told = [note.format(value=_named(plan, values)) for note in notes]
    told = list(dict.fromkeys(note for note in told if note))
    if not plan.lead:
        words = "; ".join(told) or "A stated time"
        return words[:1].upper() + words[1:]
    *first, last = told or [""]
    joined = f"{', '.join(first)} and {last}" if first else last
    # "Of marketing, of ads and of cookies" needs its "of" once.
    joined = joined.replace(", of ", ", ").replace(" and of ", " and ")
    return f"Yes, {joined}" if joined else _WORDS[Reply.YES]


def _named(plan: LinePlan, values: Sequence[str]) -> str:
    """The values in words; of many times, the shortest and the longest."""
    if plan.lead:
        return " and ".join(values)
    return ", ".join(values) if len(values) < 4 else f"{values[0]} to {values[-1]}"


def _conditional(condition: str, *, denied: bool) -> str:
    """An answer that depends on the reader, with the words that say so."""
    if condition.startswith("unless"):
        return f"{'No' if denied else 'Yes'}, “{condition}”"
    if condition.startswith("without"):
        return f"Not “{condition}”"
    return f"Only “{condition.removeprefix('only ')}”"
