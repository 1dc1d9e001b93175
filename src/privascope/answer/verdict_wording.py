"""An answer's verdict in plain words, and its headline where it is certain."""

from collections.abc import Sequence

from privascope.answer.answer import Answer, Choice, Stance, Verdict
from privascope.symbols import Symbol

_LINES = {
    Verdict.ANSWERED: "The policy answers this",
    Verdict.PARTLY: "The policy answers part of this",
    Verdict.SILENT: "The policy does not say",
    Verdict.UNSURE: "Could not tell whether the policy says this",
    Verdict.OUT_OF_SCOPE: "This is not a question for a privacy policy",
}
_WITH_QUOTES = {
    Verdict.PARTLY: "In its own words, for the part that it answers:",
    Verdict.SILENT: "No sentence was found that answers this. The closest ones:",
    Verdict.UNSURE: "These sentences come closest; read them and judge for yourself:",
}
_WITHOUT = {
    Verdict.SILENT: "No sentence comes close to this.",
    Verdict.OUT_OF_SCOPE: (
        "A privacy policy says what is collected and why, who gets it, how long it is kept, "
        "and what you can do about it. Try asking about one of these."
    ),
}
_NEXT = {
    Verdict.SILENT: "You can ask the organisation itself about what its policy leaves out.",
    Verdict.UNSURE: "Try other words, or ask about one thing at a time.",
}
_SYMBOLS = {
    Verdict.ANSWERED: Symbol.SAYS_SO,
    Verdict.PARTLY: Symbol.PARTLY,
    Verdict.SILENT: Symbol.SILENT,
    Verdict.UNSURE: Symbol.UNSURE,
    Verdict.OUT_OF_SCOPE: Symbol.OUT_OF_SCOPE,
}
_SEEMS = {
    Stance.YES: "The sentences seem to mean yes, but read them to be sure.",
    Stance.NO: "The sentences seem to mean no, but read them to be sure.",
    Stance.DEPENDS: "The sentences seem to name conditions: read them to see what it depends on.",
}
_HEADLINES = {
    Stance.YES: "Yes.",
    Stance.NO: "No.",
    Stance.DEPENDS: "It depends.",
}


def headline(stance: Stance | None) -> str:
    """Yes or no in a word or two; "" without a stance."""
    return _HEADLINES[stance] if stance is not None else ""


def verdict_line(verdict: Verdict) -> str:
    """The verdict in one line, without a full stop."""
    return _LINES[verdict]


def verdict_lead(answer: Answer) -> str:
    """The sentence between the verdict and the quotes, or instead of them."""
    if answer.summary:
        return summary_line(len(answer.summary))
    if answer.stance is not None and not answer.headline and answer.quotes:
        return _SEEMS[answer.stance]
    if answer.verdict is not Verdict.OUT_OF_SCOPE and (answer.quotes or answer.nearest):
        return _WITH_QUOTES.get(answer.verdict, "")
    return _WITHOUT.get(answer.verdict, "")


def try_next(answer: Answer) -> str:
    """What to do if the policy gave no answer; "" if it did, or if a note says so."""
    if answer.whom or (not answer.nearest and answer.notes):
        return ""
    return _NEXT.get(answer.verdict, "")


def summary_line(sentences: int) -> str:
    """The line above a summary."""
    if sentences == 1:
        return "The sentence that is nearest to the question:"
    return f"The {sentences} sentences nearest to the question, in the policy’s order:"


def verdict_symbol(verdict: Verdict) -> str:
    """The symbol for a verdict."""
    return _SYMBOLS[verdict]


def choice_line(choices: Sequence[Choice]) -> str:
    """The choices as one question to the reader; "" without any."""
    if not choices:
        return ""
    *others, last = (choice.text for choice in choices)
    return f"Do you mean {', '.join(others)}, or {last}?"
