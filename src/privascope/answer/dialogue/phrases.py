"""The phrases of a question: how it begins, who acts, what it is about."""

import re
from dataclasses import dataclass

from privascope.answer.words import stem_of

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

AUXILIARIES = frozenset(
    "do does did is are was were am can could will would shall should may might must has have had "
    "don't doesn't didn't isn't aren't wasn't weren't can't cannot couldn't won't wouldn't "
    "shouldn't hasn't haven't".split()
)
ASKING = frozenset("who whom whose what which where when why how".split())
PREPOSITIONS = frozenset(
    "with to for from in on by at about into through under over between without within during "
    "against after before since until behind outside inside across beyond via than as".split()
)
JOINING = frozenset(
    "if when while because unless although though where whether that and or".split()
)
PRONOUNS = frozenset("you i they it we he she this that these those there one".split())
DETERMINERS = frozenset(
    "my your our their its his her the a an any some all every each no this that these those "
    "other another more private personal".split()
)
_BEING = frozenset("is are was were isn't aren't wasn't weren't".split())
_MEASURES = frozenset("long fast quickly quick soon often much many old far sure easily".split())
# Small words between a verb and its object.
_PARTICLES = frozenset("to up out off on back over away at into through for about of".split())
_VERBS = """
accept access add advertise agree allow analyse analyze answer ask base block browse buy call
change charge check choose collect combine comply connect contact contain control copy correct
create cross decide delete deliver destroy disable disclose do download drive earn encrypt end
enter erase examine export film fix follow gather get give go handle happen have hear hide hold
honor honour host identify include inform install keep know last learn leave let link listen log
look lose make manage match measure mention mix monitor move name need notice notify obtain
offer open opt own pass pay place play post process profile protect provide publish put rate
reach read receive recognise recognize record refuse release remember remove rent report request
require respect respond retain retrieve run save say scan search secure see sell send serve set
share show sign soak stay stop store stream submit supply switch take target tell test touch
track trade train transfer transmit trust turn type understand update upload use verify view
visit want watch work write disappear appear withdraw object complain consent decline leak
handle
""".split()
_VERB_STEMS = frozenset(map(stem_of, _VERBS))
_OBJECT_PRONOUNS = frozenset("me us it them him her".split())
_STATES = frozenset(
    "free safe private public confidential encrypted legal allowed secure anonymous optional "
    "required necessary possible permanent mandatory".split()
)
_IRREGULAR = frozenset(
    "sold kept told given taken seen sent made known held heard written shown gone left lost got "
    "had "
    "paid put read understood stolen hidden chosen worn born done bought found".split()
)
_BASES = {
    "sold": "sell", "kept": "keep", "told": "tell", "given": "give", "taken": "take", "seen": "see",
    "sent": "send", "made": "make", "known": "know", "heard": "hear", "shown": "show",
}  # fmt: skip

ACTORS = re.compile(
    r"\b(?:police|cops?|government|authorit\w+|courts?|immigration|employers?|boss|insur\w+|banks?|"
    r"advertis(?!ing\b|ement)\w+|partners?|vendors?|compan(?:y|ies)|business(?:es)?|third[- "
    r"]part\w+|"
    r"affiliates?|couriers?|drivers?|doctors?|nurses?|teachers?|schools?|parents?|mother|father|"
    r"mum|"
    r"mom|dad|wife|husband|ex|partner|sister|brother|family|relatives|friends?|neighbou?rs?|"
    r"landlord|"
    r"researchers?|scientists|hackers?|google|facebook|meta|apple|amazon|microsoft|tiktok|twitter|"
    r"staff|employees?|colleagues?|admins?|moderators?|members?|users|people|strangers?|buyers?|"
    r"owners?|lawyers?|brokers?|agenc(?:y|ies)|restaurants?|customers?|suppliers?|pharmac\w+|"
    r"universit\w+|sellers?|recruiters?|customs|journalists?|newspapers?|charit\w+|players?|"
    r"guests?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrases:
    """The parts of a question, as they are written in it; any may be empty.

    "How long do you keep my notes in backups?" asks "How long" of the subject "you", with the verb
    "keep", about "my notes".
    """

    asking: str
    subject: str
    verb: str
    object: str
    rest: str

    @property
    def about(self) -> str:
        """What the question is about: its object, or its subject where it has none."""
        subject = "" if self.subject.lower() in PRONOUNS else self.subject
        return self.object or subject


def tokens_of(text: str) -> list[re.Match[str]]:
    """The words of a text with their places."""
    return list(_TOKEN.finditer(text))


def is_verb(word: str) -> bool:
    """Whether a word may be one of the verbs that people ask about data with."""
    word = word.lower()
    return word in _IRREGULAR or stem_of(word) in _VERB_STEMS


def verb_of(word: str) -> str:
    """The base form of a verb: "sell" of "sold" or "selling"; the word itself if it is unknown."""
    lower = word.lower()
    stem = stem_of(lower)
    return _BASES.get(lower) or next((one for one in _VERBS if stem_of(one) == stem), lower)


def phrases_of(question: str) -> Phrases:
    """The parts of a question."""
    tokens = tokens_of(question)
    words = [token[0].lower().replace("’", "'") for token in tokens]
    count = len(words)

    def text(start: int, end: int) -> str:
        return question[tokens[start].start() : tokens[end - 1].end()] if start < end else ""

    at = _asking_end(words)
    asking = text(0, at)
    subject_start = at
    if at < count and words[at] in AUXILIARIES:
        passive = words[at] in _BEING
        at += 1
        subject_start = at
        # In "who can see it" the asking word acts.
        if not (asking.lower().split()[:1] == ["who"] and at < count and is_verb(words[at])):
            at = _subject_end(words, at, passive)
    elif at == 0 and count and words[0] in PRONOUNS:
        subject_start, at = 0, 1
        while at < count and words[at] in AUXILIARIES:
            at += 1
    subject = text(subject_start, at)
    verb_start = at
    at = _verb_end(words, at)
    verb = text(verb_start, at)
    object_start = at
    at = _object_end(words, at)
    if at < count and not words[object_start:at]:
        at = object_start
    named = subject and subject.lower() not in PRONOUNS
    if words[object_start:at] and (
        words[object_start] in _STATES | _OBJECT_PRONOUNS
        or (words[object_start] in PREPOSITIONS and (named or at - object_start == 1))
    ):
        at = object_start
    if words[object_start:at] and words[object_start] in PREPOSITIONS:
        object_start += 1
    return Phrases(asking, subject, verb, text(object_start, at), text(at, count))


def _asking_end(words: list[str]) -> int:
    at = 0
    if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in ASKING:
        at = 1
    if at >= len(words) or words[at] not in ASKING:
        return 0
    kind = words[at]
    at += 1
    if kind == "how":
        while at < len(words) and words[at] in _MEASURES:
            at += 1
    if kind in ("what", "which", "whose") or (kind == "how" and words[at - 1] == "many"):
        start = at
        while at < len(words) and words[at] not in AUXILIARIES | PRONOUNS | PREPOSITIONS:
            at += 1
        if at == len(words):
            at = start
    return at


def _subject_end(words: list[str], at: int, passive: bool) -> int:
    """The end of who or what acts: a pronoun, or words up to the verb."""
    if at < len(words) and words[at] in PRONOUNS - {"this", "that", "these", "those"}:
        return at + 1
    start = at
    while at < len(words):
        after_determiner = at > start and words[at - 1] in DETERMINERS
        acts = is_verb(words[at]) and (not passive or _is_participle(words[at]))
        if at > start and not after_determiner and (acts or words[at] in _STATES):
            break
        if words[at] in PREPOSITIONS | JOINING and at > start:
            break
        at += 1
    return at


def _is_participle(word: str) -> bool:
    return word in _IRREGULAR or word.endswith(("ed", "ing"))


def _verb_end(words: list[str], at: int) -> int:
    """The end of a verb with its small words: "keep", "gets to know", "get or see"."""
    start = at
    while at < len(words) and words[at] not in DETERMINERS:
        joins = words[at] in ("or", "and") and at + 1 < len(words) and is_verb(words[at + 1])
        first = at == start or words[at - 1] in ("to", "or", "and", "ever", "also")
        small = words[at] in _PARTICLES | {"ever", "also"} and at > start
        if not (joins or small or (first and is_verb(words[at]))):
            break
        at += 1
    return at


def _object_end(words: list[str], at: int) -> int:
    start = at
    if at < len(words) and words[at] in ASKING | {"that"}:
        # A clause: "what I watch", "where my son is".
        return len(words)
    while at < len(words):
        if at > start and words[at] in (PREPOSITIONS | JOINING | ASKING) - DETERMINERS:
            break
        at += 1
    return at
