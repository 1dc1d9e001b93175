"""Which policies make a statement: those that do, those that deny it, and the silent ones."""

import time
from dataclasses import dataclass, replace
from enum import StrEnum

from privascope.library.facets import KNOWN
from privascope.library.facts import Facts
from privascope.library.store import Library
from privascope.search.entry import PolicyEntry, entry_values
from privascope.search.find import Searcher, within_reason
from privascope.search.page import SearchRequest
from privascope.search.snippets import Snippet
from privascope.search.statement_names import find_statement
from privascope.search.statement_quotes import ReadPolicy, quotes, read_said
from privascope.traits.practices.statements import Statement
from privascope.typed_result import TypedResult

FACET = "practice"


class Standing(StrEnum):
    """What a policy that was analysed says about a statement."""

    SAYS = "says"
    DENIES = "denies"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Standpoint(PolicyEntry):
    """A policy with its words on a statement; of a silent one, those that come nearest.

    `both` tells that the policy says it in one place and the opposite in another.
    """

    quotes: tuple[Snippet, ...]
    both: bool


@dataclass(frozen=True, slots=True)
class WhichList:
    """A page of the policies that take one stance on the statement."""

    standing: Standing
    wording: str
    total: int
    pages: int
    policies: tuple[Standpoint, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many policies take each stance on the statement.

    Those that say it in one place and the opposite in another count as both, and in `both` too.
    `unread` ones, whose practices are not computed yet, are in no list.
    """

    says: int
    denies: int
    silent: int
    both: int
    unread: int

    @property
    def read(self) -> int:
        """How many were read."""
        return self.says + self.denies - self.both + self.silent

    def of(self, standing: Standing) -> int:
        """How many take one stance."""
        return {
            Standing.SAYS: self.says,
            Standing.DENIES: self.denies,
            Standing.SILENT: self.silent,
        }[standing]


@dataclass(frozen=True, slots=True)
class WhichPage(TypedResult):
    """Which of a search's results make a statement, with evidence for each.

    `total` counts all results. A statement that has no opposite has no list of those that deny it.
    """

    request: SearchRequest
    statement: str
    wording: str
    opposite: str | None
    total: int
    tally: Tally
    lists: tuple[WhichList, ...]
    notes: tuple[str, ...]
    milliseconds: float


def which(
    searcher: Searcher,
    library: Library,
    request: SearchRequest,
    slug: str,
    only: Standing | None = None,
) -> WhichPage:
    """The results of a search by their stance on a statement; a page of each list, or of one."""
    start = time.perf_counter()
    statement = find_statement(slug)
    request, notes = within_reason(request)
    filters = request.filters
    if FACET in filters.wanted or FACET in filters.unwanted:
        notes += (
            "Filters on what policies say are ignored here, because each list is such a filter.",
        )
    request = replace(
        request,
        filters=replace(
            filters,
            wanted={name: values for name, values in filters.wanted.items() if name != FACET},
            unwanted={name: values for name, values in filters.unwanted.items() if name != FACET},
        ),
    )
    total, counts = searcher.count_values(request, FACET)
    known = counts.get(KNOWN, 0)
    says, denies = counts.get(statement.slug, 0), counts.get(statement.opposite, 0)
    silent = searcher.count(narrowed(request, statement, Standing.SILENT))
    tally = Tally(says, denies, silent, says + denies + silent - known, total - known)
    lists = tuple(
        _list(searcher, library, request, statement, standing, tally.of(standing))
        for standing in Standing
        if (only is None or standing is only)
        and (statement.opposite or standing is not Standing.DENIES)
    )
    last = max((one.pages for one in lists), default=0)
    if request.page > max(1, last):
        notes += (f"There is no page {request.page}; the last one is {max(1, last)}.",)
    return WhichPage(
        request=request,
        statement=statement.slug,
        wording=statement.plain,
        opposite=statement.opposite or None,
        total=total,
        tally=tally,
        lists=lists,
        notes=notes,
        milliseconds=(time.perf_counter() - start) * 1000,
    )


def narrowed(request: SearchRequest, statement: Statement, standing: Standing) -> SearchRequest:
    """The search for the policies of one list."""
    slugs = tuple(slug for slug in (statement.slug, statement.opposite) if slug)
    filters = request.filters
    if standing is Standing.SILENT:
        unwanted = {**filters.unwanted, FACET: slugs}
        return replace(request, filters=replace(filters, unwanted=unwanted))
    slug = statement.slug if standing is Standing.SAYS else statement.opposite
    wanted = {**filters.wanted, FACET: (slug,)}
    return replace(request, filters=replace(filters, wanted=wanted))


def _list(
    searcher: Searcher,
    library: Library,
    request: SearchRequest,
    statement: Statement,
    standing: Standing,
    total: int,
) -> WhichList:
    found = searcher.facts_page(narrowed(request, statement, standing)) if total else []
    texts = read_said(library, [facts.version_id for facts in found])
    return WhichList(
        standing=standing,
        wording=_wording(statement, standing),
        total=total,
        pages=-(-total // request.size),
        policies=tuple(
            _standpoint(facts, texts.get(facts.version_id), statement, standing) for facts in found
        ),
    )


def _wording(statement: Statement, standing: Standing) -> str:
    if standing is Standing.SAYS:
        return statement.plain
    if standing is Standing.DENIES:
        return find_statement(statement.opposite).plain
    return statement.absent


def _standpoint(
    facts: Facts, text: ReadPolicy | None, statement: Statement, standing: Standing
) -> Standpoint:
    words: tuple[Snippet, ...] = ()
    both = False
    if text is not None:
        said = text.statements()
        both = statement.slug in said and statement.opposite in said
        if standing is Standing.SILENT:
            words = quotes(text.outline, text.nearest(statement))
        else:
            slug = statement.slug if standing is Standing.SAYS else statement.opposite
            words = quotes(text.outline, said.get(slug, ()))
    return Standpoint(**entry_values(facts), quotes=words, both=both)
