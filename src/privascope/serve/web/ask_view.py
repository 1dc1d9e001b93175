"""An answer as a page shows it, and its evidence lit up in the policy's text."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from privascope.answer.answer import Answer, Quote, Verdict, with_context
from privascope.answer.answer import Mark as Place
from privascope.answer.common_questions import COMMON_QUESTIONS
from privascope.answer.wording import choice_line, verdict_lead, verdict_line
from privascope.policy.policy import Policy
from privascope.serve.web.marked import Mark, MarkedText
from privascope.serve.web.urls import web_link
from privascope.serve.web.written import written_html

_WORDS = re.compile(r"\w+")
_FIRST_TOPICS = ("sell", "share", "location", "retention", "delete")
# On the page an address of a question must not grow without end.
LONGEST_QUESTION = 10_000


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote in HTML: `place` is its id in the text, `link` leads to the original page."""

    html: Markup
    context: tuple[Markup, ...]
    section: str
    place: str
    link: str | None


@dataclass(frozen=True, slots=True)
class QuoteGroup:
    """The quotes of one section, in reading order."""

    section: str
    quotes: tuple[QuoteView, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question that this policy may answer."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """All that the template of an answer needs; `marks` go into the policy's text."""

    answer: Answer
    verdict: str
    line: str
    lead: str
    understood: str
    short: tuple[QuoteView, ...]
    more: tuple[QuoteGroup, ...]
    more_count: int
    choice_line: str
    choices: tuple[Suggestion, ...]
    suggestions: tuple[Suggestion, ...]
    mark_kind: str
    mark_name: str
    marks: tuple[Mark, ...]
    places: tuple[str, ...]
    # What an answer writer made of the quotes, or the address that asks one for it.
    written: Markup | None = None
    write: str = ""


def view_answer(
    answer: Answer, policy: Policy, address: Callable[[str], str], write: str = ""
) -> AnswerView:
    """The answer for a page; `address` gives the address of another question.

    `write` is the address of the same with a written text.
    """
    if answer.verdict is Verdict.OUT_OF_SCOPE:
        quotes: Sequence[Quote] = ()
    else:
        quotes = answer.quotes or answer.nearest
    speaks = answer.verdict in (Verdict.ANSWERED, Verdict.PARTLY)
    in_order = sorted(quotes, key=lambda quote: quote.start)
    places = {quote: f"answer-{number}" for number, quote in enumerate(in_order, 1)}
    short = answer.short or quotes if quotes else ()
    rest = [quote for quote in in_order if quote not in short]
    views = {
        quote: _quote(quote, before, policy, places[quote])
        for shown in (short, rest)
        for quote, before in with_context(shown)
    }
    return AnswerView(
        answer=answer,
        verdict=answer.verdict.name.lower(),
        line=verdict_line(answer.verdict),
        lead=verdict_lead(answer),
        understood="" if _same(answer.understood, answer.question) else answer.understood,
        short=tuple(views[quote] for quote in short),
        more=tuple(
            QuoteGroup(section, tuple(views[quote] for quote in group))
            for section, group in groupby(rest, key=_path)
        ),
        more_count=len(rest),
        choice_line=choice_line(answer.choices),
        choices=tuple(Suggestion(one.question, address(one.question)) for one in answer.choices),
        suggestions=tuple(Suggestion(text, address(text)) for text in answer.suggestions),
        mark_kind="found" if speaks else "near",
        mark_name="the answer" if speaks else "nearest to it",
        marks=tuple(_marks(in_order, speaks)),
        places=tuple(places.values()),
        written=written_html(answer, places),
        write=write if answer.quotes else "",
    )


def first_questions(address: Callable[[str], str]) -> tuple[Suggestion, ...]:
    """What many people ask, for a page on which nothing was asked yet."""
    texts = (COMMON_QUESTIONS[topic][0] for topic in _FIRST_TOPICS)
    return tuple(Suggestion(text, address(text)) for text in texts)


def _quote(quote: Quote, before: Sequence[Place], policy: Policy, place: str) -> QuoteView:
    marks = [Mark(mark.start, mark.end, "found") for mark in quote.marks]
    text = MarkedText(policy.text, marks)
    return QuoteView(
        html=text.piece(quote.start, quote.end),
        context=tuple(text.piece(one.start, one.end) for one in before),
        section=_path(quote),
        place=place,
        # The link is made from a stranger's address.
        link=web_link(quote.link),
    )


def _same(one: str, other: str) -> bool:
    """Whether two questions are one but for case, spaces and marks."""
    return _WORDS.findall(one.casefold()) == _WORDS.findall(other.casefold())


def _path(quote: Quote) -> str:
    return " › ".join(" ".join(title.split()) for title in quote.section)


def _marks(quotes: Iterable[Quote], speaks: bool) -> Iterator[Mark]:
    """The sentences by their numbers, and in them the words that matter."""
    found = list(quotes)
    kind = "evidence" if speaks else "near"
    for number, quote in enumerate(found, 1):
        last = number == len(found)
        yield Mark(quote.start, quote.end, kind, f"answer-{number}", number=number, last=last)
        if speaks:
            yield from (Mark(mark.start, mark.end, "found") for mark in quote.marks)
