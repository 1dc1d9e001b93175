"""Turns an answer into speech: an opening, and its sentences as points."""

from collections.abc import Callable

from privascope.answer.answer import Answer, Quote, Source, Verdict
from privascope.answer.dialogue.reply import Point, Told
from privascope.answer.library_answer import LibraryAnswer, PolicyReply, Reply
from privascope.answer.library_wording import reply_title, scope, summary

_NEAREST = 2
_OPENINGS = {
    Verdict.ANSWERED: "The policy says:",
    Verdict.PARTLY: "The policy answers part of this. It says:",
    Verdict.SILENT: "The policy does not say.",
    Verdict.UNSURE: "I could not tell whether the policy says this.",
    Verdict.OUT_OF_SCOPE: (
        "That is not something a privacy policy says. Ask what is collected, who gets it, how long "
        "it is kept, or what you can do."
    ),
}
_CLOSEST = "The closest it comes:"


def named_source(source: Source, name: str = "") -> str:
    """The policy as it is spoken about, with its date."""
    who = name or source.organisation or source.title
    return f"the policy of {who}, {'dated' if source.stated else 'read on'} {source.date}"


def told_answer(answer: Answer, name: str = "") -> Told:
    """What there is to tell of one policy's answer."""
    source, found = answer.source, bool(answer.quotes)
    quotes = answer.quotes or answer.nearest[:_NEAREST]
    opening = _OPENINGS[answer.verdict]
    if answer.headline and found:
        opening = f"{answer.headline} {opening}"
    if not found and quotes and answer.verdict is not Verdict.OUT_OF_SCOPE:
        opening = f"{opening} {_CLOSEST}"
    elif answer.verdict is Verdict.OUT_OF_SCOPE:
        quotes = ()
    notes = [note for note in answer.notes if "another language" in note]
    return Told(
        opening=" ".join((*notes, opening)),
        points=tuple(_point(quote, source) for quote in quotes),
        shown=answer,
        options=tuple((choice.text, choice.question) for choice in answer.choices),
        source=named_source(source, name),
        confidence=answer.confidence,
        is_answer=found,
    )


def _point(quote: Quote, source: Source) -> Point:
    return Point(
        text=quote.text,
        policy_id=source.policy_id,
        version_id=source.version_id,
        start=quote.start,
        end=quote.end,
        section=quote.section,
        link=quote.link,
    )


def told_library(answer: LibraryAnswer, name_of: Callable[[str], str]) -> Told:
    """What there is to tell of the library's answer: the counts, then who replies how."""
    points = [
        Point(text=_reply(reply, policies, name_of))
        for reply, policies in answer.by_reply()
        if reply is not Reply.SILENT or len(answer.policies) == answer.counts.silent
    ]
    return Told(
        opening=" ".join(filter(None, (scope(answer), summary(answer)))),
        points=tuple(points),
        shown=answer,
        source=f"{answer.read} policies of the library",
    )


def _reply(reply: Reply, policies: tuple[PolicyReply, ...], name_of: Callable[[str], str]) -> str:
    names = [name_of(one.policy_id) or one.service or one.title for one in policies[:8]]
    more = f" and {len(policies) - 8} more" if len(policies) > 8 else ""
    return f"{reply_title(reply)}: {', '.join(names)}{more}."
