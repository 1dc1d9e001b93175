"""Patterns of turns that name policies, compare them or go back to what was said."""

import re

_NAME = r"(?P<name>[^,;:?!]{2,60}?)"
_START = r"^(?:(?:and|ok(?:ay)?|so|hmm*|hm|well|now|then|please|no|but|alright|right)[\s,.]+)*"
ADDING = re.compile(
    r"^(?:(?:and|ok(?:ay)?|so|but|then|also|now|hmm*|well)[\s,:]+)*"
    r"(?:(?:and|or|also|what about|how about|what of|the same (?:question )?(?:for|with|in|of)|"
    r"same (?:question )?(?:for|with|in)|do the same (?:for|with|in))\b[\s,:]*)",
    re.IGNORECASE,
)
SAME = re.compile(
    r"^(?:(?:do|ask|try) )?(?:the )?same(?: question| thing)?(?:,? (?:for|with|in|of|to))?\b",
    re.IGNORECASE,
)
ONLY = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
OPENING = re.compile(
    _START + r"(?:(?:can|could|will|would) you (?:please )?)?"
    r"(?:i(?:'d| would)? (?:like|want) to )?"
    r"(?:open|show(?: me)?|check|use|choose|take|pick|select|load|read|switch(?: over)? to|"
    r"change to|go (?:back )?to|(?:let's |let us )?(?:stay with|talk about|look at|go with|turn to|"
    r"do|try)|talk (?:to|about)|speak (?:to|about|with)|ask(?: about)?|back to|return to|"
    r"tell me (?:something )?about|what (?:can|do) you (?:tell me|know|have) (?:about|on|of)|"
    r"do you (?:know|have)|i mean|i meant)\s+(?:the (?:policy|app) (?:of|from)\s+)?"
    + _NAME
    + r"(?:'s)?(?:\s+(?:policy|privacy policy|app|site|one|please|instead|again))*",
    re.IGNORECASE,
)
EXPLICIT = re.compile(
    _START + r"(?P<verb>ask|open|check|what does|does|in)\s+(?:the\s+)?(?P<name>[\w.&'-]+(?:\s+"
    r"(?!if\b|whether\b|about\b|how\b|what\b|why\b|who\b|to\b|where\b|when\b|say\b|"
    r"do\b)[\w&'-]+){0,2})"
    r"\s+(?:if|whether|about|to tell me|say about|(?=how\b|what\b|why\b|who\b|where\b|when\b))\s*",
    re.IGNORECASE,
)
DEFINITE = re.compile(
    _START
    + r"(?:in |for |with )?the\s+(?P<name>[\w-]+(?:\s+[\w-]+)?)\s+(?:policy|app|one|site|company|"
    r"service)(?=\s*[:,?.!]|\s*$|\s+(?:only|please))",
    re.IGNORECASE,
)
COMPARING = re.compile(
    r"\bcompar(?:e|ed|ing|ison)\b|\bdiffer(?:s|ent|ence|ences)?\b.*\b(?:from|between|to|and|"
    r"than)\b|"
    r"\bversus\b|\bvs\.?\b|\bside by side\b",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"(?:compare|between|does|do|is)\s+(?:the\s+)?(.{3,50}?)\s+(?:with|and|to|from|against|"
    r"versus|vs\.?|"
    r"compare(?:d)? (?:to|with)|differ(?:ent)? from)\s+(?:the\s+)?(.{3,50}?)\s*[?.!]*$",
    re.IGNORECASE,
)
OF_BOTH = re.compile(
    r"\bwhich (?:one |of (?:the two|them|these|those|both) |app |policy |site |service )?"
    r"(?:is|are|has|keeps|does|gives|shares|sells|collects|would|should)\b(?=.*\b(?:better|best|"
    r"worse|"
    r"worst|safer|safest|longer|longest|shorter|more|less|most|least|stricter|clearer|fewer|sooner|"
    r"faster)\b)|\b(?:the two|both of them|between them)\b",
    re.IGNORECASE,
)
NTH = re.compile(
    r"(?:\b(?:(?:let's |let us )?(?:go |going |come )?back to|(?:let's |let us )?stay with|open|"
    r"in|for|with|"
    r"take|use)\s+)?\bthe\s+(?:(?:first|second|other|former|latter|previous|original)\s+"
    r"(?:one|policy|app|service|site|company)(?:\s+(?:i|we|you)\s+(?:asked|talked|spoke|had|"
    r"mentioned)"
    r"(?:\s+(?:about|of|on))?(?:\s+(?:first|before))?)?|(?:one|policy|app)\s+(?:(?:that )?(?:i|"
    r"we|you)\s+)"
    r"(?:asked|talked|spoke|had|mentioned|began|started)(?:\s+(?:about|of|with|on))?(?:\s+"
    r"(?:first|before|earlier|at first))?)(?:'s)?",
    re.IGNORECASE,
)
BACK = re.compile(
    r"^(?:(?:hm+|ok(?:ay)?|and|so|no|well)[\s,]+)*(?:(?:let's |let us )?(?:go |come )?back(?: to)?|"
    r"in|for|with|of|to)?(?=\s|$|[,.:;])[\s,.:;]*",
    re.IGNORECASE,
)
FIRST_QUESTION = re.compile(
    r"(?:ok(?:ay)?[, ]+)?(?:go |come )?(?:back to |repeat |what was )?my (?:very )?first question"
    r"(?: again)?[\s.!?]*",
    re.IGNORECASE,
)
GOING_BACK = re.compile(
    r"(?:ok(?:ay)?[, ]+)?(?:(?:please )?(?:go |one step |step )?back(?: one)?|(?:go )?back to "
    r"(?:my|the) "
    r"(?:last|previous|earlier) (?:question|answer|one)|(?:the )?previous(?: (?:one|question|"
    r"answer))?)"
    r"[\s.!?]*",
    re.IGNORECASE,
)
EXPECTING = re.compile(
    r"(?:(?:and|also)\s+)?(?:i (?:really |absolutely |just )?(?:don'?t|do not|never) want "
    r"(?:my\b|to be\b|"
    r"any(?:one|body)\b|them to\b|compan\w+|others?\b|people\b|advertis\w+|the police\b|google\b|"
    r"facebook\b|ads?\b|it to\b|strangers\b)|"
    r"i (?:want|expect|need|would like) (?:no\b|nobody\b|no one\b|my \w+(?: \w+)? to (?:be|stay|"
    r"remain)\b|"
    r"to be (?:told|informed|asked)\b)|i (?:really |mostly |only |most )?(?:care|worry|am "
    r"worried|am "
    r"concerned) (?:(?:most|mostly|a lot|only) )?about\b|i'm (?:worried|concerned) about\b|"
    r"my (?:main |biggest )?(?:worry|concern|expectation) is\b|i (?:hate|dislike|object to) "
    r"(?:being|when|"
    r"ads|it when|tracking)\b|it(?: is|'s| matters) (?:important )?to me that\b|"
    r"i (?:wouldn'?t|would not) like (?:my|to be)\b|(?:remember|note) that i\b)",
    re.IGNORECASE,
)
SITE = re.compile(
    r"https?://[^\s,;]{3,300}|"
    r"\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}\b(?:/[^\s,;]*)?",
    re.IGNORECASE,
)
_AROUND = (
    (
        re.compile(
            r"\b(?:what|whats|what's|what is)\s+(?:the\s+)?\0(?:'s)?\s+(?:stance|policy|position|"
            r"view|rule)s? (?:on|about|for)\s+",
            re.I,
        ),
        "",
    ),
    (
        re.compile(
            r"\bwhat (?:does|do|did)\s+\0\s+(?:say|write|state|tell)(?: me| you)? (?:about|on)\s+",
            re.I,
        ),
        "",
    ),
    (
        re.compile(
            r"^(?:.*?\b)?(?:ask|asking)\s+\0\s*[,:]?\s*(?:if|whether|about|to tell me)?\s*", re.I
        ),
        "",
    ),
    (re.compile(r"\b(does|is|has)\s+\0(?!')", re.I), "\1you"),
    (
        re.compile(r"\b(do|did|can|could|will|would|may|might|are|must|should)\s+\0(?!')", re.I),
        "\1 you",
    ),
    (
        re.compile(
            r"(?:,\s*)?\b(?:in|with|for|at|by|on|from|of|to|inside)\s+\0(?:'s)?(?:\s+(?:policy|"
            r"app))?\s*",
            re.I,
        ),
        " ",
    ),
    (re.compile(r"\0's\s+(?:(?:policy|app)\b)?\s*", re.I), " "),
    (re.compile(r"(?:^|(?<=[,.?!]))\s*\0\s*[,:]\s*", re.I), " "),
)
_VERBS = {"does": "do ", "is": "are ", "has": "have "}


def without_name(said: str, start: int, end: int) -> str:
    """A turn without the name in it: "does Jotharbor sell" asks "do you sell"."""
    marked = f"{said[:start]}\0{said[end:]}".replace("’", "'")
    for pattern, instead in _AROUND:
        found = pattern.search(marked)
        if found is None:
            continue
        words = instead
        if instead.startswith("\1"):
            verb = found[1].lower()
            words = f"{_VERBS.get(verb, found[1])}{instead[1:]}"
        marked = f"{marked[: found.start()]}{words} {marked[found.end() :]}"
        break
    marked = re.sub(r"^\s*\0\s*(?=\w)", "you ", marked) if _is_subject(marked) else marked
    return " ".join(marked.replace("\0", " ").split()).strip(" ,;:")


def _is_subject(marked: str) -> bool:
    """Whether the name begins a statement: "Jotharbor sells my data"."""
    return bool(re.match(r"\s*\0\s+(?:sells?|shares?|keeps?|collects?|uses?|has|knows?)\b", marked))
