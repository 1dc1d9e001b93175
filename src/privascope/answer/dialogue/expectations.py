"""Turns what somebody expects of policies into a question."""

import re

from privascope.answer.dialogue.phrases import verb_of

_MY = re.compile(
    r"i (?:\w+ )?(?:don'?t|do not|never|would not|wouldn'?t) (?:want|like) (?P<thing>my .+?|to) "
    r"(?:to )?(?:be )?(?P<verb>\w+)(?P<rest>(?: (?:with|to|by|for|in|on|from|without) .+)?)$",
    re.IGNORECASE,
)
_THEM = re.compile(
    r"i (?:\w+ )?(?:don'?t|do not|never) want (?P<who>any(?:one|body)|them|people|\w+) (?:to )?"
    r"(?P<verb>\w+)(?P<rest> .+)$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:i(?:'m| am)? (?:\w+ )*?(?:care|worry|worried|concerned)(?: \w+)? about|my (?:\w+ "
    r")?(?:worry|"
    r"concern|expectation) is(?: that)?)\s+(?P<thing>.+)$",
    re.IGNORECASE,
)
_MOST = re.compile(r"\s+(?:the )?most$", re.IGNORECASE)


def question_of(expectation: str) -> tuple[str, bool]:
    """The question to a policy, and whether a yes would go against the expectation."""
    said = expectation.replace("’", "'").strip(" .!?")
    if found := _MY.match(said):
        thing = "me" if found["thing"].lower() == "to" else found["thing"]
        return f"Do you {verb_of(found['verb'])} {thing}{found['rest']}?", True
    if found := _THEM.match(said):
        return f"Can {found['who'].lower()} {verb_of(found['verb'])}{found['rest']}?", True
    if found := _ABOUT.match(said):
        return f"What does this policy say about {_MOST.sub('', found['thing'])}?", False
    return f"{said}?", False
