"""The first view of a label as a page shows it: answers at a glance, sentences one click away."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from privascope.compare.contradictions import Contradiction
from privascope.compare.evidence import Evidence
from privascope.compare.first_plan import LinePlan, line_plans
from privascope.compare.first_usual import filters_of
from privascope.compare.first_view import REPLY_SYMBOLS, FirstLine, Reply, Usual, side_of
from privascope.compare.label import PolicyLabel
from privascope.policy.policy import Policy
from privascope.search.page import SearchRequest
from privascope.serve.web.label_sections import QuoteView, quote_view
from privascope.serve.web.urls import search_address
from privascope.traits.practices.statements import by_slug

_MOST_QUOTES = 3


@dataclass(frozen=True, slots=True)
class Glance:
    """A question with its answer; `looked_for` says what was sought where it is silent.

    `same` is the address of the policies that answer the same.
    """

    question: str
    reply: str
    sign: str
    words: str
    is_open: bool
    quotes: tuple[QuoteView, ...]
    contrary: tuple[QuoteView, ...]
    more: int
    looked_for: tuple[str, ...]
    not_computed: tuple[str, ...]
    usual: Usual | None
    same: str


@dataclass(frozen=True, slots=True)
class Both:
    """A statement and its opposite with their sentences."""

    wording: str
    quotes: tuple[QuoteView, ...]
    contrary: tuple[QuoteView, ...]


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The first view; `both` are contradictions that none of the lines shows."""

    lines: tuple[Glance, ...]
    both: tuple[Both, ...]
    may_also: tuple[str, ...]
    known: int


NOTHING = FirstLook((), (), (), 0)


def first_look(label: PolicyLabel, policy: Policy) -> FirstLook:
    """The first view of a label, its quotes with the words marked."""
    plans = {plan.slug: plan for plan in line_plans()}
    shown = {
        slug for line in label.first_view if line.reply is Reply.BOTH for slug in line.statements
    }
    return FirstLook(
        lines=tuple(_glance(line, plans[line.slug], policy) for line in label.first_view),
        both=tuple(
            _both(one, policy) for one in label.contradictions if one.statement not in shown
        ),
        may_also=tuple(one.wording for one in label.may_also),
        known=next((line.usual.known for line in label.first_view if line.usual), 0),
    )


def _glance(line: FirstLine, plan: LinePlan, policy: Policy) -> Glance:
    filters = filters_of(plan, side_of(line)) if line.usual else None
    is_silent = line.reply is Reply.NOT_STATED
    return Glance(
        question=line.question,
        reply=line.reply.value,
        sign=REPLY_SYMBOLS[line.reply],
        words=line.words,
        is_open=line.reply is Reply.BOTH,
        quotes=_quotes(line.evidence, policy, 1 if line.contrary else _MOST_QUOTES),
        contrary=_quotes(line.contrary, policy, 1),
        more=max(0, len(line.evidence) - _MOST_QUOTES),
        looked_for=_wordings(plan.deciding) if is_silent else (),
        not_computed=_wordings(line.not_computed),
        usual=line.usual,
        same=search_address(replace(SearchRequest(), filters=filters)) if filters else "",
    )


def _wordings(slugs: Sequence[str]) -> tuple[str, ...]:
    return tuple(by_slug()[slug].plain for slug in slugs)


def _both(found: Contradiction, policy: Policy) -> Both:
    sides = (_quotes(side, policy, 1) for side in (found.evidence, found.contrary))
    return Both(found.wording, *sides)


def _quotes(evidence: Sequence[Evidence], policy: Policy, most: int) -> tuple[QuoteView, ...]:
    return tuple(quote_view(one, policy) for one in evidence[:most])
