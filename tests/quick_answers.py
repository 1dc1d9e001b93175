"""Answers for tests of conversations, made at once and without a model."""

import pytest

from privascope.answer.answer import Answer, Quote, Source, Verdict
from privascope.policy.policy import Policy


def use_quick_answers(patch: pytest.MonkeyPatch) -> None:
    """Lets conversations answer each question with the policy's first sentences."""
    from privascope.compare import desk

    desk._ANSWERS.clear()
    patch.setattr("privascope.compare.desk.ask", _quick)
    patch.setattr("privascope.answer.ask.ask", _quick)


def _quick(policy: Policy, source: Source, question: str, **_: object) -> Answer:
    quotes = tuple(
        Quote(
            start=one.start,
            end=one.end,
            text=policy.quote(one),
            section=policy.section_path(one.start),
            score=0.9,
            marks=(),
            context=(),
            link="",
        )
        for one in policy.sentences[1:8]
    )
    return Answer(
        question=question,
        understood=question,
        source=source,
        verdict=Verdict.ANSWERED,
        confidence=0.9,
        quotes=quotes,
        nearest=(),
        suggestions=(),
        notes=(),
        method="default",
    )
