"""The symbols that answers, labels and comparisons share, on pages and terminals alike.

Each has one meaning everywhere; docs/guide/vocabulary.md explains them.
"""

from enum import StrEnum


class Symbol(StrEnum):
    """What a policy says about something, at a glance. Shapes differ, so colour is never needed."""

    SAYS_SO = "●"
    PARTLY = "◐"
    DENIES = "✕"
    UNSURE = "?"
    SILENT = "○"
    OUT_OF_SCOPE = "–"
    BOTH = "≠"
    NOT_COMPUTED = "…"
