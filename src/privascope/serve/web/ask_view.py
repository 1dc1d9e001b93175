"""An answer as a page shows it, with its evidence highlighted in the policy's text."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from privascope.answer.answer import SHORT, Answer, Quote, Verdict
from privascope.answer.common_questions import COMMON_QUESTIONS
from privascope.answer.excerpts import excerpts_of
from privascope.answer.verdict_wording import choice_line, try_next, verdict_lead, verdict_line
from privascope.answer.whom import Place
from privascope.policy.policy import Policy
from privascope.serve.web.ask_options import AS_USUAL, AskOptions, OptionLinks, option_links
from privascope.serve.web.excerpt_view import ExcerptView, view_excerpt
from privascope.serve.web.marked import Mark
from privascope.serve.web.written import written_html

_WORDS = re.compile(r"\w+")
_FIRST_TOPICS = ("sell", "share", "location", "retention", "delete")
# The address of a question must not grow without limit.
LONGEST_QUESTION = 10_000


@dataclass(frozen=True, slots=True)
class Group:
    """The excerpts of one section, in reading order."""

    section: str
    excerpts: tuple[ExcerptView, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question that this policy may answer."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """All that the template of an answer needs; `marks` go into the policy's text.

    `summary` is there instead of `short` and `more` where one was asked for.
    """

    answer: Answer
    verdict: str
    line: str
    lead: str
    understood: str
    short: tuple[ExcerptView, ...]
    more: tuple[Group, ...]
    more_count: int
    summary: tuple[Group, ...]
    next: str
    options: OptionLinks
    choice_line: str
    choices: tuple[Suggestion, ...]
    suggestions: tuple[Suggestion, ...]
    mark_kind: str
    mark_name: str
    marks: tuple[Mark, ...]
    places: tuple[str, ...]
    # Places with laws on it, each with the address of the answer for readers there.
    whom: tuple[tuple[Place, str], ...] = ()
    # What an answer writer made of the quotes, or the address that asks one for it.
    written: Markup | None = None
    write: str = ""


def view_answer(
    answer: Answer,
    policy: Policy,
    address: Callable[[str, AskOptions], str],
    options: AskOptions = AS_USUAL,
    write: str = "",
) -> AnswerView:
    """The answer for a page; `address` gives that of a question with options.

    `write` is the address of the same with a written text.
    """
    scoped = answer.verdict is not Verdict.OUT_OF_SCOPE
    quotes = answer.summary or ((answer.quotes or answer.nearest) if scoped else ())
    speaks = answer.verdict in (Verdict.ANSWERED, Verdict.PARTLY)
    in_order = _places_in_text(quotes, answer)
    numbers = {quote.start: number for number, quote in enumerate(in_order, 1)}
    # A summary and a written text may hold the same sentence as two quotes.
    places = {quote: f"answer-{numbers[quote.start]}" for quote in (*quotes, *_cited(answer))}
    decisive = quotes[0] if speaks and quotes and not answer.summary else None
    views = [
        view_excerpt(excerpt, policy, places, decisive) for excerpt in excerpts_of(quotes, policy)
    ]
    first = 0 if answer.summary else _first(views)
    in_groups = tuple(_by_section(views[first:]))

    def ask(question: str) -> Suggestion:
        return Suggestion(question, address(question, options))

    return AnswerView(
        answer=answer,
        verdict=answer.verdict.name.lower(),
        line=verdict_line(answer.verdict),
        lead=verdict_lead(answer),
        understood="" if _same(answer.understood, answer.question) else answer.understood,
        short=tuple(views[:first]),
        more=() if answer.summary else in_groups,
        more_count=sum(view.quotes for view in views[first:]),
        summary=in_groups if answer.summary else (),
        next=try_next(answer),
        options=option_links(options, answer, lambda other: address(answer.question, other)),
        choice_line=choice_line(answer.choices),
        choices=tuple(ask(one.question) for one in answer.choices),
        suggestions=tuple(map(ask, answer.suggestions)),
        mark_kind="found" if speaks else "near",
        mark_name="the answer" if speaks else "nearest to it",
        marks=tuple(_marks(in_order, speaks)),
        places=tuple(f"answer-{number}" for number in numbers.values()),
        whom=tuple(
            (place, address(answer.question, replace(options, reader_country=place.code)))
            for place in (answer.whom.places if answer.whom else ())
        ),
        written=written_html(answer, places),
        write=write if answer.quotes else "",
    )


def _cited(answer: Answer) -> tuple[Quote, ...]:
    """The quotes that a written text may lead to."""
    return answer.quotes if answer.written else ()


def _places_in_text(quotes: Iterable[Quote], answer: Answer) -> list[Quote]:
    """Each sentence that is shown or cited once, in the policy's order."""
    by_start = {quote.start: quote for quote in (*_cited(answer), *quotes)}
    return [by_start[start] for start in sorted(by_start)]


def _first(views: Iterable[ExcerptView]) -> int:
    """How many excerpts are shown at once: as many as have the first few quotes."""
    number = shown = 0
    for view in views:
        if shown >= SHORT:
            break
        number += 1
        shown += view.quotes
    return number


def _by_section(views: list[ExcerptView]) -> Iterator[Group]:
    in_order = sorted(views, key=lambda view: int(view.place.rpartition("-")[2]))
    for section, group in groupby(in_order, key=lambda view: view.section):
        yield Group(section, tuple(group))


def first_questions(address: Callable[[str], str]) -> tuple[Suggestion, ...]:
    """Common questions, for a page on which nothing was asked yet."""
    texts = (COMMON_QUESTIONS[topic][0] for topic in _FIRST_TOPICS)
    return tuple(Suggestion(text, address(text)) for text in texts)


def _same(one: str, other: str) -> bool:
    """Whether two questions are one but for case, spaces and marks."""
    return _WORDS.findall(one.casefold()) == _WORDS.findall(other.casefold())


def _marks(quotes: Iterable[Quote], speaks: bool) -> Iterator[Mark]:
    """The sentences by their numbers, and in them the words that matter."""
    found = list(quotes)
    kind = "evidence" if speaks else "near"
    for number, quote in enumerate(found, 1):
        last = number == len(found)
        yield Mark(quote.start, quote.end, kind, f"answer-{number}", number=number, last=last)
        if speaks:
            yield from (Mark(mark.start, mark.end, "found") for mark in quote.marks)
