"""Counts what facets and ranges of the tantivy index hold."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from privascope.library.engines.engine import Counts, Fields, Request
from privascope.library.engines.tantivy_errors import reading
from privascope.library.engines.tantivy_query import Translator

_FACET_VALUES = 100

Counted: TypeAlias = tuple[Any, Mapping[str, Any]]


def queries_to_count(
    tantivy: Any, translator: Translator, request: Request, fields: Fields
) -> list[Counted]:
    """What to count over which matches: facets and ranges with a filter of their own ignore it."""
    filters = request.filters
    clauses = translator.clauses(request.query)
    asked = {name: _terms(name) for name in request.facets if name in fields.facets}
    asked |= {
        name: _histogram(name, width)
        for name, width in request.histograms.items()
        if name in fields.ranges
    }
    filtered = {*filters.wanted, *filters.unwanted, *filters.ranges}
    groups = [("", [name for name in asked if name not in filtered])]
    groups += [(name, [name]) for name in asked if name in filtered]
    return [
        (
            tantivy.Query.boolean_query(clauses + translator.filters(filters, without=without)),
            {name: asked[name] for name in names},
        )
        for without, names in groups
        if names
    ]


def count(folder: Path, searcher: Any, queries: Sequence[Counted], request: Request) -> Counts:
    buckets: dict[str, list[dict[str, Any]]] = {}
    with reading(folder):
        for query, asked in queries:
            answer = searcher.aggregate(query, asked)
            buckets |= {name: answer[name]["buckets"] for name in asked}

    def counts(name: str) -> dict[Any, int]:
        return {bucket["key"]: bucket["doc_count"] for bucket in buckets.get(name, ())}

    return Counts(
        {name: counts(name) for name in request.facets},
        {name: counts(name) for name in request.histograms},
    )


def _terms(name: str) -> dict[str, Any]:
    return {"terms": {"field": name, "size": _FACET_VALUES}}


def _histogram(name: str, width: float) -> dict[str, Any]:
    return {"histogram": {"field": name, "interval": width, "min_doc_count": 1}}
