"""The text engine on a cluster: an OpenSearch index, behind an alias or by its own name."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from privascope.library.engines.engine import (
    Alternatives,
    Counts,
    Fields,
    Hit,
    Hits,
    IndexedVersion,
    Order,
    Request,
    Sorted,
)
from privascope.library.engines.opensearch_client import Cluster, IndexGoneError
from privascope.library.engines.opensearch_counts import counting, counts_of
from privascope.library.engines.opensearch_mapping import cut, properties
from privascope.library.engines.opensearch_query import Query, Translator, needed
from privascope.library.engines.opensearch_words import Words, look_up
from privascope.library.engines.opensearch_write import write
from privascope.library.engines.query import (
    EVERYTHING,
    Bag,
    Node,
    bag_of,
    with_all_words,
    with_words_missing,
)
from privascope.library.engines.similar_words import likeliest
from privascope.library.engines.tantivy_schema import sort_field, weight_field

_MOST_LIKELY = 3_000
_PAGE = 2_000
_KEEP = "2m"
_PART = re.compile(r"part(\d+)")


class OpenSearchEngine:
    """An index of a cluster by its name, which may be an alias. One that is not there is empty."""

    def __init__(
        self,
        cluster: Cluster,
        index: str,
        fields: Fields,
        check: Callable[[], bool] = lambda: True,
    ) -> None:
        self._cluster = cluster
        self._index = index
        self._fields = fields
        self._check = check
        self._ascending = {key.name: key.ascending for key in fields.keys}
        self._has_all_fields = False

    @property
    def index(self) -> str:
        """The name by which the cluster knows it."""
        return self._index

    def update(self, versions: Iterable[IndexedVersion], gone: Iterable[str]) -> None:
        """Puts versions in, in place of older entries of the same id, and takes others out.

        All of it can be seen when it returns. A cluster knows no transaction: after an error some
        of it may be kept, and to do it again is harmless.
        """
        if not self._has_all_fields:
            # An index may be older than a facet.
            mapping = {"properties": properties(self._fields)}
            self._cluster.ask("PUT", f"/{self._index}/_mapping", mapping)
            self._has_all_fields = True
        write(self._cluster, self._index, versions, gone, self._fields)
        self._cluster.ask("POST", f"/{self._index}/_refresh", seconds=120.0)

    def tidy(self) -> None:
        """Nothing: a cluster merges its index by itself."""

    def exists(self) -> bool:
        """Whether the index was made and is still there."""
        return self._check()

    def ids(self) -> set[str]:
        """The ids of all versions in the index."""
        return set(self._walk({"query": {"match_all": {}}}, "", None))

    def search(self, request: Request) -> Hits:
        """Versions that are shown and match, in the order asked for; equals are ordered by id."""
        try:
            return self._search(request)
        except IndexGoneError:
            empty = {name: dict[Any, int]() for name in request.facets}
            bars = {name: dict[Any, int]() for name in request.histograms}
            return Hits(0, (), 0, lambda: Counts(empty, bars))

    def _search(self, request: Request) -> Hits:
        translator = self._translator(request)
        bag = bag_of(request.query)
        whole = replace(request, query=with_all_words(request.query))
        first = request if isinstance(request.order, Alternatives) else whole
        best = self._body(translator, first, bag=bag if first is request else None)
        count = self._counting_body(translator, request)
        searches = [best, count]
        if isinstance(request.order, Alternatives) and bag is not None:
            searches.append(self._total_body(translator, whole))
        found = self._ask(searches)
        hits = _hits(found[0], bag if first is request else None)
        total = int(found[1]["hits"]["total"]["value"])
        total_all = int(found[-1 if first is request else 0]["hits"]["total"]["value"])
        if bag is None:
            total_all = total
        elif first is whole and len(hits) < request.limit and total_all < total:
            rest = replace(
                request,
                query=with_words_missing(request.query),
                limit=request.limit - len(hits),
                offset=max(0, request.offset - total_all),
            )
            hits += _hits(self._ask([self._body(translator, rest, bag=bag)])[0], bag)
        counts = counts_of(found[1].get("aggregations", {}), request)
        return Hits(total, tuple(hits), total_all, lambda: counts)

    def _translator(self, request: Request) -> Translator:
        as_written = isinstance(request.order, Alternatives)
        body = ("text", "rest") if request.whole_page else ("text",)
        prefixes, values = needed(request.query, body, as_written=as_written)
        words = look_up(self._ask, prefixes, values) if request.query != EVERYTHING else Words()
        return Translator(words, self._fields, body, as_written=as_written, expanded=len(prefixes))

    def _body(self, translator: Translator, request: Request, bag: Bag | None) -> dict[str, Any]:
        """A search for the best; of the parts of a bag it is asked which of them match."""
        query = _shown(translator.query(request.query))
        optional: list[Query] = []
        if not isinstance(request.order, Alternatives | Sorted):
            everywhere = self._fields.usual_factors != set(request.order.factors)
            optional += translator.together(request.query, everywhere=everywhere)
        if bag is not None:
            optional += _named(translator, bag)
        query["bool"]["should"] = optional
        query["bool"]["filter"] += translator.filters(request.filters)
        return {
            "size": request.limit,
            "from": request.offset,
            "track_total_hits": True,
            "_source": ["kept"] if request.kept else False,
            "docvalue_fields": ["policy_id"],
            **self._ordered(query, request.order),
        }

    def _ordered(self, query: Query, order: Order) -> dict[str, Any]:
        by_id = {"id": "asc"}
        if isinstance(order, Sorted):
            direction = "asc" if self._ascending[order.key] else "desc"
            return {"query": query, "sort": [{sort_field(order.key): direction}, by_id]}
        factor = {"field": weight_field(order.factors), "missing": 1.0}
        scored = {"query": query, "field_value_factor": factor, "boost_mode": "multiply"}
        return {"query": {"function_score": scored}, "sort": [{"_score": "desc"}, by_id]}

    def _counting_body(self, translator: Translator, request: Request) -> dict[str, Any]:
        """A search that counts alone: a cluster keeps its answer until the index changes."""
        body = self._total_body(translator, replace(request, filters=type(request.filters)()))
        body["post_filter"] = {"bool": {"filter": translator.filters(request.filters)}}
        return body | counting(translator, request)

    def _total_body(self, translator: Translator, request: Request) -> dict[str, Any]:
        query = translator.query(request.query)
        filters = translator.filters(request.filters)
        quiet = {"bool": {"filter": [query, {"term": {"shown": True}}, *filters]}}
        return {"size": 0, "track_total_hits": True, "query": quiet}

    def scan(self, request: Request, after: str = "", limit: int = 500) -> Iterator[Hit]:
        """Matches in the order of their ids, from just after one id: a cursor for exports."""
        try:
            translator = self._translator(request)
            body = self._total_body(translator, request)
            yield from (
                Hit(version_id, policy_id, 0.0)
                for version_id, policy_id in self._walk(body, after, limit).items()
            )
        except IndexGoneError:
            return

    def _walk(self, body: Mapping[str, Any], after: str, limit: int | None) -> dict[str, str]:
        """Ids of versions in their order, with those of their policies; one state of the index."""
        found: dict[str, str] = {}
        try:
            opened = self._cluster.ask(
                "POST", f"/{self._index}/_search/point_in_time", keep_alive=_KEEP
            )
        except IndexGoneError:
            return found
        moment = opened["pit_id"]
        try:
            while limit is None or len(found) < limit:
                size = _PAGE if limit is None else min(_PAGE, limit - len(found))
                page = {
                    **body,
                    "size": size,
                    "sort": [{"id": "asc"}],
                    "_source": False,
                    "docvalue_fields": ["policy_id"],
                    "track_total_hits": False,
                    "pit": {"id": moment, "keep_alive": _KEEP},
                }
                if after:
                    page["search_after"] = [after]
                answer = self._cluster.ask(
                    "POST", "/_search", page, allow_partial_search_results=False
                )
                hits = answer["hits"]["hits"]
                for hit in hits:
                    found[hit["_id"]] = hit["fields"]["policy_id"][0]
                if len(hits) < size:
                    break
                after = hits[-1]["_id"]
        finally:
            self._cluster.ask("DELETE", "/_search/point_in_time", {"pit_id": [moment]})
        return found

    def similar_words(self, word: str, limit: int = 1) -> list[str]:
        """Words of the library that a rare or misspelt one may stand for, likeliest first."""
        first = cut(word)[:1]
        if not first:
            return []
        try:
            words = look_up(self._ask, {("text", first[0][:1])}, {("text", word)})
        except IndexGoneError:
            return []
        known = list(words.by_prefix[("text", first[0][:1])].items())[:_MOST_LIKELY]
        return likeliest(word, words.counts[("text", word)], known, limit)

    def _ask(self, searches: Sequence[Mapping[str, Any]]) -> list[Any]:
        """Several searches in one request; what one part of the index cannot answer, none can."""
        lines: list[Mapping[str, Any]] = []
        for body in searches:
            head = {"index": self._index, "allow_partial_search_results": False}
            if body["size"]:
                # Words are as rare as they are in the whole index, not in a part of it.
                head["search_type"] = "dfs_query_then_fetch"
            lines += [head, body]
        return self._cluster.ask_many(lines)


def _shown(query: Query) -> Query:
    return {"bool": {"must": [query], "filter": [{"term": {"shown": True}}]}}


def _named(translator: Translator, bag: Bag) -> list[Query]:
    """The parts of a bag, each with a name by which a match says that it has it."""
    found = []
    for number, part in enumerate(bag.parts):
        query = translator.part(part)
        if query is not None:
            quiet = {"filter": query, "boost": 0.0, "_name": f"part{number}"}
            found.append({"constant_score": quiet})
    return found


def _hits(answer: Mapping[str, Any], bag: Bag | None) -> list[Hit]:
    return [
        Hit(
            hit["_id"],
            hit["fields"]["policy_id"][0],
            hit["_score"] or 0.0,
            _missing(hit.get("matched_queries", ()), bag),
            b64decode(hit["_source"]["kept"]) if "_source" in hit else None,
        )
        for hit in answer["hits"]["hits"]
    ]


def _missing(matched: Iterable[str], bag: Bag | None) -> tuple[Node, ...]:
    if bag is None:
        return ()
    having = {int(found[1]) for one in matched if (found := _PART.fullmatch(one))}
    return tuple(part for number, part in enumerate(bag.parts) if number not in having)
