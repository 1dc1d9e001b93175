"""A labelled policy read as a user pastes it, and all its questions put to it."""

from dataclasses import dataclass

from privascope.answer.answer import Answer
from privascope.answer.ask import ask
from privascope.answer.subject import visited_subject
from privascope.collect.visit import visit_text
from privascope.data.asked import AskedPolicy, AskedQuestion
from privascope.measure.alignment import Alignment, overlap
from privascope.measure.answer_stance import headline_of, stance_of, verdict_of
from privascope.policy.policy import Span

# A sentence shown is a labelled one when it has this much of it, or the other way round.
_SHARED = 0.5


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question as it is labelled, and what was answered.

    `rank` is that of the first answering sentence among those shown, from 0; `trap_first` tells
    that the first sentence shown is a trap.
    """

    policy: str
    style: str
    verdict: str
    stance: str | None
    has_traps: bool
    given_verdict: str
    given_stance: str | None
    has_headline: bool
    rank: int | None
    trap_first: bool


def judge_policy(policy: AskedPolicy) -> list[JudgedQuestion]:
    """All questions on a policy, asked and compared with their labels."""
    subject = visited_subject(visit_text(policy.text))
    alignment = Alignment(subject.policy.text, policy.text)
    return [
        judge_answer(
            policy, question, ask(subject.policy, subject.source, question.text), alignment
        )
        for question in policy.questions
    ]


def judge_answer(
    policy: AskedPolicy, question: AskedQuestion, answer: Answer, alignment: Alignment
) -> JudgedQuestion:
    """An answer beside the labels; `alignment` leads from the text that was read to the policy's.

    Where the verdict denies an answer, the nearest sentences are what is shown.
    """
    shown = [alignment.place(quote.start, quote.end) for quote in (*answer.quotes, *answer.nearest)]
    answers, traps = policy.places(question.answers), policy.places(question.traps)
    hits = (number for number, place in enumerate(shown) if _is_among(place, answers))
    return JudgedQuestion(
        policy=policy.id,
        style=question.style,
        verdict=question.verdict,
        stance=question.stance,
        has_traps=bool(traps),
        given_verdict=verdict_of(answer),
        given_stance=stance_of(answer),
        has_headline=bool(headline_of(answer)),
        rank=next(hits, None),
        trap_first=bool(shown) and _is_among(shown[0], traps) and not _is_among(shown[0], answers),
    )


def _is_among(place: Span | None, labelled: tuple[Span, ...]) -> bool:
    return place is not None and overlap(place, labelled, _SHARED)
