"""Length reduction: long sentences cut into clauses, to find the relevant one."""

import re
from functools import lru_cache

from privascope.answer.words import stems_of

_CUT = re.compile(r"(?<=[;:])\s+|(?<=,)\s+(?=(?:and|or|but|which|who|unless|except|if|when)\b)")
_SHORT = 25


@lru_cache(maxsize=20_000)
def clauses(text: str) -> tuple[frozenset[str], ...]:
    """The stems of each clause of a sentence; a short sentence is one clause."""
    if len(text.split()) <= _SHORT:
        return (frozenset(stems_of(text)),)
    return tuple(frozenset(stems_of(piece)) for piece in _CUT.split(text) if piece.strip())
