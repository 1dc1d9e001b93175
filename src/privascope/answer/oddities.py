"""Notes on questions and policies that are not as expected."""

from privascope.answer.answer import Verdict
from privascope.answer.question import Question
from privascope.answer.words import FUNCTION_WORDS, words_of
from privascope.policy.language import find_language
from privascope.policy.policy import Policy

# With fewer known words than this a question may be in another language.
_KNOWN = 0.6
# Small words are about half of all words of an English text, and few of another.
_ENGLISH = 0.25
_READ_FOR_LANGUAGE = 50_000


def remark(policy: Policy, question: Question) -> list[str]:
    """Notes on a question or a policy with which an answer is hardly possible."""
    notes = []
    if not policy.sentences:
        notes.append(
            "No readable text was found in this policy. If scripts draw its page, save the page "
            "from a browser and ask the file."
        )
    if not question.original.strip():
        notes.append("There is no question. Ask in your own words, like “Do you sell my data?”")
    elif question.is_empty:
        notes.append(
            "There is nothing in this that could be asked of a policy. Name what you want to know "
            "about: your photos, your location, your account."
        )
    if policy.language not in ("", "en") and not _is_mostly_english(policy):
        notes.append("The policy does not seem to be in English, so answers may be poor.")
    return notes


def _is_mostly_english(policy: Policy) -> bool:
    """Whether English is most of a text in which a menu was taken for another language."""
    words = words_of(policy.text[:_READ_FOR_LANGUAGE])
    return sum(word in FUNCTION_WORDS for word in words) >= _ENGLISH * len(words)


def topic_note(question: Question) -> str:
    """A note for a question of one word, to which there are sentences; "" for others."""
    if len(words_of(question.understood)) != 1:
        return ""
    return (
        "One word is a broad question: these are the sentences about it. "
        "A full question gets a more precise answer."
    )


def searched_note(verdict: Verdict, sentences: int, read: int) -> str:
    """How much of the policy was read without an answer; "" if there is one."""
    if verdict not in (Verdict.SILENT, Verdict.UNSURE):
        return ""
    if sentences == 1:
        return "The policy has one sentence, which was read."
    if not read or read >= sentences:
        return f"All {sentences:,} sentences were read."
    return f"All {sentences:,} sentences were searched, the likeliest {read} read closely."


def language_note(question: Question) -> str:
    """A note for a question in another language than English; "" for English."""
    language = ""
    if not question.foreign:
        if question.known >= _KNOWN or len(words_of(question.understood)) < 3:
            return ""
        language = find_language(question.original)
        if language in ("", "en"):
            return ""
    named = f" ({language})" if language else ""
    return (
        f"The question seems to be in another language{named}; only English is read well. "
        "Please ask in English."
    )
