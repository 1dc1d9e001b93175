"""Turns that control a conversation instead of asking something."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from privascope.answer.dialogue.reply import Act

_FILE = Path(__file__).with_name("cues.toml")
_PLACES = {
    "{it}": r"(?:it|that|this|them|those|these)",
    "{policy}": (
        r"(?:it|this|that|this (?:policy|one|app|service)|the (?:policy|app|service)|they)"
    ),
    "{say}": r"(?:say|says|said|write|writes|stand|stands|state|states)",
    "{here}": (
        r"(?: (?:here|there|(?:about|in|with) (?:it|this|that|here|there|this one|this policy)))?"
    ),
}
_POLITE_START = re.compile(
    r"^(?:(?:please|ok(?:ay)?|and|so|well|hmm*|um+|uh+|oh|sorry|actually|now|then|right|alright|"
    r"hey|(?:can|could|would|will) you(?: please)?(?=\s+(?:read|say|repeat|send|show|put|give|stop|"
    r"tell me more|go|forget|open|speak|talk|list|quote|summari[sz]e|compare|check|be|delete|"
    r"slow))|i(?:'d| would) like (?:you )?to(?=\s+(?:hear|see|read|compare|know (?:more|what "
    r"changed))))[\s,.!:-]+)+",
    re.IGNORECASE,
)
_POLITE_END = re.compile(
    r"[\s,.!?]*(?:\b(?:please|pls|thanks|thank you|now|then|for me|ok(?:ay)?|once more|will you|"
    r"would you|assistant)\b[\s,.!?]*)+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cue:
    """An act with its pattern, and turns that must and must not fit it."""

    act: Act
    pattern: re.Pattern[str]
    yes: tuple[str, ...]
    no: tuple[str, ...]


@cache
def cues() -> tuple[Cue, ...]:
    """All cues, in the order in which they count."""
    found = []
    for cue in tomllib.loads(_FILE.read_text(encoding="utf-8"))["cues"]:
        pattern = "|".join(f"(?:{one})" for one in cue["patterns"])
        for name, words in _PLACES.items():
            pattern = pattern.replace(name, words)
        compiled = re.compile(pattern, re.IGNORECASE)
        found.append(Cue(Act(cue["act"]), compiled, tuple(cue["yes"]), tuple(cue["no"])))
    return tuple(found)


def steering(text: str) -> Act | None:
    """The command in a turn; None for one that asks something."""
    forms = forms_of(text)
    return next(
        (cue.act for form in forms for cue in cues() if cue.pattern.fullmatch(form)),
        None,
    )


def forms_of(text: str) -> list[str]:
    """A turn as it is said, and without words of politeness around it."""
    said = " ".join(text.replace("’", "'").split()).strip(" .!?,;:\"'")
    start = _POLITE_START.sub("", said).strip(" ,.!?")
    both = _POLITE_END.sub("", start).strip(" ,.!?")
    end = _POLITE_END.sub("", said).strip(" ,.!?")
    return list(dict.fromkeys(form for form in (said, start, end, both) if form))
