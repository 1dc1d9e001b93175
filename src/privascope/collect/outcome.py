"""The outcomes of a page on its way into the library, in the order of the funnel."""

from enum import StrEnum


class Outcome(StrEnum):
    """Why an item left the funnel, or how it was stored."""

    REFUSED = "could not be fetched or opened"
    UNREADABLE = "could not be read"
    NEEDS_BROWSER = "needs a browser"
    LANGUAGE = "other language"
    ERROR = "error page"
    CONSENT = "consent wall"
    LOGIN = "login page"
    NOT_POLICY = "not a privacy policy"
    NO_TEXT = "no policy text on the page"
    DUPLICATE = "exact duplicate"
    NEAR_DUPLICATE = "near-duplicate"
    UNCHANGED = "unchanged"
    VERSION = "new version"
    NEW = "new policy"


# The funnel's stages: what leaves at each, and what goes on is the rest.
STAGES: tuple[tuple[str, tuple[Outcome, ...]], ...] = (
    ("read", (Outcome.REFUSED, Outcome.UNREADABLE, Outcome.NEEDS_BROWSER)),
    ("in a language asked for", (Outcome.LANGUAGE,)),
    (
        "a privacy policy",
        (Outcome.ERROR, Outcome.CONSENT, Outcome.LOGIN, Outcome.NOT_POLICY),
    ),
    ("with text of its own", (Outcome.NO_TEXT,)),
    ("not an exact duplicate", (Outcome.DUPLICATE,)),
    ("not a near-duplicate", (Outcome.NEAR_DUPLICATE,)),
)

KEPT = frozenset(
    {
        Outcome.NEW,
        Outcome.VERSION,
        Outcome.UNCHANGED,
        Outcome.DUPLICATE,
        Outcome.NEAR_DUPLICATE,
    }
)
