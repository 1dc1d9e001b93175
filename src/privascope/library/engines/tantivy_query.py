"""Turns a query and its filters into tantivy's own."""

import math
from collections.abc import Iterable
from typing import Any

from privascope.library.engines.engine import LEAST_RARITY, Fields, Filters
from privascope.library.engines.query import (
    EVERYTHING,
    And,
    Bag,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
)
from privascope.library.engines.tantivy_schema import ADDRESS, TIER, TIERS, WORDS
from privascope.library.engines.word_forms import prefix_of_forms, stem

_MOST_FORMS = 24
_MOST_TOGETHER = 4
_FORMS_TOGETHER = 2
# Reading the places of words is slow, and is done for about this many versions.
_MOST_CLOSELY_READ = 1500
_FEWEST_OF_TIER = 100
_MOST_COMPLETIONS = 64


class Translator:
    """Knows the index's words and fields; `body` names the fields that are searched.

    Nothing has a value of a facet that is not among the fields: the index is older than it. Words
    `as_written` are not widened to their forms, and weigh as the order `Alternatives` says.
    """

    def __init__(
        self,
        tantivy: Any,
        searcher: Any,
        schema: Any,
        fields: Fields,
        analyzers: dict[str, Any],
        body: tuple[str, ...],
        known_words: dict[tuple[str, ...], Any],
        *,
        as_written: bool = False,
    ) -> None:
        self._tantivy = tantivy
        self._searcher = searcher
        self._schema = schema
        self._known_fields = fields
        self._analyzers = analyzers
        self._body = body
        self._known_words = known_words
        self._as_written = as_written

    def clauses(self, node: Node) -> list[tuple[Any, Any]]:
        """What a version must and must not contain; without any word, nothing matches."""
        found = self._parts(node) or [("Must", self._tantivy.Query.empty_query())]
        return [(getattr(self._tantivy.Occur, kind), query) for kind, query in found]

    def together(self, node: Node, *, everywhere: bool) -> list[tuple[Any, Any]]:
        """The query's words next to each other, the last as written or in its commonest form.

        It adds to the score alone: a text that names a thing is about it more than one that
        holds the words here and there. Unless asked for everywhere, it is looked for where the
        product of all factors is largest, if the words are common: the best are among these.
        """
        parts = node.parts if isinstance(node, And) else ()
        plain = [part.text for part in parts if isinstance(part, Word) and not part.field]
        words = [word for text in plain for word in self._cut(WORDS, text)]
        if len(plain) < 2 or not 2 <= len(words) <= _MOST_TOGETHER:
            return []
        forms = [self._forms(word) for word in words]
        rarest = min(sum(counts.values()) for counts in forms)
        tier = "" if everywhere else self._tier(rarest)
        kinds = self._tantivy.Query
        *first, last = words
        found = []
        for name in self._body:
            for form in list({last: 1, **forms[-1]})[:_FORMS_TOGETHER]:
                close = kinds.phrase_query(self._schema, name, [*first, form])
                if tier:
                    high = kinds.term_query(self._schema, TIER, tier, "basic")
                    close = self._boolean([("Must", self._quiet(high)), ("Must", close)])
                found.append((self._tantivy.Occur.Should, close))
        return found

    def _tier(self, count: int) -> str:
        """The lowest tier whose versions are neither too many to be read closely nor too few.

        Empty if all can be read.
        """
        all_versions = self._searcher.num_docs
        chosen = ""
        if count <= _MOST_CLOSELY_READ:
            return chosen
        for number in map(str, range(len(TIERS))):
            reached = self._searcher.doc_freq(TIER, number)
            if reached < _FEWEST_OF_TIER:
                break
            chosen = number
            if count * reached <= _MOST_CLOSELY_READ * all_versions:
                break
        return chosen

    def filters(self, filters: Filters, *, without: str = "") -> list[tuple[Any, Any]]:
        """Conditions on facets and ranges, but for those on one of them."""
        kinds, occur = self._tantivy.Query, self._tantivy.Occur
        # Few are hidden: to leave them out is quicker than to ask of each whether it is shown.
        found = [(occur.MustNot, kinds.term_query(self._schema, "shown", False))]
        for facet, values in filters.wanted.items():
            if facet != without and values:
                found.append((occur.Must, self._quiet(self._values(facet, values))))
        for facet, values in filters.unwanted.items():
            if facet != without and values:
                found.append((occur.MustNot, self._values(facet, values)))
                marker = self._known_fields.markers.get(facet)
                if marker:
                    found.append((occur.Must, self._quiet(self._values(facet, [marker]))))
        for name, (low, high) in filters.ranges.items():
            if name != without and (low is not None or high is not None):
                found.append((occur.Must, self._quiet(self._range(name, low, high))))
        return found

    def _values(self, facet: str, values: Iterable[str]) -> Any:
        if facet not in self._known_fields.facets:
            return self._tantivy.Query.empty_query()
        return self._tantivy.Query.term_set_query(self._schema, facet, list(values))

    def _range(self, name: str, low: float | None, high: float | None) -> Any:
        if name not in self._known_fields.ranges:
            return self._tantivy.Query.empty_query()
        return self._tantivy.Query.range_query(
            self._schema, name, self._tantivy.FieldType.Float, low, high
        )

    def _quiet(self, query: Any) -> Any:
        """A condition that does not add to the score."""
        return self._tantivy.Query.const_score_query(query, 0.0)

    def _node(self, node: Node) -> Any | None:
        match node:
            case Word():
                return self._word(node)
            case Phrase():
                return self._phrase(node.text, node.field)
            case Prefix():
                return self._prefix(node)
            case Not() | And():
                clauses = self._parts(node)
                return self._boolean(clauses) if clauses else None
            case Or(parts) | Bag(parts):
                found = [query for part in parts if (query := self._node(part)) is not None]
                return self._any(found) if found else None

    def _parts(self, node: Node) -> list[tuple[str, Any]]:
        """What must and must not match; nothing where there is no word in it."""
        if node == EVERYTHING:
            return [("Must", self._everything())]
        found = []
        for part in node.parts if isinstance(node, And) else (node,):
            inner = self._node(part.part if isinstance(part, Not) else part)
            if inner is not None:
                found.append((_kind(part), inner))
        if found and all(kind == "MustNot" for kind, _ in found):
            found.append(("Must", self._everything()))
        return found

    def _everything(self) -> Any:
        """All versions with the same score; beside a condition, a bare one would score nothing."""
        kinds = self._tantivy.Query
        return kinds.const_score_query(kinds.all_query(), 1.0)

    def _boolean(self, clauses: list[tuple[str, Any]]) -> Any:
        occur = self._tantivy.Occur
        return self._tantivy.Query.boolean_query(
            [(getattr(occur, kind), query) for kind, query in clauses]
        )

    def _any(self, queries: list[Any]) -> Any:
        """What matches at least one; a single one needs nothing around it, which would cost."""
        if len(queries) == 1:
            return queries[0]
        return self._boolean([("Should", query) for query in queries])

    def _word(self, word: Word) -> Any | None:
        if word.field == "url":
            return self._phrase(word.text, "url")
        words = self._cut(WORDS, word.text)
        if not words:
            return None
        if self._as_written:
            return self._any([self._one(word.field, one) for one in words])
        if len(words) > 1:
            return self._phrase(word.text, word.field)
        key = (*self._body, word.field, words[0])
        if key not in self._known_words:
            self._known_words[key] = self._any_of(word.field, self._forms(words[0]))
        return self._known_words[key]

    def _one(self, field: str, word: str) -> Any:
        """A word as it is written, as rare as the order `Alternatives` takes it to be."""
        kinds = self._tantivy.Query
        size = max(1, self._searcher.num_docs)
        found = []
        for name in self._fields(field):
            count = min(self._searcher.doc_freq(name, word), size)
            if count:
                wanted = max(LEAST_RARITY, math.log((size - count + 0.5) / (count + 0.5)))
                term = kinds.term_query(self._schema, name, word, "freq")
                found.append(kinds.boost_query(term, wanted / _rarity(count, size)))
        return self._any(found) if found else kinds.empty_query()

    def _forms(self, word: str) -> dict[str, int]:
        """The words of the library with the same stem, commonest first, and how common each is."""
        key = ("forms of", word)
        if key not in self._known_words:
            wanted = stem(word)
            found = self._searcher.terms_with_prefix("text", prefix_of_forms(wanted))
            forms = {other: count for other, count in found if stem(other) == wanted}
            kept = dict(list(forms.items())[:_MOST_FORMS])
            self._known_words[key] = kept if word in kept else {word: 1, **kept}
        known: dict[str, int] = self._known_words[key]
        return known

    def _any_of(self, field: str, forms: dict[str, int]) -> Any:
        """Any form of a word, each weighed as rare as all of them are together."""
        kinds = self._tantivy.Query
        size = max(1, self._searcher.num_docs)
        together = _rarity(sum(forms.values()), size)
        found = []
        for name in self._fields(field):
            for form, count in forms.items():
                # Of the many forms in the texts few are in titles.
                if name == "text" or self._searcher.doc_freq(name, form):
                    term = kinds.term_query(self._schema, name, form, "freq")
                    weight = together / _rarity(count, size)
                    found.append(kinds.boost_query(term, weight) if len(forms) > 1 else term)
        return self._any(found) if found else kinds.empty_query()

    def _phrase(self, text: str, field: str) -> Any | None:
        words = self._cut(ADDRESS if field == "url" else WORDS, text)
        if not words:
            return None

        def one(name: str) -> Any:
            if len(words) == 1:
                return self._tantivy.Query.term_query(self._schema, name, words[0], "freq")
            return self._tantivy.Query.phrase_query(self._schema, name, words)

        return self._any([one(name) for name in self._fields(field)])

    def _prefix(self, prefix: Prefix) -> Any | None:
        words = self._cut(ADDRESS if prefix.field == "url" else WORDS, prefix.text)
        if not words:
            return None
        field = "url" if prefix.field == "url" else "text"
        found = self._searcher.terms_with_prefix(field, words[-1], limit=_MOST_COMPLETIONS)
        forms = dict(found) or {words[-1]: 1}
        return self._any_of(prefix.field, forms)

    def _fields(self, field: str) -> tuple[str, ...]:
        """One field, or those of the text, which include the title."""
        return (field,) if field else self._body

    def _cut(self, analyzer: str, text: str) -> list[str]:
        return list(self._analyzers[analyzer].analyze(text))


def _kind(part: Node) -> str:
    if isinstance(part, Bag) and part.optional:
        return "Should"
    return "MustNot" if isinstance(part, Not) else "Must"


def _rarity(count: int, size: int) -> float:
    """BM25's inverse document frequency; counts include documents deleted a moment ago."""
    count = min(count, size)
    return math.log(1 + (size - count + 0.5) / (count + 0.5))
