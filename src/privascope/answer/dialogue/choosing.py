"""Finds the option that a turn chooses: by number, by a word, or in other words."""

import re
from collections.abc import Sequence

from privascope.answer.dialogue.state import Option
from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

_NUMBERS = {
    "1": 0, "one": 0, "first": 0, "1st": 0, "former": 0,
    "2": 1, "two": 1, "second": 1, "2nd": 1, "to": 1, "too": 1,
    "3": 2, "three": 2, "third": 2, "3rd": 2,
    "4": 3, "four": 3, "fourth": 3, "4th": 3,
}  # fmt: skip
_LAST = frozenset(("last", "latter"))
_NUMBERED = re.compile(
    r"(?:(?:the|number|no\.?|option|choice|take|i mean|that's|please|yes|ok|answer)[\s,]+)*"
    r"(?P<number>\w+)(?:\s+(?:one|option|choice|please|thing|question|policy|you said))*"
    r"(?:\s*[:,]\s*.*)?",
    re.IGNORECASE,
)
_OTHER = re.compile(r"(?:and\s+)?(?:no[, ]+)?(?:the\s+)?other(?:\s+(?:one|option))?", re.IGNORECASE)
# How else people say what the choices offer.
_SAME = (
    frozenset(
        map(stem_of, "collect collected collection gather record know what kinds why".split())
    ),
    frozenset(map(stem_of, "share shared sharing get gets who whom others receive sell".split())),
    frozenset(
        map(
            stem_of,
            "refuse stop opt out object prevent avoid off disable block switch turn".split(),
        )
    ),
    frozenset(map(stem_of, "delete see correct erase remove access copy change".split())),
    frozenset(map(stem_of, "protect protected safe secure security encrypted".split())),
    frozenset(map(stem_of, "long keep kept stored retention store when".split())),
)
_SMALL = FUNCTION_WORDS - {"who", "what", "why", "get", "gets", "out", "off", "when"}


def chosen(text: str, options: Sequence[Option], last: int = -1) -> int | None:
    """The place of the option that a turn chooses; `last` is the one that was chosen before."""
    said = " ".join(text.split()).strip(" .!?,")
    if not said or not options:
        return None
    if _OTHER.fullmatch(said) and len(options) == 2 and last in (0, 1):
        return 1 - last
    numbered = _NUMBERED.fullmatch(said)
    if numbered:
        word = numbered["number"].lower()
        if word in _LAST:
            return len(options) - 1
        number = _NUMBERS.get(word)
        if number is not None:
            return number if number < len(options) else None
    return _by_words(said, options)


def _by_words(said: str, options: Sequence[Option]) -> int | None:
    """The option that has most of the turn's words; None where two have, or none."""
    words = _stems(said)
    if not words or len(words) > 8:
        return None
    told = [_stems(one.text) for one in options]
    common = set.intersection(*told) if len(told) > 1 else set()
    wider = [own | _meaning(own - common) for own in (one - common for one in told)]
    scores = [len(words & own) for own in wider]
    best = max(scores)
    # A turn with much beside what was offered is a question of its own.
    if not best or scores.count(best) > 1 or len(words - wider[scores.index(best)] - common) > 1:
        return None
    return scores.index(best)


def _meaning(own: set[str]) -> set[str]:
    return set().union(*(group for group in _SAME if group & own))


def _stems(text: str) -> set[str]:
    return {stem_of(word) for word in words_of(text) if word not in _SMALL}
