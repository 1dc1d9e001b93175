"""Finds the policy of the library that a question names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from privascope.answer.names import domain_label, names_of
from privascope.answer.spelling_words import COMMON
from privascope.answer.words import FUNCTION_WORDS
from privascope.errors import AmbiguousError, NotFoundError
from privascope.library.store import Library
from privascope.library.targets import policy_names

_WORD = re.compile(r"[^\W_]+")
_DOMAIN = re.compile(r"\b(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}\b", re.IGNORECASE)
_LONGEST = 2000
_LONGEST_NAME = 6
_SHOWN = 6


@dataclass(frozen=True, slots=True)
class NamedPolicy:
    """A policy with the names that it answers to, folded, and all the words of them."""

    policy_id: str
    shown: str
    domain: str
    names: frozenset[str]
    words: frozenset[str]


def which_policy(library: Library, question: str) -> str:
    """The id of the one policy that a question names; an error says what to do otherwise."""
    found = policies_named(library, question)
    if len(found) == 1:
        return found[0][0]
    if not found:
        raise NotFoundError(
            "the question does not name a policy in the library: say which one to ask, "
            "or see `privascope list`"
        )
    shown = ", ".join(f"{policy[:8]} ({name})" for policy, name in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    raise AmbiguousError(f"the question matches {len(found)} policies: {shown}{more}; which one?")


def policies_named(library: Library, question: str) -> list[tuple[str, str]]:
    """The policies that fit best, each with the name to show; those with longer names first."""
    question = question[:_LONGEST]
    domains = {match.lower().removeprefix("www.") for match in _DOMAIN.findall(question)}
    phrases = _phrases(question)
    best: list[NamedPolicy] = []
    longest = 0
    for named in named_policies(library):
        if named.domain and named.domain in domains:
            length = 1000
        else:
            length = max((len(name) for name in named.names & phrases), default=0)
        if length and length >= longest:
            best = [*best, named] if length == longest else [named]
            longest = length
    return [(named.policy_id, named.shown) for named in best]


def named_policies(library: Library) -> Iterable[NamedPolicy]:
    """Every policy with the names that it answers to."""
    for policy in policy_names(library):
        company, service = policy.company, policy.service
        names = {*names_of(policy.title, company, policy.url)}
        names |= {*names_of("", service, ""), domain_label(policy.domain)}
        names |= {name.split()[0] for name in (company, service) if name.strip()}
        folded = frozenset(_folded(name) for name in names)
        yield NamedPolicy(
            policy.id,
            company or service or policy.domain,
            policy.domain,
            frozenset(name for name in folded if _tells(name)),
            frozenset(_words(" ".join((company, service, policy.domain)))),
        )


def _phrases(question: str) -> frozenset[str]:
    """Every run of a few words of the question, folded, with tags and possessives opened up."""
    words = _words(re.sub(r"['’]s\b", "", question))
    return frozenset(
        "".join(words[start : start + length])
        for start in range(len(words))
        for length in range(1, _LONGEST_NAME + 1)
        if start + length <= len(words)
    )


def _folded(name: str) -> str:
    return "".join(_words(name))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _tells(name: str) -> bool:
    """Whether a name is more than an everyday word."""
    return len(name) > 2 and name not in COMMON and name not in FUNCTION_WORDS
