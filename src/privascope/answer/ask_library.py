"""Asks a library: looks up a statement if one fits, else asks the likeliest policies."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any

from privascope.answer.answer import Answer, Verdict
from privascope.answer.ask import ask
from privascope.answer.fitting_statement import fitting_statement
from privascope.answer.foreign_questions import is_foreign
from privascope.answer.library_answer import (
    LibraryAnswer,
    PolicyReply,
    Reply,
    ReplyCounts,
    count_replies,
)
from privascope.answer.library_question import (
    LibraryQuestion,
    read_library_question,
    unknown_name,
)
from privascope.answer.statement_replies import replies_of
from privascope.answer.subject import Subject, version_subject
from privascope.answer.verdict_thresholds import Risk
from privascope.answer.which import policies_named
from privascope.answer.words import FUNCTION_WORDS, words_of
from privascope.errors import NotFoundError, PrivascopeError
from privascope.library.facts import Facts
from privascope.library.store import Library
from privascope.search.entry import PolicyEntry, entry_values
from privascope.search.find import Searcher, within_reason
from privascope.search.page import SearchRequest
from privascope.search.query import required
from privascope.search.ranking import Ranking
from privascope.search.which import which

MOST = 20
# More would take minutes; a narrower search is better.
LARGEST_MOST = 200
SECONDS = 30.0
_QUOTES = 2
# Each word of a question costs time in a search.
_MOST_WORDS = 12
_IN_EVERY_POLICY = frozenset(
    "data information info personal privacy policy policies details private".split()
)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress: `done` of `chosen` policies are read, `title` is next."""

    done: int
    chosen: int
    title: str


Report = Callable[[Progress], None]


def ask_library(
    searcher: Searcher,
    library: Library,
    question: str,
    request: SearchRequest,
    *,
    most: int = MOST,
    seconds: float = SECONDS,
    method: str = "default",
    risk: Risk = Risk.MEDIUM,
    report: Report | None = None,
) -> LibraryAnswer:
    """Who says yes, who says no and who is silent, among the policies that a search finds.

    At most `most` policies are read, and none is begun after so many `seconds`; `report` is called
    before each. A question that names a service which the library lacks raises NotFoundError.
    """
    start = time.perf_counter()
    if not question.strip():
        raise PrivascopeError("the question is empty: ask in your own words")
    if not 1 <= most <= LARGEST_MOST:
        raise PrivascopeError(f"from 1 to {LARGEST_MOST} policies can be read, not {most}")
    asked = read_library_question(question)
    if not asked.is_about_many and (name := unknown_name(question)):
        raise NotFoundError(
            f"no policy of the library is called {name[:60]!r}: see `privascope list`, "
            "or ask “which of these …?”"
        )
    request, notes = within_reason(replace(request, page=1, size=most))
    if is_foreign(asked.original):
        empty = _answer(asked, request, searcher.count(request), (), notes, start)
        foreign = "The question seems to be in another language. Please ask in English."
        return replace(empty, notes=(*notes, foreign))
    request, about, told = _narrowed(searcher, request, asked.about)
    asked, notes = replace(asked, about=about), (*notes, *told)
    by_statement = _by_statement(searcher, library, request, asked, notes, start)
    if by_statement is not None:
        return by_statement
    matching = searcher.count(request)
    chosen = likely_policies(searcher, request, asked.asked, most)
    replies: list[PolicyReply] = []
    answers: list[Answer] = []
    for number, facts in enumerate(chosen):
        if time.perf_counter() - start > seconds:
            notes += (f"Time ran out after {number} of {len(chosen)} policies.",)
            break
        if report is not None:
            report(Progress(number, len(chosen), facts.title or facts.service or facts.url))
        try:
            subject = version_subject(library, library.policy(facts.policy_id), facts.version_id)
        except NotFoundError:
            # Removed a moment ago.
            continue
        answers.append(_ask(subject, asked, method, risk))
        replies.append(_reply(facts, subject, answers[-1], asked))
    return _answer(asked, request, matching, replies, (*notes, *_shared_notes(answers)), start)


def is_for_library(library: Library, question: str) -> bool:
    """Whether a question without a policy is for many: it says so, or names no service at all."""
    if not question.strip():
        return False
    if read_library_question(question).is_about_many:
        return True
    return not unknown_name(question) and not policies_named(library, question)


def likely_policies(
    searcher: Searcher, request: SearchRequest, question: str, most: int
) -> list[Facts]:
    """The policies of a search with the most words of the question, then its other policies."""
    words = [
        word
        for word in dict.fromkeys(words_of(question))
        if word not in FUNCTION_WORDS and word not in _IN_EVERY_POLICY and _WORD.fullmatch(word)
    ]
    found: list[Facts] = []
    if words and not request.in_urls:
        text = f"{required(request.text)} {' OR '.join(words[:_MOST_WORDS])}".strip()
        best = replace(request, text=text, ranking=Ranking.CUSTOM, size=most)
        found = searcher.facts_page(best)
    if len(found) < most:
        known = {facts.version_id for facts in found}
        others = searcher.facts_page(replace(request, size=most))
        found += [facts for facts in others if facts.version_id not in known]
    return found[:most]


def _narrowed(
    searcher: Searcher, request: SearchRequest, about: str
) -> tuple[SearchRequest, str, tuple[str, ...]]:
    """The search narrowed to a kind of service, if there are any; else the unchanged search."""
    words = " ".join(_WORD.findall(about))
    if not words or request.in_urls:
        return request, "", ()
    narrower = replace(request, text=f"{request.text} {required(words)}".strip())
    if searcher.count(narrower):
        return narrower, words, ()
    if not searcher.count(request):
        return request, "", ()
    return request, "", (f"No policy mentions “{words}”, so all kinds were asked.",)


def _by_statement(
    searcher: Searcher,
    library: Library,
    request: SearchRequest,
    asked: LibraryQuestion,
    notes: tuple[str, ...],
    start: float,
) -> LibraryAnswer | None:
    """The answer by a statement that fits; None without one, or if most were not analysed."""
    statement = fitting_statement(asked)
    if statement is None:
        return None
    page = which(searcher, library, request, statement.slug)
    tally = page.tally
    if tally.read < max(1, tally.unread):
        return None
    if tally.unread:
        notes += (
            f"{tally.unread:,} of them were not analysed yet and are left out: `privascope enrich` "
            "reads those in English.",
        )
    counts = ReplyCounts(
        yes=tally.says - tally.both,
        no=tally.denies - tally.both,
        depends=tally.both,
        silent=tally.silent,
    )
    answer = _answer(asked, page.request, page.total, replies_of(page), notes, start)
    return replace(answer, statement=statement.slug, read=tally.read, counts=counts)


def _ask(subject: Subject, asked: LibraryQuestion, method: str, risk: Risk) -> Answer:
    return ask(
        subject.policy,
        subject.source,
        asked.asked,
        method=method,
        risk=risk,
        place=subject.place,
        practices=subject.practices,
        only_quotes=True,
    )


def _reply(facts: Facts, subject: Subject, answer: Answer, asked: LibraryQuestion) -> PolicyReply:
    leading = (quote.context[:1] for quote in (answer.quotes or answer.nearest)[:1])
    lead = "".join(subject.policy.text[mark.start : mark.end] for mark in chain(*leading))
    return PolicyReply(
        **_entry(entry_values(facts)),
        verdict=answer.verdict,
        stance=asked.stance(answer.stance),
        confidence=answer.confidence,
        lead=lead,
        quotes=answer.quotes[:_QUOTES],
        nearest=answer.nearest[:1],
    )


def _entry(values: dict[str, Any]) -> dict[str, Any]:
    return {field.name: values[field.name] for field in fields(PolicyEntry)}


def _shared_notes(answers: Sequence[Answer]) -> tuple[str, ...]:
    """The notes that are on every answer, which are about the question."""
    if not answers:
        return ()
    others = [set(answer.notes) for answer in answers[1:]]
    shared = tuple(note for note in answers[0].notes if all(note in other for other in others))
    if all(answer.verdict is Verdict.OUT_OF_SCOPE for answer in answers):
        shared += ("This does not seem to be a question for privacy policies.",)
    return shared


def _place(one: PolicyReply) -> tuple[int, float]:
    """The most certain first in each list; of the silent ones, those that may say it after all."""
    sure = one.confidence or 0.0
    return list(Reply).index(one.reply), sure if one.reply is Reply.SILENT else -sure


def _answer(
    asked: LibraryQuestion,
    request: SearchRequest,
    matching: int,
    replies: Sequence[PolicyReply],
    notes: tuple[str, ...],
    start: float,
) -> LibraryAnswer:
    policies = sorted(replies, key=_place)
    return LibraryAnswer(
        question=asked.original,
        asked=asked.asked,
        negated=asked.negated,
        about=asked.about,
        statement=None,
        request=request,
        matching=matching,
        read=len(replies),
        counts=count_replies(replies),
        policies=tuple(policies),
        notes=tuple(dict.fromkeys(notes)),
        milliseconds=(time.perf_counter() - start) * 1000,
    )
