"""What a sentence needs before it to be understood: what "they" or "this information" refers to."""

import re
from collections.abc import Iterator

from privascope.answer.passages import Passages
from privascope.policy.policy import Policy

# Further back, a mention of the same noun is seldom the one that is meant.
_FARTHEST = 4
_FEWEST_LETTERS = 4
# "Such removal" is the same as "to remove".
_STEM = 5
# After these words, "this" mostly refers to the same sentence.
_MOST_BEFORE = 12
_MOST_BEFORE_WAY = 5

# After one of these a pronoun still opens its sentence: "If they do, we …".
_OPENING = (
    r"\W*(?:(?:if|when|once|as|although|though|while|where|after|before|until|because|since|and|"
    r"but|so|then|thus|however|also|additionally|for example|for instance|in some cases)\b,?\s+)?"
)
_PRONOUN = re.compile(
    _OPENING + r"(?:they|them|their|its|he|she|neither (?:of|is|are|will|does|do|can|may)|"
    r"the (?:former|latter)|"
    r"(?:some|all|many|most|none|any|each|either|one|both) of (?:them|these|those))\b",
    re.IGNORECASE,
)
# "It" that refers to nothing: "It is possible that …".
_IT = re.compile(
    _OPENING + r"it\b"
    r"(?!\s+(?:(?:may|must|should|can) be (?:that|noted|said)|(?:is|seems|appears) that)\b)"
    r"(?!['’]?s?\s+(?:(?:is|may be|can be|will be|also|very|not)\s+)*"
    r"(?:possible|important|necessary|advisable|recommended|essential|"
    r"our (?:policy|goal|practice|aim)|your (?:responsibility|duty|choice))\b)",
    re.IGNORECASE,
)
# "We do not share it": no noun is named before the pronoun.
_OBJECT = re.compile(
    r"\W*(?:(?:if|when|once|unless|until|after|before|however|also|and|but|or),?\s+)?"
    r"(?:we|you|nobody|no one|i|please)\s+"
    r"(?:(?!(?:your?|our|the|an?|any|all|this|that|these|those|such|who|which|with|what|how|of|by|"
    r"other|information|data|cookies|make|find|ask|us|for)\b)[\w'’]+\s+(?:(?:to|by|from)\s+)?){1,4}?"
    r"(?:it|them|(?<=do )this)\b"
    r"(?!\s+(?:is|possible|easy|easier|clear|necessary|difficult|appropriate)\b)",
    re.IGNORECASE,
)
# "No." and "Not at all." say something only with the question above them.
_DENIES = re.compile(r"\W*(?:yes|no|not|never|none)\b", re.IGNORECASE)
# Words of contrast to the sentence before: alone, this sentence would mislead.
_TURNS = re.compile(
    r"\W*(?:however|otherwise|instead|for example|for instance|if (?:so|not|none|you do so),|"
    r"in (?:this|that|such|these|those) (?:cases?|events?|instances?|situations?)|"
    r"(?:unless|except)\b[^,]{0,60}$)",
    re.IGNORECASE,
)
_WAY = re.compile(
    r"\b(?:in (?:this|that) (?:way|manner)|for (?:this|that|these|those|such) purposes?|"
    r"to (?:this|that) end|(?:to|by|in) do(?:ing)? (?:so|this)|doing so)\b",
    re.IGNORECASE,
)
_DEMONSTRATIVE = re.compile(
    r"\b(this|these|those|such|the same|that(?=\s+(?:information|data|purpose|time|company|party|"
    r"third|policy|person|cookie|partner|website|provider|service|consent|request|account)))"
    r"\s+((?:[^\W\d_][\w'’-]*\s+){0,2}[^\W\d_][\w'’-]*)",
    re.IGNORECASE,
)
# "This policy" and "this app" need no context; "these websites" do.
_NAMED = re.compile(
    r"(?:online\s+|web\s+|mobile\s+|global\s+|website\s+)?(?:privacy|policy|notice|statement|"
    r"section|apps?|applications?|sites?|websites?|web|services?|documents?|page|agreement|software|"
    r"platform|terms|year|time|day|date|respect|regard|online)\b",
    re.IGNORECASE,
)
_NAMED_PLURAL = re.compile(r"privacy|policies|terms|Services|Sites")
_NO_NOUN = re.compile(r"(?:as|who|which|that|and|or|ones?|we|you|they|i|our|your)\b", re.IGNORECASE)
# References to the whole sentence before: "This means …", "These are …".
_STATEMENT = re.compile(
    r"(?:is|are|was|were|may|can|could|will|would|must|should|might|do|does|did|has|have|had|"
    r"means?|includes?|helps?|allows?|enables?|applies|apply|makes?|ensures?|lets?|gives?|also|"
    r"only|usually|typically|often|happens?|depends?|in|to|of|by|from)\b",
    re.IGNORECASE,
)
# Nouns under which policies name the same thing again.
_KINDS = (
    r"information|data|details?|address(?:es)?|names?|numbers?|records?|content|identifiers?|pii|"
    r"(?:collect|gather|record|track|monitor)\w*",
    r"compan(?:y|ies)|part(?:y|ies)|partners?|vendors?|providers?|advertisers?|networks?|"
    r"organi[sz]ations?|affiliates?|entit(?:y|ies)|servers?|processors?|contractors?|agents?|"
    r"sponsors?|google|facebook|businesses",
    r"ads?|advertisements?|advertising|banners?",
    r"technolog(?:y|ies)|cookies?|beacons?|pixels?|tags?|trackers?|scripts?|files?|logs?|tools?|"
    r"features?",
    r"rights?|requests?",
    r"choices?|options?|preferences?|settings?",
    r"sites?|websites?|links?|linked|platforms?|services?|apps?|widgets?|plugins?|plug-ins?",
    r"e-?mails?|messages?|communications?|newsletters?|notifications?|mailings?",
    r"purposes?|uses?|disclosures?|transfers?|sharing|sale",
)
# Where the words behind "these" are no longer its noun.
_NOUN_ENDS = re.compile(
    r"\s(?:(?:is|are|was|were|may|can|could|will|would|must|should|might|do|does|did|has|have|had|"
    r"to|for|of|in|on|by|from|with|at|as|that|which|who|and|or|but|if|when|we|you|they|it|not|also|"
    r"only|contain|use|used|collect|collected|receive|share|shared|set|help|allow|include)\b).*",
    re.IGNORECASE | re.DOTALL,
)
# "In these cases" within a sentence means what the sentence itself says.
_CASES = re.compile(r"(?:cases?|events?|instances?|situations?|circumstances?)\b", re.IGNORECASE)
_SAME_KIND = tuple(re.compile(rf"\b(?:{kind})\b", re.IGNORECASE) for kind in _KINDS)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def referred(policy: Policy, passages: Passages, number: int) -> int:
    """The number of the sentence that says what a sentence refers to; -1 for none."""
    before = _sentence_before(policy, passages, number)
    if before < 0:
        return -1
    text = passages[number].text
    if _DENIES.match(text) and passages[before].text.rstrip().endswith("?"):
        return before
    if _leans(text):
        return _stating(passages, number, before)
    for noun in _nouns_meant(text):
        return _mention(passages, number, before, noun)
    return -1


def _leans(text: str) -> bool:
    """Whether the sentence as a whole needs the one before."""
    if any(rule.match(text) for rule in (_PRONOUN, _IT, _OBJECT, _TURNS)):
        return True
    way = _WAY.search(text)
    return way is not None and len(_WORD.findall(text[: way.start()])) <= _MOST_BEFORE_WAY


def _nouns_meant(text: str) -> Iterator[str]:
    """The words behind "this" or "such" of which the sentence has not said yet what they are.

    "" stands for the whole of what was said.
    """
    for found in _DEMONSTRATIVE.finditer(text):
        words, before = _NOUN_ENDS.sub("", found[2]), text[: found.start()]
        length = len(_WORD.findall(before))
        named = _NAMED if found[1].casefold() in ("this", "that", "the same") else _NAMED_PLURAL
        if (
            (length > 2 and _CASES.match(words))
            or length > _MOST_BEFORE
            or named.match(words)
            or _NO_NOUN.match(words)
        ):
            continue
        if _STATEMENT.match(words):
            if not length:
                yield ""
        elif not _same_kind(words, before):
            yield words


def _mention(passages: Passages, number: int, before: int, noun: str) -> int:
    """The nearest earlier sentence of the section that names the same thing."""
    if not noun:
        return _stating(passages, number, before)
    at = before
    for _ in range(_FARTHEST):
        if at < 0 or passages[at].section != passages[number].section:
            break
        if passages[at].weight >= 0.8 and _same_kind(noun, passages[at].text):
            return _stating(passages, number, at)
        at -= 1
    return _stating(passages, number, before)


def _same_kind(words: str, text: str) -> bool:
    """Whether a text names what the words name, by their last noun's kind or one of the words."""
    named = {kind: list(kind.finditer(words)) for kind in _SAME_KIND}
    last = max(
        (kind for kind in named if named[kind]), key=lambda k: named[k][-1].end(), default=None
    )
    if last is not None:
        return last.search(text) is not None
    own = [word for word in _WORD.findall(words.casefold()) if len(word) >= _FEWEST_LETTERS]
    folded = text.casefold()
    return any(word[:_STEM] in folded for word in own)


def _stating(passages: Passages, number: int, at: int) -> int:
    """The sentence, or, behind a list, the line that introduced the list; -1 for a heading."""
    passage = passages[at]
    if passage.head >= 0 and passages[number].head != passage.head:
        return passage.head
    return at if passage.weight >= 0.8 else -1


def _sentence_before(policy: Policy, passages: Passages, number: int) -> int:
    """The sentence before, which an item of a list has only in the item itself."""
    if number == 0 or passages[number].weight < 0.5:
        return -1
    before, own = passages[number - 1], passages[number]
    broken = "\n" in policy.text[before.end : own.start]
    return -1 if broken and own.head >= 0 else number - 1
