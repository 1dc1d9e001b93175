"""Recognises names of companies in a policy's words."""

import re
from collections.abc import Iterator
from dataclasses import replace

from privascope.traits.laws import find_laws
from privascope.traits.practices.practice import Practice

_NAMED, _UNNAMED = "Named third party", "Unnamed third party"
# Words that policies write like names, but that name nobody.
_GENERIC = re.compile(
    r"(?:(?:third|part(?:y|ies)|data|service|services|providers?|processors?|controllers?|partners?|"
    r"vendors?|suppliers?|affiliates?|affiliated|subsidiar(?:y|ies)|compan(?:y|ies)|group|members?|"
    r"advertisers?|advertising|ads?|analytics|marketing|networks?|payment|hosting|cloud|social|media|"
    r"websites?|web|sites?|platforms?|apps?|applications?|internet|online|users?|customers?|clients?|"
    r"visitors?|personal|information|privacy|policy|notice|terms|agreement|law|enforcement|legal|"
    r"government|authorit(?:y|ies)|regulators?|courts?|business|corporate|professional|advisors?|"
    r"advisers?|agents?|contractors?|technology|technologies|cookies?|we|our|us|you|your|they|their|"
    r"tools?|pac|the|this|these|if|in|for|to|by|when|some|other|others|any|all|such|please|and|or|of|&|"
    r"united|states|european|union|europe|america|california)(?: |$))+",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b[A-Z][\w&.'’-]+(?: (?:[A-Z][\w&.'’-]+|of|&)(?= |$|\W))*(?<! of)(?<! &)")


def names_in(words: str, begins: bool) -> Iterator[str]:
    """Words written like names, except laws; the first word of a sentence does not count."""
    for match in _NAME.finditer(words):
        name = match.group().rstrip(".,")
        if begins and match.start() == 0 and " " not in name:
            continue
        if not _GENERIC.fullmatch(name) and not find_laws(name):
            yield name


def named_or_not(practice: Practice, text: str) -> Practice:
    """The practice, as one of nobody named where its words hold no name."""
    if practice.value != _NAMED:
        return practice
    begins = text[: practice.start].rstrip(" \n\t*-•").endswith((".", "!", "?", ":", ""))
    words = text[practice.start : practice.end]
    return practice if any(names_in(words, begins)) else replace(practice, value=_UNNAMED)
