"""A search over a library: the one way from a request to a page of results."""

import time
from collections.abc import Iterator
from dataclasses import replace

from privascope.library.engines.engine import FACETS, Engine, Filters, Hits, Request
from privascope.library.engines.query import EVERYTHING, Node, Phrase
from privascope.library.facts import Facts, read_facts, smallest_pagerank
from privascope.library.index import open_index
from privascope.library.store import Library
from privascope.search.facets import (
    HISTOGRAMS,
    facet_pages,
    range_pages,
    without_unknown,
)
from privascope.search.page import MOST_PAGES, Result, SearchPage, SearchRequest
from privascope.search.query import parse_query, with_word_replaced, words_to_check
from privascope.search.snippets import Snippet, find_snippets

_LONGEST_QUERY = 2000


class Searcher:
    """Answers searches over one library; keeps the index open between them."""

    def __init__(self, library: Library, engine: Engine | None = None) -> None:
        self._library = library
        self._engine = engine or open_index(library)
        self._totals: tuple[int, Hits] | None = None

    def search(self, request: SearchRequest) -> SearchPage:
        """One page of the policies that match, with facets, ranges and snippets."""
        start = time.perf_counter()
        request, notes = _within_reason(request)
        node = self._node(request)
        hits = self._engine.search(
            Request(
                query=node,
                whole_page=request.whole_page,
                filters=request.filters,
                ranking=request.ranking,
                limit=request.size,
                offset=(request.page - 1) * request.size,
                facets=FACETS,
                histograms=HISTOGRAMS,
            )
        )
        pages = -(-hits.total // request.size)
        if request.page > max(1, pages):
            notes += (f"There is no page {request.page}; the last one is {max(1, pages)}.",)
        return SearchPage(
            request=request,
            total=hits.total,
            pages=pages,
            results=tuple(self._results(hits, node, request)),
            facets=facet_pages(hits, self._library_totals(), request.filters),
            ranges=range_pages(hits, request.filters),
            suggestion=self._suggestion(request, hits.total),
            notes=notes,
            milliseconds=(time.perf_counter() - start) * 1000,
        )

    def every(self, request: SearchRequest, after: str = "", limit: int = 500) -> Iterator[Facts]:
        """The facts of all matches in the order of their ids, from just after one version."""
        least = smallest_pagerank(self._library)
        filters, _ = without_unknown(request.filters)
        question = Request(self._node(request), request.whole_page, filters)
        for hit in self._engine.scan(question, after, limit):
            facts = read_facts(self._library, hit.version_id, least)
            if facts is not None:
                yield facts

    def _node(self, request: SearchRequest) -> Node:
        if request.in_urls:
            return Phrase(request.text, "url") if request.text.strip() else EVERYTHING
        return parse_query(request.text)

    def _results(self, hits: Hits, node: Node, request: SearchRequest) -> Iterator[Result]:
        least = smallest_pagerank(self._library)
        for hit in hits.best:
            facts = read_facts(self._library, hit.version_id, least)
            # A policy removed a moment ago may still be in the index.
            if facts is not None:
                policy = self._library.derived(hit.version_id).policy
                snippets = () if request.in_urls else find_snippets(policy, node)
                yield _result(facts, request.filters, hit.score, snippets)

    def _library_totals(self) -> Hits:
        """How many policies of the library have each value; counted again when it changes."""
        row = self._library.row("SELECT coalesce(max(number), 0) AS number FROM change")
        state = int(row["number"]) if row else 0
        if self._totals is None or self._totals[0] != state:
            self._totals = state, self._engine.search(Request(limit=1, facets=FACETS))
        return self._totals[1]

    def _suggestion(self, request: SearchRequest, total: int) -> str | None:
        """The query with its rare words mended, where that finds more."""
        if request.in_urls or total > 3:
            return None
        mended = request.text
        for word in words_to_check(request.text):
            for likely in self._engine.similar_words(word):
                mended = with_word_replaced(mended, word, likely)
        if mended == request.text:
            return None
        found = self._engine.search(
            Request(parse_query(mended), request.whole_page, request.filters, limit=1)
        )
        return mended if found.total > total else None


def _result(facts: Facts, filters: Filters, score: float, snippets: tuple[Snippet, ...]) -> Result:
    traits = facts.traits
    names = {
        "tracker": traits.trackers,
        "body": traits.bodies,
        "law": traits.laws,
    }
    kinds = {
        name: None if found is None else tuple(sorted({mention.name for mention in found}))
        for name, found in names.items()
    }
    wanted = {value for values in filters.wanted.values() for value in values}
    return Result(
        policy_id=facts.policy_id,
        version_id=facts.version_id,
        title=facts.title or facts.service or facts.url,
        url=facts.url,
        domain=facts.domain,
        date=facts.day,
        sector=traits.sector.name if traits.sector else None,
        sector_source=traits.sector.source if traits.sector else None,
        language=facts.language,
        words=facts.words,
        minutes=traits.readability.minutes if traits.readability else None,
        grade=traits.readability.grade if traits.readability else None,
        vagueness=traits.vagueness.share if traits.vagueness else None,
        probability=facts.probability,
        trackers=kinds["tracker"],
        bodies=kinds["body"],
        laws=kinds["law"],
        matched=tuple(sorted(wanted & {name for found in kinds.values() for name in found or ()})),
        score=score,
        snippets=snippets,
    )


def _within_reason(request: SearchRequest) -> tuple[SearchRequest, tuple[str, ...]]:
    """The request with what cannot be followed mended, and notes that say so."""
    notes: list[str] = []
    text = request.text
    if len(text) > _LONGEST_QUERY:
        text = text[:_LONGEST_QUERY]
        notes.append(f"The query was cut to its first {_LONGEST_QUERY:,} characters.")
    filters, told = without_unknown(request.filters)
    page = max(1, request.page)
    if page > MOST_PAGES:
        page = MOST_PAGES
        notes.append(f"Results can be read up to page {MOST_PAGES:,}; export them to have all.")
    return replace(request, text=text, filters=filters, page=page), (*notes, *told)
