"""The form in which a reader chooses a statement to look up in many policies."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from privascope.search.page import SearchRequest
from privascope.serve.web.urls import search_pairs, without_facet
from privascope.traits.practices.statements import Statement, statements
from privascope.traits.practices.taxonomy import category


@dataclass(frozen=True, slots=True)
class StatementGroup:
    """The statements of one category; those to the contrary of another are asked with it."""

    title: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class StatementChoice:
    """What can be asked, and what the form carries along to stand for the search."""

    groups: tuple[StatementGroup, ...]
    hidden: tuple[tuple[str, str], ...]


def statement_choice(request: SearchRequest) -> StatementChoice:
    """The choice for the results of a search."""
    hidden = tuple(search_pairs(without_facet(request, "practice")))
    return StatementChoice(statement_groups(), hidden)


@cache
def statement_groups() -> tuple[StatementGroup, ...]:
    """All statements that can be asked, by category."""
    return tuple(
        StatementGroup(category(name).plain, tuple(found))
        for name, found in groupby(_asked(), lambda statement: statement.category)
    )


def _asked() -> Iterator[Statement]:
    known: set[str] = set()
    for statement in statements():
        known.add(statement.slug)
        if statement.opposite not in known:
            yield statement
