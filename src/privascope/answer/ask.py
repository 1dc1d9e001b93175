"""Asks a policy a question: the one way from words to an Answer."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from privascope.answer.answer import Answer, Quote, Source, Verdict
from privascope.answer.bare import in_telling_words
from privascope.answer.clarify import clarify
from privascope.answer.compose import MOST_QUOTES, Scored, quotes_of
from privascope.answer.concepts import specific_concepts
from privascope.answer.evidence import evidence_of, strengths
from privascope.answer.expected import Wanted, wanted_of
from privascope.answer.judge import Judged, Risk, joined, judge
from privascope.answer.kinds import Kind, kind_of
from privascope.answer.names import NamedThings
from privascope.answer.oddities import language_note, remark, topic_note
from privascope.answer.passages import Passages, passages_of
from privascope.answer.policy_practices import PolicyPractices
from privascope.answer.question import Part, Question, understand
from privascope.answer.scoring import Method, Scores, method_called
from privascope.answer.sentence_table import VectorPlace
from privascope.answer.spelling import Spelling
from privascope.answer.suggest import suggestions
from privascope.answer.why import why
from privascope.answer.words import content_stems
from privascope.cache import Cache
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice

NEAREST = 3
# What comes nearest must not be much farther than the first of it.
_NEAR = 0.3
# Of 22 answers to questions on real policies whose surest sentence was weaker than this, 5 were
# right; of the 115 others 70 had the best sentence first.
_WEAK = 0.3
_WEAK_NOTE = "These sentences are only loosely related: read them before you rely on them."
_KEPT = 16


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A policy with what is made of it once."""

    passages: Passages
    spelling: Spelling
    practices: PolicyPractices


@dataclass(frozen=True, slots=True)
class _PartAnswer:
    """What the policy has for one part of a question."""

    part: Part
    judged: Judged
    scores: Scores
    scored: tuple[Scored, ...]


def ask(
    policy: Policy,
    source: Source,
    question: str,
    *,
    method: str = "default",
    risk: Risk = Risk.MEDIUM,
    place: VectorPlace | None = None,
    practices: tuple[Practice, ...] | None = None,
    with_why: bool = False,
) -> Answer:
    """What a policy says to a question, in its own sentences.

    `place` keeps the vectors of its sentences for later questions, `practices` are those of the
    policy where they are known; `with_why` adds how the answer came about.
    """
    score = method_called(method)
    prepared = _prepare(policy, place, practices)
    asked = understand(question, prepared.spelling, NamedThings.of(source))
    notes = [*asked.notes, *remark(policy, asked)]
    if asked.is_empty or not prepared.passages.all:
        return _empty_answer(source, prepared, asked, notes, method)
    # One part that is a question for a policy vouches for the others.
    kind = max((kind_of(part.whole) for part in asked.parts), key=lambda kind: kind.margin)
    parts = [
        _answer_part(prepared.passages, part, kind, score, method, risk) for part in asked.parts
    ]
    foreign = language_note(asked)
    verdict = Verdict.UNSURE if foreign else joined([part.judged.verdict for part in parts])
    notes += [foreign] if foreign else _part_notes(parts)
    shown, near = _chosen(parts, verdict) if not foreign else ([], [])
    wanted = frozenset(content_stems(asked.understood)).union(*specific_concepts(asked.understood))
    asks_time = wanted_of(asked.understood) is Wanted.TIME
    compose = (policy, source, prepared.passages)
    quotes = quotes_of(*compose, shown, wanted, asks_time=asks_time)
    nearest = quotes_of(*compose, near, wanted, asks_time=asks_time, most=NEAREST)
    if quotes and max(one.score for one in shown) < _WEAK:
        notes.append(_WEAK_NOTE)
    if quotes and (topic := topic_note(asked)):
        notes.append(topic)
    choices, looked_for = (
        ((), []) if foreign else clarify(asked, verdict, policy.text, prepared.practices)
    )
    notes += looked_for
    return Answer(
        question=asked.original,
        understood=asked.understood,
        source=source,
        verdict=verdict,
        confidence=round(min(part.judged.confidence for part in parts), 3),
        quotes=quotes,
        nearest=() if quotes else nearest,
        suggestions=suggestions(prepared.passages, asked.understood),
        notes=tuple(notes),
        method=method,
        why=tuple(
            why(part.part.whole, prepared.passages, part.scores, part.judged, method)
            for part in parts
            if with_why
        ),
        choices=choices,
    )


def _answer_part(
    passages: Passages, part: Part, kind: Kind, score: Method, method: str, risk: Risk
) -> _PartAnswer:
    question = in_telling_words(part.whole)
    scores = score(question, passages)
    judged = judge(evidence_of(question, kind, passages, scores), method, risk)
    scored = strengths(scores, passages, method, MOST_QUOTES * 3)
    return _PartAnswer(part, judged, scores, scored)


def _chosen(parts: Sequence[_PartAnswer], verdict: Verdict) -> tuple[list[Scored], list[Scored]]:
    """The sentences to show as the answer, and those that come nearest to one."""
    answering = (Verdict.ANSWERED, Verdict.PARTLY)
    shown = [
        [one for one in part.scored if one.worth_showing]
        for part in parts
        if verdict in answering and part.judged.verdict in answering
    ]
    near = [
        [one for one in part.scored[:NEAREST] if one.score >= _NEAR * part.scored[0].score]
        for part in parts
        if verdict is not Verdict.OTHER
    ]
    return _in_turns(shown), _in_turns(near)


def _in_turns(lists: Sequence[Sequence[Scored]]) -> list[Scored]:
    """The best of each list, then the second of each, and so on; every sentence once."""
    found: dict[int, Scored] = {}
    for place in range(max(map(len, lists), default=0)):
        for one in lists:
            if place < len(one):
                found.setdefault(one[place].number, one[place])
    return list(found.values())


def _part_notes(parts: Sequence[_PartAnswer]) -> list[str]:
    """What the policy leaves open, where it answers only some of the parts."""
    if len(parts) < 2 or len({part.judged.verdict for part in parts}) < 2:
        return list(dict.fromkeys(note for part in parts for note in part.judged.notes))
    told = {
        Verdict.SILENT: "The policy does not say: “{}”",
        Verdict.UNSURE: "Could not tell: “{}”",
        Verdict.OTHER: "Not a question for a privacy policy: “{}”",
    }
    return [
        told[part.judged.verdict].format(part.part.text)
        for part in parts
        if part.judged.verdict in told
    ]


def _empty_answer(
    source: Source, prepared: _Prepared, asked: Question, notes: Sequence[str], method: str
) -> Answer:
    quotes: tuple[Quote, ...] = ()
    return Answer(
        question=asked.original,
        understood=asked.understood,
        source=source,
        verdict=Verdict.UNSURE,
        confidence=0.0,
        quotes=quotes,
        nearest=quotes,
        suggestions=suggestions(prepared.passages, ""),
        notes=tuple(notes),
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
