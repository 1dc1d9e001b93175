"""What an answer says at a glance: its verdict, yes or no, and a headline."""

from privascope.answer.answer import Answer
from privascope.data.asked import STANCES

# The name that this verdict had before labelled questions gave it another.
_RENAMED = {"not_a_privacy_question": "out_of_scope"}


def verdict_of(answer: Answer) -> str:
    """The verdict, by the name that labelled questions have for it."""
    return _RENAMED.get(answer.verdict.value, answer.verdict.value)


def stance_of(answer: Answer) -> str | None:
    """Yes, no or depends; None where the answer does not commit itself."""
    # Answers have had no stance so far.
    stance = getattr(answer, "stance", None)
    return str(stance) if stance is not None and str(stance) in STANCES else None


def headline_of(answer: Answer) -> str:
    """The plain words above the quotes; empty where there are none."""
    headline = getattr(answer, "headline", "")
    return headline.strip() if isinstance(headline, str) else ""
