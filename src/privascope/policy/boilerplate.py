"""Short blocks of the page, not the policy: "Back to top", share buttons, breadcrumbs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_LONGEST = 100
_EDGES = " \t\n[](){}↑^⇧⬆▲△«»‹›<>|•·:*_#.…!→←-–—"
_TOP = re.compile(
    r"(?:(?:back|go|return|jump|scroll|skip)(?: up)? to )(?:the )?"
    r"(?:(?:page )?top|(?:table of )?contents|index|start)(?: of (?:the |this )?page)?"
    r"|(?:to )?(?:the )?top of (?:the |this )?page"
)
_ANSWER = r"(?:yes|no|yep|nope|👍|👎|thumbs (?:up|down))"
_ANSWERS = re.compile(rf"{_ANSWER}(?:[\s/|,·]*{_ANSWER})*")
_OPINION = re.compile(
    r"(?:(?:was|is) (?:this|the) (?:\w+ ){0,2}(?:helpful|useful)(?: to you)?"
    r"|did (?:you find )?(?:this|the) (?:\w+ ){0,2}(?:helpful|useful|help(?: you)?)"
    r"|did (?:this|we|that) answer your question|rate this (?:page|article))"
    rf"\W*(?:{_ANSWER}[\s/|,·]*)*"
)
_NETWORK = (
    r"(?:facebook|twitter|x|linkedin|whatsapp|pinterest|reddit|telegram|messenger|instagram|"
    r"tumblr|youtube|tiktok|mastodon|bluesky|threads)"
)
_NETWORKS = re.compile(rf"{_NETWORK}(?:[\s/|·]*{_NETWORK}){{2,}}")
_SHARED = re.compile(
    rf"(?:share(?: (?:this|on|via|with|it))?(?: (?:page|post|article|story|policy))?|tweet)[\s:]*"
    rf"(?:(?:on |via )?(?:{_NETWORK}|e-?mail|print|copy link|copy url|link)[\s/|·]*)+"
    r"|share this(?: (?:page|post|article|story|policy|notice))?"
)
# A single one of these may belong to the policy, unless it is a button.
_CONTROL = (
    r"(?:(?:expand|collapse|open|close|show|hide) all(?: sections)?"
    r"|print(?: (?:this|the) (?:page|policy|notice|document)| page| version)?"
    r"|print(?:er|able)[ -](?:friendly(?: version| page)?|version|page|pdf)"
    r"|(?:save|download|view)(?: as)?(?: a| the)? pdf|copy (?:link|url)"
    r"|e-?mail this page|(?:view )?(?:previous versions|change ?log))"
)
_ONE_CONTROL = re.compile(rf"{_CONTROL}|top|share")
_CONTROLS = re.compile(rf"{_CONTROL}(?:[\s/|·]*{_CONTROL})+")
_CALL = re.compile(
    r"(?:book|request|schedule|get|watch) (?:a|your)(?: free| live)? (?:demo|trial)"
    r"|(?:start|try)(?: your| a| our)? free trial"
)
_CRUMBS = re.compile(
    r"home(?:page)?(?:\s*[»›>→]\s*[^»›>→/|]{1,50}|\s+/\s+[^»›>→/|]{1,50}){1,4}", re.IGNORECASE
)
_PROSE_WORDS = 12

_PROMOTION = re.compile(
    r"you (?:may|might) also (?:like|enjoy)|keep reading|read next|up next|recent posts"
    r"|(?:related|recommended|latest|more) (?:articles|posts|stories|news|products)"
    r"|fresh from [\w' ]{1,30}",
    re.IGNORECASE,
)
_OF_THE_POLICY = re.compile(
    r"privacy|personal|\bdata\b|information|collect|consent|policy|notice|gdpr|ccpa|@",
    re.IGNORECASE,
)
_LONGEST_PROMOTION = 150


@dataclass(frozen=True, slots=True)
class Line:
    """What marks a block as boilerplate: its words, and whether it consists of links or buttons."""

    text: str
    pressable: bool = False


def boilerplate_places(lines: Sequence[Line]) -> set[int]:
    """The places of blocks that are wholly boilerplate, of the policy's blocks in order."""
    places: set[int] = set()
    prose = asked = False
    for place, line in enumerate(lines):
        if len(line.text) > _LONGEST:
            prose, asked = prose or line.text.count(" ") >= _PROSE_WORDS, False
            continue
        words = " ".join(line.text.casefold().split()).strip(_EDGES)
        opinion = _OPINION.fullmatch(words) is not None
        if (
            opinion
            or (asked and _ANSWERS.fullmatch(words))
            or _is_control(words, line.pressable)
            or (not prose and _CRUMBS.fullmatch(line.text.strip()))
        ):
            places.add(place)
        asked = opinion
        prose = prose or line.text.count(" ") >= _PROSE_WORDS
    return places | _promotion(lines)


def _is_control(words: str, pressable: bool) -> bool:
    if _TOP.fullmatch(words) or _SHARED.fullmatch(words) or _CONTROLS.fullmatch(words):
        return True
    return pressable and any(
        pattern.fullmatch(words) for pattern in (_ONE_CONTROL, _NETWORKS, _CALL)
    )


def _promotion(lines: Sequence[Line]) -> set[int]:
    """The places of what a page advertises behind the policy, if that is all that follows."""
    words = 0
    for place in reversed(range(len(lines))):
        text = lines[place].text
        words += text.count(" ") + 1
        if words > _LONGEST_PROMOTION or _OF_THE_POLICY.search(text):
            return set()
        if _PROMOTION.fullmatch(text.strip(_EDGES)):
            return set(range(place, len(lines)))
    return set()
