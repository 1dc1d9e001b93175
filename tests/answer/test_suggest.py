"""Suggestions come from what the policy covers."""

from privascope.answer.answer import Source
from privascope.answer.ask import ask
from privascope.answer.common_questions import COMMON_QUESTIONS, privacy_questions
from privascope.policy.policy import Policy


def test_questions_on_things_that_the_policy_lacks_are_not_suggested(
    policy: Policy, source: Source
) -> None:
    found = {
        question
        for asked in ("do you sell data?", "which cookies do you use?", "")
        for question in ask(policy, source, asked).suggestions
    }
    assert found
    assert "Do you give data to the police or the government?" not in found
    assert found <= set(privacy_questions())


def test_every_common_question_is_listed_once() -> None:
    assert len(COMMON_QUESTIONS) >= 20
    assert len(set(privacy_questions())) == len(privacy_questions()) >= 80
