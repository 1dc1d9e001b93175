"""An answer's verdict in plain words: whether the policy speaks of it, never yes or no."""

from collections.abc import Sequence

from privascope.answer.answer import Answer, Choice, Verdict
from privascope.symbols import Symbol

_LINES = {
    Verdict.ANSWERED: "The policy answers this",
    Verdict.PARTLY: "The policy answers part of this",
    Verdict.SILENT: "The policy does not say",
    Verdict.UNSURE: "Could not tell whether the policy says this",
    Verdict.OTHER: "This is not a question for a privacy policy",
}
_WITH_QUOTES = {
    Verdict.ANSWERED: "In its own words:",
    Verdict.PARTLY: "In its own words, with something left open:",
    Verdict.SILENT: "All of it was read, and nothing in it answers. Nearest to it:",
    Verdict.UNSURE: "These sentences come nearest; read them and judge for yourself:",
}
_WITHOUT = {
    Verdict.SILENT: "All of it was read, and nothing in it comes near.",
    Verdict.UNSURE: "Try other words, or ask about one thing at a time.",
    Verdict.OTHER: (
        "A privacy policy tells what is collected and why, who gets it, how long it is kept, "
        "and what you can do about it. Ask about one of these."
    ),
}
_SYMBOLS = {
    Verdict.ANSWERED: Symbol.SAYS_SO,
    Verdict.PARTLY: Symbol.PARTLY,
    Verdict.SILENT: Symbol.SILENT,
    Verdict.UNSURE: Symbol.UNSURE,
    Verdict.OTHER: Symbol.OUT_OF_SCOPE,
}


def verdict_line(verdict: Verdict) -> str:
    """The verdict in one line, without a full stop."""
    return _LINES[verdict]


def verdict_lead(answer: Answer) -> str:
    """The sentence between the verdict and the quotes, or instead of them."""
    if answer.verdict is not Verdict.OTHER and (answer.quotes or answer.nearest):
        return _WITH_QUOTES[answer.verdict]
    return _WITHOUT.get(answer.verdict, "")


def verdict_symbol(verdict: Verdict) -> str:
    """The symbol for a verdict."""
    return _SYMBOLS[verdict]


def choice_line(choices: Sequence[Choice]) -> str:
    """The choices as one question to the reader; "" without any."""
    if not choices:
        return ""
    *others, last = (choice.text for choice in choices)
    return f"Do you mean {', '.join(others)}, or {last}?"
