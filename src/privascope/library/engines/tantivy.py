"""The embedded text engine."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from privascope.errors import LibraryError
from privascope.library.engines.engine import (
    FACETS,
    RANGES,
    Counts,
    Filters,
    Hit,
    Hits,
    IndexedVersion,
    Ranking,
    Request,
)
from privascope.library.engines.query import Node
from privascope.library.engines.tantivy_query import Translator
from privascope.library.engines.tantivy_schema import (
    ID_BITS,
    analyzers,
    schema,
    standings,
    weight,
)

# What is not written yet takes some 16 kB a version: pieces of some thousand versions are written,
# and of a library of 24,000 none is merged on the way.
_HEAP = 128 * 2**20
_LEAST_HEAP = 16 * 2**20
_THREADS = min(4, os.cpu_count() or 1)
_FACET_VALUES = 100
_SORTED = {
    Ranking.POPULARITY: ("by_popularity", False),
    Ranking.NEWEST: ("by_newest", False),
    Ranking.READABILITY: ("by_readability", True),
    Ranking.VAGUENESS: ("by_vagueness", False),
}
_WEIGHTED = {
    Ranking.CUSTOM: "weight_custom",
    Ranking.UNWEIGHTED: "weight_popularity",
    Ranking.RELEVANCE: "weight_none",
}
_META = "meta.json"
# How tantivy merges: pieces of fewer versions than this, as soon as there are so many.
_SMALL_PIECE = 16_000
_MERGED_TOGETHER = 8
_MOST_SMALL_PIECES = 2
_STEPS = 2**22
_MOST_KNOWN = 20_000
_MOST_LIKELY = 3_000
_NO_FILTERS = Filters()


class TantivyEngine:
    """An index in a folder; made by the first update. Until then it is read as an empty one.

    The folder may be told by a function, which is asked again where the index has gone.
    """

    def __init__(self, folder: Path | Callable[[], Path]) -> None:
        import tantivy

        self._tantivy = tantivy
        self._schema = schema(tantivy, FACETS, RANGES)
        self._analyzers = analyzers(tantivy)
        self._forget()
        self._find_folder = folder if callable(folder) else lambda: folder
        self._folder = self._find_folder()
        self._meta = self._folder / _META
        self._index: Any = None
        self._state: tuple[int, ...] | None = None
        # Its thread is started by the first count.
        self._beside = ThreadPoolExecutor(1, "counting")

    def update(self, versions: Iterable[IndexedVersion], gone: Iterable[str]) -> None:
        """Puts versions in, in place of older entries of the same id, and takes others out."""
        self._index = self._open(make=True)
        writer = self._index.writer(_HEAP, _THREADS)
        for version_id in gone:
            writer.delete_documents_by_term("id", version_id)
        known = self._index.searcher()
        added: set[str] = set()
        for version in versions:
            # To delete costs as much as to add: most versions are new.
            if version.id in added or known.doc_freq("id", version.id):
                writer.delete_documents_by_term("id", version.id)
            added.add(version.id)
            writer.add_document(self._tantivy.Document(**_fields(version)))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def tidy(self) -> None:
        """Merges small pieces of the index into one: every piece costs each search.

        tantivy merges by itself as soon as there are eight, and has no call for it in Python. So
        pieces of one hidden entry without an id are added until there are.
        """
        pieces = json.loads(self._meta.read_bytes())["segments"] if self.exists() else []
        small = sum(piece["max_doc"] < _SMALL_PIECE for piece in pieces)
        if not _MOST_SMALL_PIECES < small < _MERGED_TOGETHER:
            return
        self._index = self._open(make=True)
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
        found = searcher.search(self._tantivy.Query.all_query(), searcher.num_docs)
        return {searcher.doc(address)["id"][0] for _, address in found.hits} - {""}

    def search(self, request: Request) -> Hits:
        """Current versions that match, best first; duplicates of others are left out."""
        searcher = self._searcher()
        translator = self._translator(searcher, request)
        ordering: dict[str, Any] = {}
        if request.ranking in _SORTED:
            field, ascending = _SORTED[request.ranking]
            order = self._tantivy.Order
            ordering = {"order_by_field": field, "order": order.Asc if ascending else order.Desc}
        else:
            ordering = {"weight_by_field": _WEIGHTED[request.ranking]}
        query = self._ranked(translator, request)
        counted = self._counting(searcher, translator, request)
        found = searcher.search(query, request.limit, offset=request.offset, **ordering)
        best = [Hit(*self._ids(searcher, address), score) for score, address in found.hits]
        if request.ranking in _WEIGHTED:
            best.sort(key=lambda hit: (-hit.score, hit.version_id))
        return Hits(int(found.count or 0), tuple(best), counted)

    def _ranked(self, translator: Translator, request: Request) -> Any:
        """The query with its filters, and with what adds to the score where that is asked for."""
        key = (request.query, request.whole_page, request.ranking)
        plain = request.filters == _NO_FILTERS
        known = self._known_queries.get(key) if plain else None
        if known is not None:
            return known
        clauses = translator.clauses(request.query)
        if request.ranking in _WEIGHTED:
            everywhere = request.ranking is not Ranking.CUSTOM
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
        translator = self._translator(searcher, request)
        clauses = translator.clauses(request.query) + translator.filters(request.filters)
        kinds = self._tantivy.Query
        if after:
            clauses.append(
                (
                    self._tantivy.Occur.Must,
                    kinds.range_query(
                        self._schema,
                        "by_id",
                        self._tantivy.FieldType.Integer,
                        _cursor(after),
                        None,
                        include_lower=False,
                    ),
                )
            )
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
        """Words of the library that a rare or misspelt one may stand for, likeliest first."""
        from rapidfuzz.distance import DamerauLevenshtein

        searcher = self._searcher()
        own = searcher.doc_freq("text", word)
        furthest = 1 if len(word) < 6 else 2
        found = []
        # A slip of the first letter is rare; of words that share it the common ones are likely.
        first = word[:1]
        if first not in self._known_letters:
            self._known_letters[first] = searcher.terms_with_prefix(
                "text", first, limit=_MOST_LIKELY
            )
        for other, count in self._known_letters[first]:
            if count <= max(2, 20 * own) or abs(len(other) - len(word)) > furthest:
                continue
            steps = DamerauLevenshtein.distance(word, other, score_cutoff=furthest)
            if 0 < steps <= furthest:
                found.append((steps, -count, other))
        return [other for _, _, other in sorted(found)[:limit]]

    def _searcher(self) -> Any:
        state = self._head()
        if state is None:
            # Never made, or deleted under us. A reader makes none: it would be in a writer's way.
            self._index = self._state = None
            return self._tantivy.Index(self._schema).searcher()
        if state != self._state:
            self._refresh()
            self._state = state
            self._forget()
        return self._index.searcher()

    def _forget(self) -> None:
        """Drops what holds only as long as the index stays as it is."""
        self._known_words: dict[tuple[str, ...], Any] = {}
        self._known_queries: dict[tuple[Node, bool, Ranking], Any] = {}
        self._known_ids: dict[tuple[int, int], tuple[str, str]] = {}
        self._known_letters: dict[str, list[tuple[str, int]]] = {}

    def _head(self) -> tuple[int, ...] | None:
        """What tells one state of the index from another: every commit puts a new file here."""
        for again in (True, False):
            try:
                found = self._meta.stat()
                return (found.st_ino, found.st_mtime_ns, found.st_size)
            except OSError:
                if not (again and self._moved()):
                    break
        return None

    def _moved(self) -> bool:
        """Whether the index was made anew in another folder, which is the one to use then."""
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
        except LibraryError:
            # Its place may have been taken by another a moment ago.
            if not self._moved():
                raise
            self._index = self._open()

    def _open(self, *, make: bool = False) -> Any:
        try:
            if make:
                self._folder.mkdir(parents=True, exist_ok=True)
                index = self._tantivy.Index(self._schema, path=str(self._folder))
            else:
                index = self._tantivy.Index.open(str(self._folder))
                if index.schema != self._schema:
                    raise ValueError("it was made by another version of Privascope")
            for name, analyzer in self._analyzers.items():
                index.register_tokenizer(name, analyzer)
        except (ValueError, OSError) as error:
            raise LibraryError(
                f"the index in {self._folder} cannot be opened ({error}): run `privascope rebuild`"
            ) from error
        return index

    def _translator(self, searcher: Any, request: Request) -> Translator:
        body = ("text", "rest") if request.whole_page else ("text",)
        known = len(self._known_words) + len(self._known_queries) + len(self._known_ids)
        if known > _MOST_KNOWN:
            self._forget()
        return Translator(
            self._tantivy, searcher, self._schema, self._analyzers, body, self._known_words
        )

    def _counting(
        self, searcher: Any, translator: Translator, request: Request
    ) -> Callable[[], Counts]:
        """Starts to count facets and ranges; those with a filter of their own are counted apart.

        It goes on in a thread of its own while results are put together, and needs little of
        Python's lock.
        """
        if not (request.facets or request.histograms):
            return Counts
        filters = request.filters
        clauses = translator.clauses(request.query)
        asked = {name: _terms(name) for name in request.facets}
        asked |= {name: _histogram(name, width) for name, width in request.histograms.items()}
        filtered = {*filters.wanted, *filters.unwanted, *filters.ranges}
        groups = [("", [name for name in asked if name not in filtered])]
        groups += [(name, [name]) for name in asked if name in filtered]
        queries = [
            (
                self._tantivy.Query.boolean_query(
                    clauses + translator.filters(filters, without=without)
                ),
                {name: asked[name] for name in names},
            )
            for without, names in groups
            if names
        ]
        return self._beside.submit(_count, searcher, queries, request).result


def _count(
    searcher: Any, queries: Sequence[tuple[Any, Mapping[str, Any]]], request: Request
) -> Counts:
    buckets: dict[str, list[dict[str, Any]]] = {}
    for query, asked in queries:
        answer = searcher.aggregate(query, asked)
        buckets |= {name: answer[name]["buckets"] for name in asked}
    return Counts(
        {
            name: {bucket["key"]: bucket["doc_count"] for bucket in buckets[name]}
            for name in request.facets
        },
        {
            name: {bucket["key"]: bucket["doc_count"] for bucket in buckets[name]}
            for name in request.histograms
        },
    )


def _terms(name: str) -> dict[str, Any]:
    return {"terms": {"field": name, "size": _FACET_VALUES}}


def _histogram(name: str, width: float) -> dict[str, Any]:
    return {"histogram": {"field": name, "interval": width, "min_doc_count": 1}}


def _fields(version: IndexedVersion) -> dict[str, Any]:
    number = _id_number(version.id)
    # A ten-thousandth of the score, by which equals are ordered, the smaller id first.
    tie = 1 + 1e-4 * (1 - number / 2**ID_BITS)
    values = version.values
    fields: dict[str, Any] = {
        "id": version.id,
        "policy_id": version.policy_id,
        "title": version.title,
        "url": version.url,
        # A title is searched with the text, and does not count more than it does there.
        "text": [version.title, version.text] if version.title else version.text,
        "rest": version.rest,
        "shown": version.current and not version.duplicate,
        "by_id": _cursor(version.id),
        "by_popularity": _sort_key(version.popularity / 20, number),
        "by_newest": _sort_key(values.get("date", 0.0) / 4000, number),
        "by_readability": _sort_key(values.get("grade", 99.0) / 100, number, ascending=True),
        "by_vagueness": _sort_key(values.get("vagueness", 0.0), number),
        "standing": standings(version.probability * version.popularity),
        "weight_custom": weight(version.probability * version.popularity * tie),
        "weight_popularity": weight(version.popularity * tie),
        "weight_none": weight(tie),
    }
    fields |= {name: list(found) for name, found in version.facets.items() if found}
    return fields | dict(values)


def _id_number(version_id: str) -> int:
    """The beginning of an id as a number that sorts as the id does."""
    return int(version_id[: ID_BITS // 4], 16)


def _cursor(version_id: str) -> int:
    """As much of an id as a number of the index holds; it sorts as the id does."""
    return int(version_id[:15], 16)


def _sort_key(share: float, number: int, *, ascending: bool = False) -> int:
    """A value from 0 to 1 and, behind it, the id: one number that orders both ways."""
    step = int(max(0.0, min(1.0, share)) * (_STEPS - 1))
    rest = number if ascending else 2**ID_BITS - 1 - number
    return (step << ID_BITS) | rest
