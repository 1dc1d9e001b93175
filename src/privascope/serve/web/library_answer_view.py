"""The replies of a library's policies as the page shows them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from privascope.answer.answer import Quote
from privascope.answer.library_answer import LibraryAnswer, PolicyReply, Reply
from privascope.answer.library_wording import counted, put_as, reply_title, says_so, scope, summary
from privascope.search.page import SearchRequest
from privascope.serve.web.marked import mark_words
from privascope.serve.web.results import Choice, filter_chips
from privascope.serve.web.urls import (
    library_question_address,
    policy_address,
    search_address,
    which_address,
)

# What is read first, and how many more at a time.
READ_FIRST = 20
MOST_READ = 100
# Lists that are folded: a sentence that does not answer helps few readers.
_FOLDED = (Reply.UNSURE, Reply.SILENT)


@dataclass(frozen=True, slots=True)
class ReplyQuote:
    """A sentence in HTML; its address leads to it in the policy."""

    html: Markup
    section: str
    address: str


@dataclass(frozen=True, slots=True)
class ReplyEntry:
    """A policy in a list; `lead` is what its first sentence leans on."""

    policy: PolicyReply
    address: str
    lead: str
    quotes: tuple[ReplyQuote, ...]


@dataclass(frozen=True, slots=True)
class ReplyList:
    """The policies that reply in one way; `start` and `width` are their stretch of the bar."""

    reply: str
    title: str
    says: str
    counted: str
    number: int
    start: float
    width: float
    folded: bool
    entries: tuple[ReplyEntry, ...]


@dataclass(frozen=True, slots=True)
class LibraryAnswerView:
    """All that the template of the replies needs; `more` leads to the same with more read."""

    answer: LibraryAnswer
    summary: str
    scope: str
    put_as: str
    lists: tuple[ReplyList, ...]
    more: str
    more_count: int
    which: str


@dataclass(frozen=True, slots=True)
class LibraryQuestionView:
    """The head of the page: the question, and the search that it is asked of."""

    question: str
    request: SearchRequest
    chips: tuple[Choice, ...]
    search: str


def view_question(question: str, request: SearchRequest) -> LibraryQuestionView:
    """The question with the active filters, each with a link that removes it."""
    return LibraryQuestionView(
        question=question,
        request=request,
        chips=tuple(filter_chips(request, lambda other: library_question_address(other, question))),
        search=search_address(request),
    )


def view_library_answer(
    answer: LibraryAnswer, request: SearchRequest, most: int
) -> LibraryAnswerView:
    """The replies with every address; `request` is the search as it was asked for."""
    # Where time ran out, reading again goes further: what was read is prepared.
    more = min(most + (READ_FIRST if answer.read >= most else 0), MOST_READ)
    is_more = bool(answer.unread) and answer.statement is None and more > answer.read
    which = ""
    if answer.statement:
        which = which_address(replace(answer.request, page=1), answer.statement)
    return LibraryAnswerView(
        answer=answer,
        summary=summary(answer),
        scope=scope(answer),
        put_as=put_as(answer),
        lists=tuple(_lists(answer)),
        more=library_question_address(request, answer.question, more) if is_more else "",
        more_count=min(answer.unread, more - answer.read),
        which=which,
    )


def _lists(answer: LibraryAnswer) -> Iterator[ReplyList]:
    policies = dict(answer.by_reply())
    start = 0.0
    for reply in Reply:
        number = answer.counts.of(reply)
        if not number:
            continue
        width = 100 * number / max(1, answer.read)
        yield ReplyList(
            reply=reply.value,
            title=reply_title(reply),
            says=says_so(answer, reply),
            counted=counted(reply, number),
            number=number,
            start=round(start, 2),
            width=round(width, 2),
            folded=reply in _FOLDED,
            entries=tuple(_entry(one, answer) for one in policies.get(reply, ())),
        )
        start += width


def _entry(policy: PolicyReply, answer: LibraryAnswer) -> ReplyEntry:
    address = policy_address(policy.policy_id, "answer", ask=answer.asked)
    return ReplyEntry(
        policy=policy,
        address=address,
        lead=policy.lead,
        quotes=tuple(_quote(quote, address) for quote in policy.quotes or policy.nearest),
    )


def _quote(quote: Quote, address: str) -> ReplyQuote:
    marks = [(mark.start - quote.start, mark.end - quote.start) for mark in quote.marks]
    return ReplyQuote(
        html=mark_words(quote.text, marks),
        section=quote.section[-1] if quote.section else "",
        address=address,
    )
