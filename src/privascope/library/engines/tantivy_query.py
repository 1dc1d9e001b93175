"""Turns a query and its filters into tantivy's own."""

import math
from collections.abc import Iterable
from typing import Any

from privascope.library.engines.engine import Filters
from privascope.library.engines.query import And, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.tantivy_schema import ADDRESS, WORDS
from privascope.library.engines.word_forms import prefix_of_forms, stem

# The title of a page is often a heading of something else, and a word counts much in few.
_TITLE_BOOST = 0.5
_MOST_FORMS = 24
_MOST_TOGETHER = 4
_FORMS_TOGETHER = 2
_MOST_COMPLETIONS = 64


class Translator:
    """Knows the index's words and fields; `body` names the fields that are searched."""

    def __init__(
        self,
        tantivy: Any,
        searcher: Any,
        schema: Any,
        analyzers: dict[str, Any],
        body: tuple[str, ...],
        known_words: dict[tuple[str, ...], Any],
    ) -> None:
        self._tantivy = tantivy
        self._searcher = searcher
        self._schema = schema
        self._analyzers = analyzers
        self._body = body
        self._known_words = known_words

    def query(self, node: Node) -> Any:
        """The query for a tree; one that matches nothing where it holds no word at all."""
        translated = self._node(node)
        return self._tantivy.Query.empty_query() if translated is None else translated

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
        for name, (low, high) in filters.ranges.items():
            if name != without and (low is not None or high is not None):
                found.append((occur.Must, self._quiet(self._range(name, low, high))))
        return found

    def _values(self, facet: str, values: Iterable[str]) -> Any:
        return self._tantivy.Query.term_set_query(self._schema, facet, list(values))

    def _range(self, name: str, low: float | None, high: float | None) -> Any:
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
            case Not(part):
                inner = self._node(part)
                if inner is None:
                    return None
                return self._boolean([("Must", self._everything()), ("MustNot", inner)])
            case And(parts):
                return self._all(parts)
            case Or(parts):
                found = [query for part in parts if (query := self._node(part)) is not None]
                return self._boolean([("Should", query) for query in found]) if found else None

    def _all(self, parts: tuple[Node, ...]) -> Any | None:
        if not parts:
            return self._everything()
        clauses: list[tuple[str, Any]] = []
        for part in parts:
            inner = self._node(part.part if isinstance(part, Not) else part)
            if inner is not None:
                clauses.append(("MustNot" if isinstance(part, Not) else "Must", inner))
        if not clauses:
            return None
        if all(kind == "MustNot" for kind, _ in clauses):
            clauses.append(("Must", self._everything()))
        together = self._together(parts)
        return self._boolean([*clauses, ("Should", together)] if together else clauses)

    def _together(self, parts: tuple[Node, ...]) -> Any | None:
        """The query's words next to each other, the last as written or in its commonest form.

        It adds to the score alone: a text that names a thing is about it more than one that
        holds the words here and there.
        """
        plain = [part.text for part in parts if isinstance(part, Word) and not part.field]
        words = [word for text in plain for word in self._cut(WORDS, text)]
        if len(plain) < 2 or not 2 <= len(words) <= _MOST_TOGETHER:
            return None
        key = (*self._body, "together", *words)
        if key not in self._known_words:
            *first, last = words
            forms = list({last: 1, **self._forms(last)})[:_FORMS_TOGETHER]
            phrase = self._tantivy.Query.phrase_query
            self._known_words[key] = self._boolean(
                [
                    ("Should", phrase(self._schema, name, [*first, form]))
                    for name in self._body
                    for form in forms
                ]
            )
        return self._known_words[key]

    def _everything(self) -> Any:
        """All versions with the same score; beside a condition, a bare one would score nothing."""
        kinds = self._tantivy.Query
        return kinds.const_score_query(kinds.all_query(), 1.0)

    def _boolean(self, clauses: list[tuple[str, Any]]) -> Any:
        occur = self._tantivy.Occur
        return self._tantivy.Query.boolean_query(
            [(getattr(occur, kind), query) for kind, query in clauses]
        )

    def _word(self, word: Word) -> Any | None:
        if word.field == "url":
            return self._phrase(word.text, "url")
        words = self._cut(WORDS, word.text)
        if not words:
            return None
        if len(words) > 1:
            return self._phrase(word.text, word.field)
        key = (*self._body, word.field, words[0])
        if key not in self._known_words:
            self._known_words[key] = self._any_of(word.field, self._forms(words[0]))
        return self._known_words[key]

    def _forms(self, word: str) -> dict[str, int]:
        """The words of the library with the same stem, commonest first, and how common each is."""
        wanted = stem(word)
        found = self._searcher.terms_with_prefix("text", prefix_of_forms(wanted))
        forms = {other: count for other, count in found if stem(other) == wanted}
        kept = dict(list(forms.items())[:_MOST_FORMS])
        return kept if word in kept else {word: 1, **kept}

    def _any_of(self, field: str, forms: dict[str, int]) -> Any:
        """Any form of a word, each weighed as rare as all of them are together."""
        kinds = self._tantivy.Query
        size = max(1, self._searcher.num_docs)
        together = _rarity(sum(forms.values()), size)
        clauses = []
        for name, boost in self._fields(field):
            for form, count in forms.items():
                # Of the many forms in the texts few stand in titles.
                if name == "text" or self._searcher.doc_freq(name, form):
                    weight = boost * together / _rarity(count, size) if len(forms) > 1 else boost
                    term = kinds.term_query(self._schema, name, form, "freq")
                    clauses.append(("Should", kinds.boost_query(term, weight)))
        return self._boolean(clauses) if clauses else kinds.empty_query()

    def _phrase(self, text: str, field: str) -> Any | None:
        words = self._cut(ADDRESS if field == "url" else WORDS, text)
        if not words:
            return None

        def one(name: str) -> Any:
            if len(words) == 1:
                return self._tantivy.Query.term_query(self._schema, name, words[0], "freq")
            return self._tantivy.Query.phrase_query(self._schema, name, words)

        return self._boolean(
            [
                ("Should", self._tantivy.Query.boost_query(one(name), boost))
                for name, boost in self._fields(field)
            ]
        )

    def _prefix(self, prefix: Prefix) -> Any | None:
        words = self._cut(ADDRESS if prefix.field == "url" else WORDS, prefix.text)
        if not words:
            return None
        field = "url" if prefix.field == "url" else "text"
        found = self._searcher.terms_with_prefix(field, words[-1], limit=_MOST_COMPLETIONS)
        forms = dict(found) or {words[-1]: 1}
        return self._any_of(prefix.field, forms)

    def _fields(self, field: str) -> list[tuple[str, float]]:
        """One field, or the title and the text together with more weight on the title."""
        if field:
            return [(field, 1.0)]
        return [("title", _TITLE_BOOST), *((name, 1.0) for name in self._body)]

    def _cut(self, analyzer: str, text: str) -> list[str]:
        return list(self._analyzers[analyzer].analyze(text))


def _rarity(count: int, size: int) -> float:
    """BM25's inverse document frequency; counts include documents deleted a moment ago."""
    count = min(count, size)
    return math.log(1 + (size - count + 0.5) / (count + 0.5))
