"""What a question wants to be told - a time, a place, names, a way to write - and who has it."""

import re
from enum import StrEnum


class Wanted(StrEnum):
    """The kinds of answers that can be told by their form."""

    TIME = "time"
    PLACE = "place"
    NAMES = "names"
    CONTACT = "contact"
    ANY = "any"


_TIME = re.compile(
    r"\b(?:how (?:long|soon|fast|quickly|quick|often|many (?:days|weeks|months|years|hours))|"
    r"when (?:do|does|is|are|will|would)|until when|what time)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:(?:what|which) (?:country|countries)|where (?:is|are|do|does)\b.{0,40}\b"
    r"(?:stored?|kept|keep|hosted|servers?|located|saved?))\b",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:which|what) (?:\w+ ){0,2}(?:companies|company|partners|firms|makers|vendors|"
    r"networks|providers|agencies|brokers|third parties|universit(?:y|ies)|hospitals?|insurers?|"
    r"advertisers|organi[sz]ations?|institutions?|schools?)\b",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"\b(?:who(?:m)?|how|where|what(?:['’]?s| is| are))\b"
    r"(?!.*\bmy (?:e-?mail|phone|contacts?)\b).*\b"
    r"(?:contact|reach (?:you|them|someone)|get in touch|talk to|write to|speak (?:to|with)|"
    r"(?:phone|telephone) number|e-?mail address|postal address)\b",
    re.IGNORECASE,
)
_NUMBER_WORD = (
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|"
    r"twenty|thirty|forty-five|sixty|seventy-two|ninety|a|an|the same)"
)
TIME_SPAN = re.compile(
    rf"\b{_NUMBER_WORD}[\s-]+(?:\(\d+\)\s+)?(?:calendar |business |working )?"
    r"(?:second|minute|hour|day|week|fortnight|month|quarter|year)s?\b|\b(?:immediately|at once|"
    r"nightly|daily|weekly|monthly|annually|never|forever|indefinitely|until|"
    r"end of (?:the )?session|right away|in seconds)\b",
    re.IGNORECASE,
)
_VAGUE_TIME = re.compile(
    r"\b(?:in due course|reasonable (?:time|period|notice)|as (?:required|prescribed) by|promptly|"
    r"in the manner (?:which|that)|as long as (?:is )?(?:necessary|needed|required)|"
    r"without (?:undue|unreasonable) delay|from time to time|where (?:necessary|required))\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"(?<!you )\b(?:may|might|could|can choose to)\b", re.IGNORECASE)
_VAGUE = re.compile(
    r"\b(?:certain|some|various|generally|usually|where appropriate|as appropriate|"
    r"as necessary|as needed|reasonable|important|significant|material)\b",
    re.IGNORECASE,
)
# Where data can be: a country, a part of the world, or what is said to be somewhere.
_WHERE = re.compile(
    r"\b(?:(?:located|hosted|based|stored|kept|held|processed|servers?|data cent(?:er|re)s?)\b"
    r"[^.;]{0,60}?\b(?-i:in|within|outside|to) (?:of )?(?:the )?(?-i:[A-Z]\w+)|"
    r"(?-i:EEA|EU|UK|USA?)\b|united (?:states|kingdom)|european (?:union|economic)|other countr)",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"@|\+?\(?\d{2,}\)?(?:[ .()-]{1,2}\d{2,}){2,}|https?://|www\.|"
    r"\b(?:contact|write to|e-?mail|call|reach) (?:us|me|our|the)\b|\bcontact form\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][A-Za-z&.-]{2,}")


def wanted_of(question: str) -> Wanted:
    """What kind of answer a question wants."""
    if _TIME.search(question):
        return Wanted.TIME
    if _PLACE.search(question):
        return Wanted.PLACE
    if _NAMES.search(question):
        return Wanted.NAMES
    if _CONTACT.search(question):
        return Wanted.CONTACT
    return Wanted.ANY


def has_wanted(wanted: Wanted, sentence: str) -> bool:
    """Whether a sentence has the form of such an answer."""
    if wanted is Wanted.TIME:
        return TIME_SPAN.search(sentence) is not None
    if wanted is Wanted.PLACE:
        return _WHERE.search(sentence) is not None
    if wanted is Wanted.CONTACT:
        return _REACHED.search(sentence) is not None
    if wanted is Wanted.NAMES:
        return _NAME.search(sentence) is not None
    return True


def is_vague(wanted: Wanted, sentence: str) -> bool:
    """Whether a sentence speaks of the matter and leaves open what was asked."""
    if wanted is Wanted.TIME:
        return _VAGUE_TIME.search(sentence) is not None
    return _MAY.search(sentence) is not None and _VAGUE.search(sentence) is not None
