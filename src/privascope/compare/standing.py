"""What a policy says about something that it could say, and how clearly."""

from enum import StrEnum

from privascope.symbols import Symbol


class Standing(StrEnum):
    """A policy's stance on something.

    Mentioning it without details is not the same as silence. Where related words appear, but no
    statement was recognised, silence is not certain.
    """

    STATED = "stated"
    DENIED = "denied"
    UNSPECIFIED = "unspecified"
    NOT_SURE = "not_sure"
    NOT_STATED = "not_stated"


class Clarity(StrEnum):
    """Whether a reader can tell what is meant, and if not, why."""

    CLEAR = "clear"
    VAGUE = "vague_words"
    GENERAL = "in_general_terms"
    LEFT_OPEN = "left_open"


SYMBOLS = {
    Standing.STATED: Symbol.SAYS_SO,
    Standing.DENIED: Symbol.DENIES,
    Standing.UNSPECIFIED: Symbol.PARTLY,
    Standing.NOT_SURE: Symbol.UNSURE,
    Standing.NOT_STATED: Symbol.SILENT,
}
WORDING = {
    Standing.STATED: "says so",
    Standing.DENIED: "says it does not",
    Standing.UNSPECIFIED: "gives no details",
    Standing.NOT_SURE: "possibly",
    Standing.NOT_STATED: "not stated",
}
# A legend also says why a line is marked as possible.
LEGEND = {**WORDING, Standing.NOT_SURE: "possibly: related words appear"}
UNCLEAR = {
    Clarity.CLEAR: "",
    Clarity.VAGUE: "vague wording",
    Clarity.GENERAL: "general terms only",
    Clarity.LEFT_OPEN: "no details",
}
