"""A question about many policies, as the question that each of them is asked.

"Which of these do not sell data?" asks each policy "Do you sell data?" and looks for those that
say no; "is there a notes app that shares my location?" asks "Do you share my location?" of the
policies that mention a notes app. What fits no such form is asked as it was put.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from privascope.answer.answer import Stance
from privascope.answer.words import FUNCTION_WORDS, words_of

LONGEST = 2000

_ASIDE = r"(?:(?:so|and|hey|hi|please|ok|okay|well|tell me|i wonder|can you tell me)[,:]?\s+)*"
_KIND = (
    r"(?:polic(?:y|ies)|apps?|applications?|services?|compan(?:y|ies)|sites?|websites?|ones?|"
    r"providers?|organi[sz]ations?|firms?|business(?:es)?)\b"
)
_THEM = r"(?:all\s+)?(?:these|those|them)\b"
# "of these", "of the policies", "apps": names for the policies of a library.
_NAMED = rf"(?:of\s+)?(?:all\s+)?(?:(?:the|these|those)\b(?:\s+\d+)?\s+)?{_KIND}"
_GROUP = rf"(?:{_NAMED}|of\s+{_THEM}(?:\s+\d+)?)"
_HERE = r"(?:\s+(?:here|there|in (?:here|this (?:library|list)|the library)|among (?:these|them)))"
_THAT = r"(?:\s+(?:that|which|who))"
_AUXILIARY = (
    r"(?:do|does|did|is|are|was|were|has|have|can|could|will|would|may|might|must|should)\b"
)
_REST = r"\s+(?P<rest>\S.*)$"
_SERVICE = r"(?:\s+(?P<about>[^,?]{1,60}?))?"


def _frames(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"^{_ASIDE}{pattern}", re.IGNORECASE) for pattern in patterns)


# What comes before the verb where a question says itself that it is about many policies.
_FRAMES = _frames(
    rf"(?:which|what|how many)\s+{_GROUP}{_HERE}?{_THAT}?{_REST}",
    rf"which(?={_HERE}?\s+(?:{_AUXILIARY}\s+not|never)\b){_HERE}?{_REST}",
    rf"who\s+(?:here|(?:of|among)\s+(?:these|them)(?:\s+{_KIND})?){_THAT}?{_REST}",
    rf"(?P<aux>{_AUXILIARY})(?P<not>\s+not)?\s+(?:(?P<none>none)\s+|(?:any|all|some|most|every|each)"
    rf"\s+)?{_GROUP}{_HERE}?{_REST}",
    rf"(?P<aux>{_AUXILIARY})\s+(?:any|some|every)(?:one|body){_HERE}{_REST}",
    rf"(?:is|are)\s+there\b(?:\s+(?:an?|any|some)\b)?{_SERVICE}{_HERE}?\s+(?P<how>that|which|who|without)"
    rf"{_REST}",
    rf"(?:find|show|give|recommend|suggest)(?:\s+me)?\s+(?:an?|any|some)\b{_SERVICE}{_HERE}?\s+"
    rf"(?P<how>that|which|who|without){_REST}",
    rf"(?:(?:show|list|find|name|give|get)(?:\s+me)?\s+)?(?:(?:all|the|any|every)\s+)*{_KIND}"
    rf"{_HERE}?{_THAT}{_REST}",
    rf"(?:which|what)\s+(?P<about>(?:(?!of\b)[\w-]+\s+){{1,3}}?{_KIND}){_HERE}?{_THAT}?{_REST}",
)
# What follows the frame where the question is about one policy after all: "which companies do you
# share it with?", and, unless "these" or "them" are spoken of, "what services get my data?".
_ABOUT_ONE = re.compile(
    rf"(?:(?!ha[sv]e?\b){_AUXILIARY}\s+)?(?:i|you|your|we|they|it|its|their|our|my|the|an?|this|that|"
    r"of)\b|(?:cookies?|trackers?|ads?|advertisers?|photos?|messages?|data|info\w*|partners?|details|"
    r"rights|rules|changes|people|users?|child(?:ren)?|employees?|providers?|"
    r"third part(?:y|ies))\b|"
    r".*\b(?:do|does|did|are|can|will|have|would|could|may)\s+(?:you|i|we|they)\b",
    re.IGNORECASE,
)
_GETTING = re.compile(
    r"(?:(?:can|could|may|will)\s+)?(?:gets?|receives?|access(?:es)?|sees?|ha(?:ve|s) access)\b",
    re.IGNORECASE,
)
_OF_THESE = re.compile(r"\b(?:these|those|them|here)\b", re.IGNORECASE)
# "Is there a way that ..." asks what one policy says, not for a service.
_NO_SERVICE = re.compile(
    r"\b(?:way|chance|data|info\w*|reason|option|possibility|setting|\w*thing|time|case|limit|place|"
    r"page|right|risk|law|\w*one|\w*body|person|people|button|link|cookies?|trackers?|part(?:y|ies)|"
    r"employees?|partners?|humans?)\b",
    re.IGNORECASE,
)
_CONTRACTIONS = (
    (re.compile(r"\bwo(?:n['’]t|nt)\b", re.IGNORECASE), "will not"),
    (re.compile(r"\b(?:can['’]?t|cannot)\b", re.IGNORECASE), "can not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have)n['’]?t\b", re.IGNORECASE), r"\1 not"),
)
_AUXILIARY_FIRST = re.compile(rf"(?P<aux>{_AUXILIARY})\s+(?P<not>(?:not|never)\s+)?", re.IGNORECASE)
_NEVER_FIRST = re.compile(r"never\s+", re.IGNORECASE)
# "share no data with anybody" is "share data", negated.
_NO_THING = re.compile(r"^(\S+(?:\s+\S+)?)\s+no\s+(?!longer\b|more\b)", re.IGNORECASE)
_HAS_DONE = re.compile(
    r"(?:(?:ever|already)\s+)?(?:\w+ed|been|sold|given|had|lost|made|got)\b", re.I
)
_OF_YOU = {"does": "do", "did": "do", "is": "are", "was": "were", "has": "have"}
_BEFORE_A_VERB = frozenset("also ever only explicitly clearly really actually openly just".split())
_NAME = re.compile(
    rf"^{_ASIDE}{_AUXILIARY}\s+(?P<name>[^\W\d_][\w&-]*(?:\.[a-z]{{2,24}})+|"
    r"(?-i:[A-Z][\w&-]*(?:\s+[A-Z][\w&-]*)*))(?=['’\s])",
    re.IGNORECASE,
)
# Who or what may follow "does" in capitals without being a service.
_NO_NAMES = frozenset("ai eu us uk gdpr ccpa hipaa ip gps dna id".split()) | FUNCTION_WORDS


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """What was asked, and `asked`, the question that goes to each policy.

    Of a `negated` question a policy's "no" is the yes that was looked for. `about` are words for
    the kind of service; `is_about_many` says that the question itself speaks of several policies.
    """

    original: str
    asked: str
    negated: bool = False
    about: str = ""
    is_about_many: bool = False

    def stance(self, own: Stance | None) -> Stance | None:
        """What a policy's own yes or no means for the question as asked."""
        if not self.negated or own not in (Stance.YES, Stance.NO):
            return own
        return Stance.NO if own is Stance.YES else Stance.YES


def read_library_question(text: str) -> LibraryQuestion:
    """The question about many policies that a text asks."""
    original = " ".join(text[:LONGEST].split())
    bare = original.rstrip(" ?!.")
    for pattern, expanded in _CONTRACTIONS:
        bare = pattern.sub(expanded, bare)
    for match in _matches(bare):
        groups = match.groupdict()
        rest = match["rest"]
        if groups.get("how", "that") == "without":
            is_doing = re.match(r"\w+ing\b", rest, re.IGNORECASE)
            rest = f"are not {rest}" if is_doing else f"do not use {rest}"
        if groups.get("aux"):
            rest = f"{groups['aux']} {rest}"
        asked, negated = put_to_one(rest)
        if groups.get("none") or groups.get("not"):
            negated = not negated
        about = groups.get("about") or ""
        about = "" if re.fullmatch(_KIND, about, re.IGNORECASE) else about.strip()
        return LibraryQuestion(original, asked, negated, about, True)
    return LibraryQuestion(original, original)


def _matches(bare: str) -> Iterator[re.Match[str]]:
    for frame in _FRAMES:
        match = frame.match(bare)
        if match is None:
            continue
        is_without = match.groupdict().get("how") == "without"
        if not is_without and _ABOUT_ONE.match(match["rest"]):
            continue
        if _GETTING.match(match["rest"]) and not _OF_THESE.search(match[0][: match.start("rest")]):
            continue
        about = match.groupdict().get("about") or ""
        if not _NO_SERVICE.search(about) or re.fullmatch(_KIND, about, re.IGNORECASE):
            yield match


def put_to_one(rest: str) -> tuple[str, bool]:
    """Turns what many policies do into a question to one of them; also whether it was negated."""
    negated = False
    auxiliary = "do"
    if first := _AUXILIARY_FIRST.match(rest):
        auxiliary, negated = first["aux"].lower(), bool(first["not"])
        rest = rest[first.end() :]
        if auxiliary in ("has", "have") and not _HAS_DONE.match(rest):
            auxiliary, rest = "do", f"have {rest}"
    elif first := _NEVER_FIRST.match(rest):
        negated, rest = True, rest[first.end() :]
    rest, count = _NO_THING.subn(r"\1 ", rest)
    auxiliary = _OF_YOU.get(auxiliary, auxiliary)
    rest = _base_form(rest) if auxiliary == "do" else rest
    return f"{auxiliary.capitalize()} you {rest}?", negated != bool(count)


def unknown_name(question: str) -> str:
    """The name of a service that a question asks about by itself; "" without one."""
    match = _NAME.match(" ".join(question[:LONGEST].split()))
    if match is None or all(word in _NO_NAMES for word in words_of(match["name"])):
        return ""
    return match["name"]


def _base_form(rest: str) -> str:
    """What they do as what you do: "sells data" as "sell data"."""
    words = rest.split(" ")
    place = 0
    while place < len(words) - 1 and words[place].lower() in _BEFORE_A_VERB:
        place += 1
    verb = words[place]
    lower = verb.lower()
    if lower.endswith("ies") and len(lower) > 4:
        verb = f"{verb[:-3]}y"
    elif lower.endswith(("sses", "shes", "ches", "xes", "zzes")):
        verb = verb[:-2]
    elif lower.endswith("s") and not lower.endswith(("ss", "us")) and len(lower) > 3:
        verb = verb[:-1]
    return " ".join((*words[:place], verb, *words[place + 1 :]))
