"""Counts of facets and ranges by OpenSearch; each ignores its own filter, not the others'."""

from collections.abc import Mapping
from typing import Any

from privascope.library.engines.engine import Counts, Request
from privascope.library.engines.opensearch_mapping import facet_field, range_field
from privascope.library.engines.opensearch_query import Translator

_FACET_VALUES = 100
# Each part of an index names so many values, so that none is lost when they are added up.
_VALUES_OF_A_PART = 2_000


def counting(translator: Translator, request: Request) -> dict[str, Any]:
    """What to add to a search that leaves filters aside."""
    asked = {f"facet {name}": _terms(name) for name in request.facets}
    asked |= {f"bars {name}": _bars(name, width) for name, width in request.histograms.items()}
    filters = request.filters
    own = {*filters.wanted, *filters.unwanted, *filters.ranges}
    groups: dict[str, dict[str, Any]] = {}
    for key, aggregation in asked.items():
        name = key.split(" ", 1)[1]
        groups.setdefault(name if name in own else "", {})[key] = aggregation
    return {
        "aggs": {
            f"without {name}": {
                "filter": {"bool": {"filter": translator.filters(filters, without=name)}},
                "aggs": members,
            }
            for name, members in groups.items()
        }
    }


def counts_of(answer: Mapping[str, Any], request: Request) -> Counts:
    """The counts in an answer."""
    found: dict[str, Any] = {key: one for group in answer.values() for key, one in group.items()}

    def counts(key: str) -> dict[Any, int]:
        buckets = found.get(key, {"buckets": ()})["buckets"]
        return {bucket["key"]: bucket["doc_count"] for bucket in buckets}

    return Counts(
        {name: counts(f"facet {name}") for name in request.facets},
        {name: counts(f"bars {name}") for name in request.histograms},
    )


def _terms(name: str) -> dict[str, Any]:
    size = {"size": _FACET_VALUES, "shard_size": _VALUES_OF_A_PART}
    return {"terms": {"field": facet_field(name), **size}}


def _bars(name: str, width: float) -> dict[str, Any]:
    return {"histogram": {"field": range_field(name), "interval": width, "min_doc_count": 1}}
