"""The embedded text engine."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from privascope.errors import EngineError
from privascope.library.engines.engine import (
    Alternatives,
    Counts,
    Fields,
    Filters,
    Hit,
    Hits,
    IndexedVersion,
    Order,
    Request,
    Scored,
    Sorted,
)
from privascope.library.engines.query import (
    Bag,
    Node,
    bag_of,
    with_all_words,
    with_words_missing,
)
from privascope.library.engines.similar_words import likeliest
from privascope.library.engines.tantivy_counts import count, queries_to_count
from privascope.library.engines.tantivy_document import cursor, document_values
from privascope.library.engines.tantivy_errors import damaged, older, reading, writing
from privascope.library.engines.tantivy_query import Translator
from privascope.library.engines.tantivy_schema import (
    WEIGHT_SCALE,
    analyzers,
    fields_among,
    ordering_by,
    schema,
)

# What is not written yet takes some 16 kB a version: pieces of some thousand versions are written,
# and of a library of 24,000 none is merged on the way.
_HEAP = 128 * 2**20
_LEAST_HEAP = 16 * 2**20
_THREADS = min(4, os.cpu_count() or 1)
_META = "meta.json"
# How tantivy merges: pieces of fewer versions than this, as soon as there are so many.
_SMALL_PIECE = 16_000
_MERGED_TOGETHER = 8
_MOST_SMALL_PIECES = 2
_MOST_KNOWN = 20_000
_MOST_LIKELY = 3_000
_NO_FILTERS = Filters()


class TantivyEngine:
    """An index in a folder; made by the first update. Until then it is read as an empty one.

    The folder may be named by a function, which is asked again where the index has gone.
    """

    def __init__(self, folder: Path | Callable[[], Path], fields: Fields) -> None:
        import tantivy

        self._tantivy = tantivy
        self._declared = self._fields = fields
        self._schema = schema(tantivy, fields)
        self._analyzers = analyzers(tantivy)
        self._forget()
        self._find_folder = folder if callable(folder) else lambda: folder
        self._folder = self._find_folder()
        self._meta = self._folder / _META
        self._index: Any = None
        self._state: tuple[int, ...] | None = None
        # Its thread is started by the first count.
        self._beside = ThreadPoolExecutor(1, "counting")

    @property
    def folder(self) -> Path:
        """Where the index is."""
        return self._folder

    def update(self, versions: Iterable[IndexedVersion], gone: Iterable[str]) -> None:
        """Puts versions in, in place of older entries of the same id, and takes others out."""
        with writing(self._folder):
            self._index = self._make()
            writer = self._index.writer(_HEAP, _THREADS)
        for version_id in gone:
            writer.delete_documents_by_term("id", version_id)
        known = self._index.searcher()
        added: set[str] = set()
        for version in versions:
            with writing(self._folder):
                # To delete costs as much as to add: most versions are new.
                if version.id in added or known.doc_freq("id", version.id):
                    writer.delete_documents_by_term("id", version.id)
                added.add(version.id)
                values = document_values(version, self._declared)
                writer.add_document(self._tantivy.Document(**values))
        with writing(self._folder):
            writer.commit()
            writer.wait_merging_threads()
            self._index.reload()

    def tidy(self) -> None:
        """Merges small pieces of the index into one: every piece costs each search.

        tantivy merges by itself as soon as there are eight, and has no call for it in Python. So
        pieces of one hidden entry without an id are added until there are.
        """
        pieces = self._head_values()["segments"] if self.exists() else []
        small = sum(piece["max_doc"] < _SMALL_PIECE for piece in pieces)
        if not _MOST_SMALL_PIECES < small < _MERGED_TOGETHER:
            return
        with writing(self._folder):
            self._index = self._open()
            writer = self._index.writer(_LEAST_HEAP, 1)
            for _ in range(_MERGED_TOGETHER - small):
                writer.add_document(self._tantivy.Document(id="", policy_id="", shown=False))
                writer.commit()
            writer.wait_merging_threads()
            self._index.reload()

    def exists(self) -> bool:
        """Whether the index was made and is still there."""
        return self._head() is not None

    def ids(self) -> set[str]:
        """The ids of all versions in the index."""
        searcher = self._searcher()
        if not searcher.num_docs:
            return set()
        with reading(self._folder):
            found = searcher.search(self._tantivy.Query.all_query(), searcher.num_docs)
            return {searcher.doc(address)["id"][0] for _, address in found.hits} - {""}

    def search(self, request: Request) -> Hits:
        """Current versions that match, best first; duplicates of others are left out."""
        searcher = self._searcher()
        with reading(self._folder):
            translator = self._translator(searcher, request)
            counted = self._counting(searcher, translator, request)
            whole = replace(request, query=with_all_words(request.query))
            bag = bag_of(request.query)
            if bag is None:
                total, best = self._best(searcher, translator, request)
                return Hits(total, tuple(best), total, counted)
            total = self._total(searcher, translator, request)
            if isinstance(request.order, Alternatives):
                found = self._total(searcher, translator, whole)
                best = self._best(searcher, translator, request)[1]
            else:
                found, best = self._best(searcher, translator, whole)
                if len(best) < request.limit and found < total:
                    rest = replace(
                        request,
                        query=with_words_missing(request.query),
                        limit=request.limit - len(best),
                        offset=max(0, request.offset - found),
                    )
                    best += self._best(searcher, translator, rest)[1]
            if request.offset + request.limit > found or isinstance(request.order, Alternatives):
                best = self._with_missing(searcher, translator, bag, best)
        return Hits(total, tuple(best), found, counted)

    def _best(
        self, searcher: Any, translator: Translator, request: Request
    ) -> tuple[int, list[Hit]]:
        """How many versions match a query, and the best of them."""
        query = self._ordered(translator, request)
        ordering = ordering_by(self._tantivy, request.order, self._fields)
        if ordering is None:
            raise older(self._folder)
        found = searcher.search(query, request.limit, offset=request.offset, **ordering)
        best = [
            Hit(*self._ids(searcher, address), score / WEIGHT_SCALE)
            for score, address in found.hits
        ]
        if not isinstance(request.order, Sorted):
            best.sort(key=lambda hit: (-hit.score, hit.version_id))
        return int(found.count or 0), best

    def _total(self, searcher: Any, translator: Translator, request: Request) -> int:
        """How many versions match, without a score; kept for the next pages of the same query."""
        as_written = isinstance(request.order, Alternatives)
        key = (request.query, request.whole_page, as_written)
        plain = request.filters == _NO_FILTERS
        if plain and key in self._known_totals:
            return self._known_totals[key]
        clauses = translator.clauses(request.query) + translator.filters(request.filters)
        query = self._tantivy.Query.boolean_query(clauses)
        ordering = {"order_by_field": "by_id", "order": self._tantivy.Order.Asc}
        total = int(searcher.search(query, 1, **ordering).count or 0)
        if plain:
            self._known_totals[key] = total
        return total

    def _with_missing(
        self, searcher: Any, translator: Translator, bag: Bag, hits: list[Hit]
    ) -> list[Hit]:
        """Versions with the parts of the bag that each lacks."""
        if not hits:
            return hits
        kinds, must = self._tantivy.Query, self._tantivy.Occur.Must
        these = kinds.term_set_query(self._schema, "id", [hit.version_id for hit in hits])
        missing: dict[str, tuple[Node, ...]] = {}
        for part in bag.parts:
            both = kinds.boolean_query([*translator.clauses(part), (must, these)])
            found = searcher.search(both, len(hits)).hits
            having = {self._ids(searcher, address)[0] for _, address in found}
            for hit in hits:
                if hit.version_id not in having:
                    missing[hit.version_id] = (*missing.get(hit.version_id, ()), part)
        return [replace(hit, missing=missing.get(hit.version_id, ())) for hit in hits]

    def _ordered(self, translator: Translator, request: Request) -> Any:
        """The query with its filters, and with what adds to the score where that is asked for."""
        key = (request.query, request.whole_page, request.order)
        plain = request.filters == _NO_FILTERS
        known = self._known_queries.get(key) if plain else None
        if known is not None:
            return known
        clauses = translator.clauses(request.query)
        if isinstance(request.order, Scored):
            everywhere = self._declared.usual_factors != set(request.order.factors)
            clauses += translator.together(request.query, everywhere=everywhere)
        clauses += translator.filters(request.filters)
        query = self._tantivy.Query.boolean_query(clauses)
        if plain:
            self._known_queries[key] = query
        return query

    def _ids(self, searcher: Any, address: Any) -> tuple[str, str]:
        """The ids of a version and its policy; the same come up again and again."""
        place = address.segment_ord, address.doc
        ids = self._known_ids.get(place)
        if ids is None:
            document = searcher.doc(address)
            ids = self._known_ids[place] = document["id"][0], document["policy_id"][0]
        return ids

    def scan(self, request: Request, after: str = "", limit: int = 500) -> Iterator[Hit]:
        """Matches in the order of their ids, from just after one id: a cursor for exports."""
        searcher = self._searcher()
        kinds, occur = self._tantivy.Query, self._tantivy.Occur
        with reading(self._folder):
            translator = self._translator(searcher, request)
            clauses = translator.clauses(request.query) + translator.filters(request.filters)
            if after:
                number = self._tantivy.FieldType.Integer
                later = kinds.range_query(
                    self._schema, "by_id", number, cursor(after), None, include_lower=False
                )
                clauses.append((occur.Must, later))
            found = searcher.search(
                kinds.boolean_query(clauses),
                limit,
                order_by_field="by_id",
                order=self._tantivy.Order.Asc,
            )
            for _, address in found.hits:
                document = searcher.doc(address)
                yield Hit(document["id"][0], document["policy_id"][0], 0.0)

    def similar_words(self, word: str, limit: int = 1) -> list[str]:
        """Words of the library that may be meant by a rare or misspelt one, likeliest first."""
        searcher = self._searcher()
        first = word[:1]
        if first not in self._known_letters:
            self._known_letters[first] = searcher.terms_with_prefix(
                "text", first, limit=_MOST_LIKELY
            )
        return likeliest(word, searcher.doc_freq("text", word), self._known_letters[first], limit)

    def _searcher(self) -> Any:
        state = self._head()
        if state is None:
            # Never made, or deleted under us. A reader makes none: it would be in a writer's way.
            self._index = self._state = None
            return self._tantivy.Index(self._schema).searcher()
        if state != self._state:
            with reading(self._folder):
                self._refresh()
            self._state = state
            self._forget()
        return self._index.searcher()

    def _forget(self) -> None:
        """Drops the caches that are valid only until the index changes."""
        self._known_words: dict[tuple[str, ...], Any] = {}
        self._known_queries: dict[tuple[Node, bool, Order], Any] = {}
        self._known_ids: dict[tuple[int, int], tuple[str, str]] = {}
        self._known_totals: dict[tuple[Node, bool, bool], int] = {}
        self._known_letters: dict[str, list[tuple[str, int]]] = {}

    def _head(self) -> tuple[int, ...] | None:
        """The state of the index: every commit adds a new file here."""
        for again in (True, False):
            try:
                found = self._meta.stat()
                return (found.st_ino, found.st_mtime_ns, found.st_size)
            except OSError:
                if not (again and self._moved()):
                    break
        return None

    def _moved(self) -> bool:
        """Whether the index was rebuilt in another folder, which must then be used."""
        folder = self._find_folder()
        if folder == self._folder:
            return False
        self._folder, self._meta = folder, folder / _META
        self._index = self._state = None
        return True

    def _refresh(self) -> None:
        """Sees what was committed since, also where the index was deleted and made anew."""
        try:
            if self._index is not None:
                self._index.reload()
                return
        except ValueError:
            pass
        try:
            self._index = self._open()
        except EngineError:
            # Its place may have been taken by another a moment ago.
            if not self._moved():
                raise
            self._index = self._open()

    def _open(self) -> Any:
        try:
            index = self._tantivy.Index.open(str(self._folder))
            self._use(self._fields_of_index())
            if index.schema != self._schema:
                raise ValueError("it was made by another version of Privascope")
        except (ValueError, KeyError, OSError) as error:
            raise damaged(self._folder, error) from error
        return self._with_analyzers(index)

    def _make(self) -> Any:
        """The index with all fields, new or as it is."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._use(self._declared)
        return self._with_analyzers(self._tantivy.Index(self._schema, path=str(self._folder)))

    def _with_analyzers(self, index: Any) -> Any:
        for name, analyzer in self._analyzers.items():
            index.register_tokenizer(name, analyzer)
        return index

    def _use(self, fields: Fields) -> None:
        if fields != self._fields:
            self._fields, self._schema = fields, schema(self._tantivy, fields)

    def _fields_of_index(self) -> Fields:
        """The declared fields without those that are younger than the index."""
        there = [entry["name"] for entry in self._head_values()["schema"]]
        return fields_among(there, self._declared)

    def _head_values(self) -> Any:
        return json.loads(self._meta.read_bytes())

    def _translator(self, searcher: Any, request: Request) -> Translator:
        body = ("text", "rest") if request.whole_page else ("text",)
        known = len(self._known_words) + len(self._known_queries) + len(self._known_ids)
        if known > _MOST_KNOWN:
            self._forget()
        return Translator(
            self._tantivy,
            searcher,
            self._schema,
            self._fields,
            self._analyzers,
            body,
            self._known_words,
            as_written=isinstance(request.order, Alternatives),
        )

    def _counting(
        self, searcher: Any, translator: Translator, request: Request
    ) -> Callable[[], Counts]:
        """Starts to count facets and ranges.

        It goes on in a thread of its own while results are put together, and needs little of
        Python's lock.
        """
        if not (request.facets or request.histograms):
            return Counts
        queries = queries_to_count(self._tantivy, translator, request, self._fields)
        return self._beside.submit(count, self._folder, searcher, queries, request).result
