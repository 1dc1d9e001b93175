"""The names by which people refer to the service whose policy they ask."""

import re
from collections.abc import Iterable
from functools import cached_property

from privascope.answer.answer import Source
from privascope.answer.spelling_words import COMMON
from privascope.answer.words import FUNCTION_WORDS
from privascope.policy.canonical import registered_domain

_LEGAL_FORM = re.compile(
    r"[,\s]+(?:inc|llc|ltd|limited|gmbh|plc|corp|corporation|co|company|s\.?a|n\.?v|b\.?v|a/s|pty|"
    r"ag|group)\.?$",
    re.IGNORECASE,
)
_DOCUMENT = re.compile(
    r"\b(?:privacy|policy|policies|notice|statement|data|protection|cookies?|and|terms|of|use|our|"
    r"your|the|for|at|how|we|this|about)\b",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*[|–—:•·»]\s*|\s+-\s+")


def names_of(title: str, organisation: str, address: str) -> list[str]:
    """Names that a title, an organisation and an address give, the longest first."""
    found = [organisation, _LEGAL_FORM.sub("", organisation), domain_label(organisation)]
    for piece in _SEPARATOR.split(title):
        rest = " ".join(_DOCUMENT.sub(" ", piece).split())
        found += [rest, _LEGAL_FORM.sub("", rest)]
    found.append(domain_label(address))
    return sorted({name for name in map(str.strip, found) if _is_name(name)}, key=lambda n: -len(n))


def domain_label(address: str) -> str:
    """The name in an address: "jotharbor" of https://www.jotharbor.example/privacy."""
    return registered_domain(address).split(".")[0] if "." in address else ""


class NamedThings:
    """Finds the names of one service in a question."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)

    @classmethod
    def of(cls, source: Source) -> "NamedThings":
        """The names of the policy that is asked."""
        return cls(names_of(source.title, source.organisation, source.url))

    def replaced(self, question: str) -> str:
        """The question with "this service" where it names the service."""
        return self._pattern.sub("this service", question) if self._names else question

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        spellings = [_spelling(name) for name in self._names] + _short_names(self._names)
        return re.compile(rf"(?<!\w)(?:the )?(?:{'|'.join(spellings)})(?!\w)", re.IGNORECASE)


def _short_names(names: Iterable[str]) -> list[str]:
    """Patterns of a name's telling first word with any others of the name behind it."""
    found = []
    for name in names:
        first, *rest = name.split()
        if len(first) > 4 and first.lower() not in COMMON:
            more = "|".join(re.escape(word) for word in rest)
            found.append(rf"{re.escape(first)}(?:\s+(?:{more}))*" if more else re.escape(first))
    return found


def _spelling(name: str) -> str:
    return r"[\s\-]*".join(re.escape(word) for word in name.split())


def _is_name(name: str) -> bool:
    words = name.lower().split()
    return len(name) > 2 and any(word not in FUNCTION_WORDS for word in words) and len(words) < 8
