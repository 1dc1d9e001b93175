"""Statements by the names that people give them."""

import re
from difflib import SequenceMatcher

from privascope.library.engines.word_forms import stem
from privascope.search.parameters import FilterError
from privascope.traits.practices.statements import Condition, Statement, by_slug, statements
from privascope.traits.practices.taxonomy import category

_WORD = re.compile(r"[a-z]+")
_LONGEST = 200
_NEAREST = 3


def find_statement(slug: str) -> Statement:
    """The statement of that slug; an error names those that come near."""
    if slug not in by_slug():
        raise FilterError(no_such_statement(slug))
    return by_slug()[slug]


def no_such_statement(slug: str) -> str:
    """The message for an unknown statement."""
    nearest = ", ".join(statement.slug for statement in nearest_statements(slug))
    return f"There is no practice {slug[:40]!r}; the nearest are {nearest}."


def looked_for(statement: Statement) -> tuple[str, ...]:
    """What a policy was searched for, in plain words: the subject, then each thing about it."""
    subject = category(statement.category)
    plain = {
        (attribute.name, value.name): value.plain
        for attribute in subject.attributes
        for value in attribute.values
    }
    things = [
        " or ".join(words for (name, value), words in plain.items() if _meets(each, name, value))
        for each in statement.conditions
    ]
    return (subject.plain, *things, *filter(None, (statement.said_by,)))


def _meets(condition: Condition, attribute: str, value: str) -> bool:
    return attribute == condition.attribute and value in condition.values


def nearest_statements(text: str) -> tuple[Statement, ...]:
    """The statements whose wording has most of the words of a text, or looks most like it."""
    text = text[:_LONGEST].lower()
    wanted = _stems(text)

    def nearness(statement: Statement) -> tuple[int, float]:
        shared = wanted & _stems(f"{statement.slug} {statement.plain.lower()}")
        return len(shared), SequenceMatcher(None, text, statement.slug).ratio()

    return tuple(sorted(statements(), key=nearness, reverse=True)[:_NEAREST])


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(text)}
