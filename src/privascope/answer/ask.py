"""Asks a policy a question: understand, prepare, score, judge, compose."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from privascope.answer.answer import Answer, Branch, Source, Unspecified, Verdict
from privascope.answer.branches import branches_of, unspecified_of
from privascope.answer.clarify import clarify
from privascope.answer.compose import compose
from privascope.answer.mapping.map_question import map_question, mapping_is_there
from privascope.answer.methods import method_called
from privascope.answer.names import NamedThings
from privascope.answer.oddities import language_note, remark, searched_note, topic_note
from privascope.answer.passages import Passages, passages_of
from privascope.answer.policy_practices import PolicyPractices
from privascope.answer.question import Question, understand
from privascope.answer.sentence_table import VectorPlace
from privascope.answer.spelling import Spelling
from privascope.answer.suggest import suggestions
from privascope.answer.summary import check_length, summary_of
from privascope.answer.verdict import judge
from privascope.answer.verdict_thresholds import Risk
from privascope.answer.whom import WhomToAsk
from privascope.answer.whom_to_ask import checked_country, in_country, whom_to_ask
from privascope.answer.why import why
from privascope.cache import Cache
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice

_KEPT = 16


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A policy with what is computed for it once."""

    passages: Passages
    spelling: Spelling
    practices: PolicyPractices


def ask(
    policy: Policy,
    source: Source,
    question: str,
    *,
    method: str = "default",
    paraphrases: str | Sequence[str] = (),
    risk: Risk = Risk.MEDIUM,
    place: VectorPlace | None = None,
    practices: tuple[Practice, ...] | None = None,
    with_why: bool = False,
    summary: int = 0,
    only_quotes: bool = False,
    reader_country: str = "",
) -> Answer:
    """What a policy says to a question, in its own sentences.

    `paraphrases` are the sources of other wordings, for a method that reads them: rules, vectors,
    translation. `place` keeps the vectors of its sentences for later questions, `practices` are
    those of the policy where they are known; `with_why` adds how the answer came about, `summary`
    a summary of so many sentences. With `only_quotes` nothing is said of what else to ask. Where
    the policy is silent, the laws and regulators are those of `reader_country`, or of all places
    that are known.
    """
    check_length(summary)
    checked_country(reader_country)
    rank = method_called(method, paraphrases)
    prepared = _prepare(policy, place, practices)
    asked = understand(question, prepared.spelling, NamedThings.of(source))
    empty = _unanswered(policy, source, prepared, asked, method)
    if asked.is_empty or not prepared.passages.all:
        return empty
    if foreign := language_note(asked):
        return replace(empty, notes=(*empty.notes, foreign))
    ranked = rank(asked.read, prepared.passages)
    judged = judge(asked.read, prepared.passages, ranked, risk)
    answer = compose(policy, prepared.passages, ranked, judged, empty)
    if only_quotes:
        return answer
    choices, looked_for = clarify(asked, judged.verdict, policy.text, prepared.practices)
    branches, unspecified = _by_practices(asked, prepared, method)
    left_open = tuple(one.text for one in unspecified)
    topic = topic_note(asked) if answer.quotes else ""
    searched = searched_note(answer.verdict, len(prepared.passages), len(ranked.read))
    return replace(
        answer,
        # The answer opens with yes or no only for a single question.
        headline="" if topic or len(asked.parts) > 1 else answer.headline,
        notes=(
            *answer.notes,
            *filter(None, (*ranked.notes, topic, *left_open, *looked_for, searched)),
        ),
        suggestions=suggestions(prepared.passages, asked.understood),
        why=(why(asked.read, prepared.passages, ranked, judged, unspecified),) if with_why else (),
        branches=branches,
        unspecified=unspecified,
        choices=choices,
        summary=summary_of(policy, source, prepared.passages, ranked, judged, summary),
        whom=_whom(policy, source, asked.original, answer.verdict, reader_country),
    )


def _whom(
    policy: Policy, source: Source, question: str, verdict: Verdict, country: str
) -> WhomToAsk | None:
    """Where else to ask, for a question that the policy leaves open."""
    if verdict not in (Verdict.SILENT, Verdict.OUT_OF_SCOPE):
        return None
    whom = whom_to_ask(policy, source, question, on_privacy=verdict is Verdict.SILENT)
    return in_country(whom, source, question, country)


def _by_practices(
    asked: Question, prepared: _Prepared, method: str
) -> tuple[tuple[Branch, ...], tuple[Unspecified, ...]]:
    """The passages by attribute and value, for the method that asks so, and what is left open.

    Practices that are not known yet are found for that method alone: it takes a while.
    """
    practices = prepared.practices.all() if method == "practices" else prepared.practices.known
    if not practices or not mapping_is_there() or len(asked.parts) != 1:
        return (), ()
    mapped = map_question(asked.parts[0].whole)
    branches = branches_of(mapped, practices, prepared.passages) if method == "practices" else ()
    return branches, unspecified_of(mapped, practices)


def _unanswered(
    policy: Policy, source: Source, prepared: _Prepared, asked: Question, method: str
) -> Answer:
    """The answer to a question before anything has been read."""
    return Answer(
        question=asked.original,
        understood=asked.understood,
        source=source,
        verdict=Verdict.UNSURE,
        confidence=0.0,
        quotes=(),
        nearest=(),
        suggestions=suggestions(prepared.passages, ""),
        notes=(*asked.notes, *remark(policy, asked)),
        method=method,
    )


_prepared: Cache[bytes, _Prepared] = Cache(_KEPT)


def _prepare(
    policy: Policy, place: VectorPlace | None, practices: tuple[Practice, ...] | None
) -> _Prepared:
    """The policy's sentences and words, kept between questions."""
    key = hashlib.blake2b(policy.text.encode("utf-8", "replace"), digest_size=16).digest()

    def make() -> _Prepared:
        passages = passages_of(policy)
        passages.place = place
        passages.practices = PolicyPractices(policy)
        return _Prepared(passages, Spelling(passages.vocabulary), passages.practices)

    prepared = _prepared.get_or_make(key, make)
    if practices is not None:
        prepared.practices.tell(practices)
    return prepared
