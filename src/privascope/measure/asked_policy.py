"""A labelled policy read as a library holds it, and all its questions put to it."""

from dataclasses import dataclass

from privascope.answer.answer import Answer, Source
from privascope.answer.ask import ask
from privascope.data.asked import AskedPolicy, AskedQuestion
from privascope.measure.overlap import overlap
from privascope.policy.laid_out import laid_out_policy
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
    read = laid_out_policy(policy.text, policy.service)
    source = Source("", "", policy.service, policy.domain, policy.url, "")
    return [
        judge_answer(policy, question, ask(read, source, question.text))
        for question in policy.questions
    ]


def judge_answer(policy: AskedPolicy, question: AskedQuestion, answer: Answer) -> JudgedQuestion:
    """An answer beside the labels.

    Where the verdict denies an answer, the nearest sentences are what is shown.
    """
    shown = [Span(quote.start, quote.end) for quote in (*answer.quotes, *answer.nearest)]
    answers, traps = policy.places(question.answers), policy.places(question.traps)
    hits = (number for number, place in enumerate(shown) if _is_among(place, answers))
    return JudgedQuestion(
        policy=policy.id,
        style=question.style,
        verdict=question.verdict,
        stance=question.stance,
        has_traps=bool(traps),
        given_verdict=answer.verdict.value,
        given_stance=None if answer.stance is None else answer.stance.value,
        has_headline=bool(answer.headline),
        rank=next(hits, None),
        trap_first=bool(shown) and _is_among(shown[0], traps) and not _is_among(shown[0], answers),
    )


def _is_among(place: Span, labelled: tuple[Span, ...]) -> bool:
    return overlap(place, labelled, _SHARED)
