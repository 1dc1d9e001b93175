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


# How an outcome is counted, for one item and for several; others read the same for both.
_COUNTED = {
    Outcome.NEEDS_BROWSER: ("needs a browser", "need a browser"),
    Outcome.LANGUAGE: ("in another language", "in another language"),
    Outcome.ERROR: ("error page", "error pages"),
    Outcome.CONSENT: ("consent wall", "consent walls"),
    Outcome.LOGIN: ("login page", "login pages"),
    Outcome.NOT_POLICY: ("not a privacy policy", "not privacy policies"),
    Outcome.NO_TEXT: ("without policy text", "without policy text"),
    Outcome.DUPLICATE: ("exact duplicate", "exact duplicates"),
    Outcome.NEAR_DUPLICATE: ("near-duplicate", "near-duplicates"),
    Outcome.UNCHANGED: ("unchanged page", "unchanged pages"),
    Outcome.VERSION: ("new version", "new versions"),
    Outcome.NEW: ("new policy", "new policies"),
}

# The funnel's stages, each with the outcomes of the pages that it rejects.
STAGES: tuple[tuple[str, tuple[Outcome, ...]], ...] = (
    ("read", (Outcome.REFUSED, Outcome.UNREADABLE, Outcome.NEEDS_BROWSER)),
    ("in a wanted language", (Outcome.LANGUAGE,)),
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


def counted(outcome: str, number: int) -> str:
    """A number of items with an outcome, such as "27 new policies"."""
    one, several = _COUNTED.get(Outcome(outcome), (outcome, outcome))
    return f"{number:,} {one if number == 1 else several}"
