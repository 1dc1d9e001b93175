"""How a policy stands to something that it could say, and how clearly it says it."""

from enum import StrEnum


class Standing(StrEnum):
    """What a policy says of something.

    To leave it open is not the same as to be silent. It is not sure that a policy is silent where
    words of it stand in the text.
    """

    STATED = "stated"
    DENIED = "denied"
    UNSPECIFIED = "unspecified"
    NOT_SURE = "not_sure"
    NOT_STATED = "not_stated"


class Clarity(StrEnum):
    """Whether a reader knows what is meant, and if not, why."""

    CLEAR = "clear"
    VAGUE = "vague_words"
    GENERAL = "in_general_terms"
    LEFT_OPEN = "left_open"


# Signs differ in shape, so that colour need not carry the meaning.
SIGNS = {
    Standing.STATED: "●",
    Standing.DENIED: "○",
    Standing.UNSPECIFIED: "?",
    Standing.NOT_SURE: "≈",
    Standing.NOT_STATED: "–",
}
TOLD = {
    Standing.STATED: "says so",
    Standing.DENIED: "says that it does not",
    Standing.UNSPECIFIED: "leaves it open",
    Standing.NOT_SURE: "perhaps",
    Standing.NOT_STATED: "not stated",
}
UNCLEAR = {
    Clarity.CLEAR: "",
    Clarity.VAGUE: "in vague words",
    Clarity.GENERAL: "without detail",
    Clarity.LEFT_OPEN: "left open",
}
