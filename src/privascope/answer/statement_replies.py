"""The lists of who makes a statement, as replies to the question that asks for it."""

from collections.abc import Iterator
from dataclasses import fields

from privascope.answer.answer import Mark, Quote, Stance, Verdict
from privascope.answer.library_answer import PolicyReply
from privascope.answer.links import text_link
from privascope.search.entry import PolicyEntry
from privascope.search.snippets import Snippet
from privascope.search.which import Standing, Standpoint, WhichPage

_STANCES = {Standing.SAYS: Stance.YES, Standing.DENIES: Stance.NO, Standing.SILENT: None}


def replies_of(page: WhichPage) -> tuple[PolicyReply, ...]:
    """Each policy once; one that says it in one place and denies it in another "depends"."""
    found: dict[str, tuple[Stance | None, Standpoint, tuple[Snippet, ...]]] = {}
    for one in page.lists:
        for policy in one.policies:
            stance = Stance.DEPENDS if policy.both else _STANCES[one.standing]
            _, _, known = found.get(policy.policy_id, (None, policy, ()))
            found[policy.policy_id] = stance, policy, (*known, *policy.quotes)
    return tuple(_reply(*one) for one in found.values())


def _reply(stance: Stance | None, policy: Standpoint, snippets: tuple[Snippet, ...]) -> PolicyReply:
    quotes = tuple(_quotes(policy, snippets))
    return PolicyReply(
        **{field.name: getattr(policy, field.name) for field in fields(PolicyEntry)},
        verdict=Verdict.ANSWERED if stance else Verdict.SILENT,
        stance=stance,
        confidence=None,
        lead="",
        quotes=quotes if stance else (),
        nearest=() if stance else quotes[:1],
    )


def _quotes(policy: Standpoint, snippets: tuple[Snippet, ...]) -> Iterator[Quote]:
    for one in dict.fromkeys(snippets):
        yield Quote(
            start=one.start,
            end=one.end,
            text=one.text,
            section=one.section,
            score=1.0,
            marks=tuple(Mark(one.start + mark.start, one.start + mark.end) for mark in one.marks),
            context=(),
            link=text_link(policy.url, one.text),
        )
