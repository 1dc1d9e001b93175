"""What there is to say to questions and policies that are not as expected."""

from privascope.answer.question import Question
from privascope.answer.words import words_of
from privascope.policy.policy import Policy
from privascope.policy.read import find_language

# With fewer known words than this a question may be of another language.
_KNOWN = 0.6


def remark(policy: Policy, question: Question) -> list[str]:
    """Notes on a question or a policy that can hardly be answered as it stands."""
    notes = []
    if not policy.sentences:
        notes.append("The policy holds no text that could be read.")
    if not question.original.strip():
        notes.append("There is no question: ask in your own words, such as “Do you sell my data?”")
    elif question.is_empty:
        notes.append("There is nothing in this that could be asked of a policy.")
    elif len(words_of(question.understood)) == 1:
        notes.append(
            "One word is a wide question: these are the sentences on it. "
            "A whole question brings a sharper answer."
        )
    if policy.language not in ("", "en"):
        notes.append("The policy does not seem to be in English; answers may be poor.")
    return notes


def language_note(question: Question) -> str:
    """A note for a question in another language than English; "" for English."""
    words = words_of(question.understood)
    if question.known >= _KNOWN or len(words) < 3:
        return ""
    language = find_language(question.original)
    if language in ("", "en"):
        return ""
    return (
        f"The question seems to be in another language ({language}); only English is read well. "
        "Please ask in English."
    )
