"""Formats values for pages."""

import re
from datetime import date, datetime

# Marks that only choose a direction are dropped; those that turn whole stretches of text
# around, and controls of terminals, are shown by their number.
_DROPPED = "\u200e\u200f\u061c\ufeff"
_TURNING = "\u202a-\u202e\u2066-\u2069"
_CONTROL = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f{_DROPPED}{_TURNING}]")


def visible(text: str) -> str:
    """Untrusted text without invisible characters that could change the page."""
    return text if text.isprintable() else _CONTROL.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    character = match.group()
    return "" if character in _DROPPED else f"[U+{ord(character):04X}]"


def count(number: float) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,.0f}"


def percent(share: float) -> str:
    """A share as percent, never rounded to nothing or to all."""
    if 0 < share < 0.01:
        return "< 1 %"
    if 0.99 < share < 1:
        return "99 %"
    return f"{share * 100:.0f} %"


def day(moment: date | datetime | None) -> str:
    """A day in English."""
    return f"{moment.day} {moment:%B} {moment.year}" if moment else ""


def minutes(number: float) -> str:
    """A reading time."""
    return f"{max(1, round(number))} min"


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
