"""Runs a search over a library: from a request to a page of results."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from privascope.errors import LibraryError
from privascope.library.engines.engine import Engine, Filters, Hit, Hits, Request
from privascope.library.engines.query import Node
from privascope.library.facets import FACETS, HISTOGRAMS, MENTIONED
from privascope.library.facts import Facts, read_many_facts, smallest_pagerank
from privascope.library.index import is_behind, open_index
from privascope.library.kept import unpack_kept
from privascope.library.store import Library
from privascope.search.entry import entry_values
from privascope.search.facet_counts import facet_pages, not_known, range_pages, without_unknown
from privascope.search.page import (
    LONGEST_QUERY,
    MOST_PAGES,
    Result,
    SearchPage,
    SearchRequest,
)
from privascope.search.query import (
    parse_address,
    parse_query,
    with_word_replaced,
    words_to_check,
    written,
)
from privascope.search.ranking import ORDERS, Ranking
from privascope.search.recent import RecentVersions
from privascope.search.snippets import (
    Snippet,
    WantedWords,
    best_sentences,
    wanted_words,
)
from privascope.search.statement_quotes import read_said

# The order does not matter if results are only counted.
_QUICKEST = ORDERS[Ranking.POPULARITY]


class Searcher:
    """Answers searches over one library; keeps the index open between them."""

    def __init__(self, library: Library, engine: Engine | None = None) -> None:
        self._library = library
        self._engine = engine or open_index(library)
        self._recent = RecentVersions(library)
        self._totals: tuple[int, Hits] | None = None

    def search(self, request: SearchRequest) -> SearchPage:
        """One page of the policies that match, with facets, ranges and snippets."""
        start = time.perf_counter()
        self._check_index()
        request, notes = within_reason(request)
        node = self._node(request)
        hits = self._engine.search(
            Request(
                query=node,
                whole_page=request.whole_page,
                filters=request.filters,
                order=ORDERS[request.ranking],
                limit=request.size,
                offset=(request.page - 1) * request.size,
                facets=tuple(FACETS),
                histograms=HISTOGRAMS,
                kept=True,
            )
        )
        pages = -(-hits.total // request.size)
        if request.page > max(1, pages):
            notes += (f"There is no page {request.page}; the last one is {max(1, pages)}.",)
        totals = self._library_totals()
        notes += tuple(not_known(totals, request.filters))
        return SearchPage(
            request=request,
            total=hits.total,
            total_all_words=hits.total_all_words,
            pages=pages,
            results=tuple(self._results(hits, node, request)),
            facets=facet_pages(hits, totals, request.filters),
            ranges=range_pages(hits, request.filters),
            suggestion=self._suggestion(request, hits.total_all_words),
            notes=notes,
            milliseconds=(time.perf_counter() - start) * 1000,
        )

    def every(self, request: SearchRequest, after: str = "", limit: int = 500) -> Iterator[Facts]:
        """The facts of all matches in the order of their ids, from just after one version."""
        self._check_index()
        least = smallest_pagerank(self._library)
        request, _ = within_reason(request)
        question = Request(self._node(request), request.whole_page, request.filters)
        ids = [hit.version_id for hit in self._engine.scan(question, after, limit)]
        known = read_many_facts(self._library, ids, least)
        yield from (known[version_id] for version_id in ids if version_id in known)

    def facts_page(self, request: SearchRequest) -> list[Facts]:
        """The facts of the policies on one page of results, without anything else."""
        self._check_index()
        request, _ = within_reason(request)
        hits = self._engine.search(
            Request(
                query=self._node(request),
                whole_page=request.whole_page,
                filters=request.filters,
                order=ORDERS[request.ranking],
                limit=request.size,
                offset=(request.page - 1) * request.size,
            )
        )
        ids = [hit.version_id for hit in hits.best]
        known = read_many_facts(self._library, ids, smallest_pagerank(self._library))
        return [known[version_id] for version_id in ids if version_id in known]

    def count(self, request: SearchRequest) -> int:
        """How many policies match."""
        return self._counted(request, ()).total

    def count_values(self, request: SearchRequest, facet: str) -> tuple[int, Mapping[str, int]]:
        """How many policies match, and how many of them have each value of a facet.

        Of a facet that may be missing, the value KNOWN counts those of which it is known.
        """
        hits = self._counted(request, (facet,))
        return hits.total, hits.facets[facet]

    def _counted(self, request: SearchRequest, facets: tuple[str, ...]) -> Hits:
        self._check_index()
        request, _ = within_reason(request)
        node = self._node(request)
        return self._engine.search(
            Request(node, request.whole_page, request.filters, _QUICKEST, limit=1, facets=facets)
        )

    def _check_index(self) -> None:
        """A library that has lost its index must not look like one that holds nothing."""
        if not self._engine.exists() and self._library.count():
            raise LibraryError(
                f"the library {self._library.folder} has no index: wait until whoever writes to "
                "it is done, or run `privascope rebuild`"
            )

    def _node(self, request: SearchRequest) -> Node:
        return parse_address(request.text) if request.in_urls else parse_query(request.text)

    def _results(self, hits: Hits, node: Node, request: SearchRequest) -> Iterator[Result]:
        # What the engine does not keep is read from the store.
        kept = {hit.version_id: unpack_kept(hit.kept) for hit in hits.best if hit.kept}
        ids = [hit.version_id for hit in hits.best if hit.version_id not in kept]
        known = self._recent.facts(ids) | {name: one.facts for name, one in kept.items()}
        wanted = WantedWords() if request.in_urls else wanted_words(node)
        outlines = self._recent.outlines(ids) if wanted else {}
        asked = request.filters.wanted.get("practice")
        said = read_said(self._library, ids) if asked and ids else {}
        for hit in hits.best:
            # A policy removed a moment ago may still be in the index.
            if hit.version_id in known:
                own = kept.get(hit.version_id)
                outline = own.outline if own else outlines.get(hit.version_id)
                snippets = best_sentences(outline, wanted) if outline and wanted else ()
                text = said.get(hit.version_id)
                names = set(own.statements) if own else set(text.statements()) if text else set()
                yield _result(known[hit.version_id], request.filters, names, hit, snippets)

    def _library_totals(self) -> Hits:
        """How many policies of the library have each value; counted again when it changes."""
        state = self._library.newest_change()
        if self._totals is not None and self._totals[0] == state:
            return self._totals[1]
        behind = is_behind(self._library)
        totals = self._engine.search(Request(limit=1, facets=tuple(FACETS)))
        # What is stored but not indexed yet will change them again.
        self._totals = None if behind else (state, totals)
        return totals

    def _suggestion(self, request: SearchRequest, total: int) -> str | None:
        """The query with its rare words corrected, if that finds more."""
        if request.in_urls or total > 3:
            return None
        mended = request.text
        for word in words_to_check(request.text):
            for likely in self._engine.similar_words(word):
                mended = with_word_replaced(mended, word, likely)
        if mended == request.text:
            return None
        found = self._engine.search(
            Request(parse_query(mended), request.whole_page, request.filters, _QUICKEST, limit=1)
        )
        return mended if found.total_all_words > total else None


def _result(
    facts: Facts, filters: Filters, said: set[str], hit: Hit, snippets: tuple[Snippet, ...]
) -> Result:
    values = entry_values(facts)
    wanted = {value for found in filters.wanted.values() for value in found}
    if wanted:
        named = {name for facet in MENTIONED.values() for name in values[facet.trait] or ()}
        wanted &= named | said
    missing = tuple(map(written, hit.missing))
    return Result(
        **values,
        matched=tuple(sorted(wanted)),
        score=hit.score,
        snippets=snippets,
        missing=missing,
    )


def within_reason(request: SearchRequest) -> tuple[SearchRequest, tuple[str, ...]]:
    """The request without its invalid parts, and notes on what was changed."""
    notes: list[str] = []
    text = request.text
    if len(text) > LONGEST_QUERY:
        text = text[:LONGEST_QUERY]
        notes.append(f"The query was cut to its first {LONGEST_QUERY:,} characters.")
    filters, told = without_unknown(request.filters)
    page = max(1, request.page)
    if page > MOST_PAGES:
        page = MOST_PAGES
        notes.append(f"Results end at page {MOST_PAGES:,}; export them to get all of them.")
    return replace(request, text=text, filters=filters, page=page), (*notes, *told)
