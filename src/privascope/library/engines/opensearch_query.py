"""Turns a query and its filters into OpenSearch's own; the same rules as for the embedded engine.

A form of a word weighs as rare as all of its forms are together, which OpenSearch cannot do by
itself: each form is a term with a boost that undoes its own rarity.
"""

import math
from typing import Any

from privascope.library.engines.engine import LEAST_RARITY, Fields, Filters
from privascope.library.engines.opensearch_mapping import cut, facet_field, range_field
from privascope.library.engines.opensearch_words import Words
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

_MOST_TOGETHER = 4
_FORMS_TOGETHER = 2
_MOST_CLOSELY_READ = 1500
_FEWEST_OF_TIER = 100
# A cluster takes 1024 parts of a query, and some queries hold the same words twice.
_MOST_TERMS = 400
_NOTHING: dict[str, Any] = {"match_none": {}}

Query = dict[str, Any]


def needed(
    node: Node, body: tuple[str, ...], *, as_written: bool
) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """The beginnings of words to look up by field, and the values whose versions to count."""
    prefixes: set[tuple[str, str]] = set()
    values = {(TIER, str(number)) for number in range(len(TIERS))}
    waiting = [node]
    while waiting:
        match waiting.pop():
            case Word(text, field) if field != "url":
                for word in cut(text):
                    if as_written:
                        values |= {(name, word) for name in ((field,) if field else body)}
                    else:
                        prefixes.add(("text", prefix_of_forms(stem(word))))
            case Prefix(text, field):
                words = cut(text, ADDRESS if field == "url" else WORDS)
                prefixes |= {("url" if field == "url" else "text", word) for word in words[-1:]}
            case Not(part):
                waiting.append(part)
            case And(parts) | Or(parts) | Bag(parts):
                waiting += parts
    return prefixes, values


class Translator:
    """Knows the index's words; `body` names the fields that are searched.

    Words `as_written` are not widened to their forms, and weigh as the order `Alternatives` says.
    `expanded` is how many words of the query have forms or completions.
    """

    def __init__(
        self,
        words: Words,
        fields: Fields,
        body: tuple[str, ...],
        *,
        as_written: bool = False,
        expanded: int = 1,
    ) -> None:
        self._words = words
        self._fields_known = fields
        self._body = body
        self._as_written = as_written
        self._most = max(1, _MOST_TERMS // (max(1, expanded) * len(body)))

    def query(self, node: Node) -> Query:
        """What a version must and must not hold; nothing is matched where there is no word."""
        parts = self._parts(node)
        return _boolean(parts) if parts else _NOTHING

    def part(self, node: Node) -> Query | None:
        """One part of a query; None where there is no word in it."""
        return self._node(node)

    def together(self, node: Node, *, everywhere: bool) -> list[Query]:
        """The query's words next to each other, the last as written or in its commonest form.

        As for the embedded engine: it adds to the score alone, and common words are read closely
        only where the product of all factors is large.
        """
        parts = node.parts if isinstance(node, And) else ()
        plain = [part.text for part in parts if isinstance(part, Word) and not part.field]
        words = [word for text in plain for word in cut(text)]
        if len(plain) < 2 or not 2 <= len(words) <= _MOST_TOGETHER:
            return []
        forms = [self._words.forms(word) for word in words]
        rarest = min(sum(counts.values()) for counts in forms)
        tier = "" if everywhere else self._tier(rarest)
        *first, last = words
        found: list[Query] = []
        for name in self._body:
            for form in list({last: 1, **forms[-1]})[:_FORMS_TOGETHER]:
                close: Query = {"match_phrase": {name: " ".join((*first, form))}}
                if tier:
                    high = {"term": {TIER: tier}}
                    close = {"bool": {"must": [close], "filter": [high]}}
                found.append(close)
        return found

    def _tier(self, count: int) -> str:
        """The lowest tier whose versions are neither too many to be read closely nor too few."""
        chosen = ""
        if count <= _MOST_CLOSELY_READ:
            return chosen
        for number in map(str, range(len(TIERS))):
            reached = self._words.counts[(TIER, number)]
            if reached < _FEWEST_OF_TIER:
                break
            chosen = number
            if count * reached <= _MOST_CLOSELY_READ * self._words.size:
                break
        return chosen

    def filters(self, filters: Filters, *, without: str = "") -> list[Query]:
        """Conditions on facets and ranges, but for those on one of them."""
        found: list[Query] = []
        for facet, values in filters.wanted.items():
            if facet != without and values:
                found.append({"terms": {facet_field(facet): list(values)}})
        for facet, values in filters.unwanted.items():
            if facet != without and values:
                unwanted = {"terms": {facet_field(facet): list(values)}}
                found.append({"bool": {"must_not": [unwanted]}})
                marker = self._fields_known.markers.get(facet)
                if marker:
                    found.append({"term": {facet_field(facet): marker}})
        for name, (low, high) in filters.ranges.items():
            bounds = {"gte": low, "lte": high}
            given = {kind: bound for kind, bound in bounds.items() if bound is not None}
            if name != without and given:
                found.append({"range": {range_field(name): given}})
        return found

    def _node(self, node: Node) -> Query | None:
        match node:
            case Word():
                return self._word(node)
            case Phrase():
                return self._phrase(node.text, node.field)
            case Prefix():
                return self._prefix(node)
            case Not() | And():
                parts = self._parts(node)
                return _boolean(parts) if parts else None
            case Or(parts) | Bag(parts):
                found = [query for part in parts if (query := self._node(part)) is not None]
                return _any(found) if found else None

    def _parts(self, node: Node) -> list[tuple[str, Query]]:
        """What must and must not match; nothing where there is no word in it."""
        if node == EVERYTHING:
            return [("must", _everything())]
        found = []
        for part in node.parts if isinstance(node, And) else (node,):
            inner = self._node(part.part if isinstance(part, Not) else part)
            if inner is not None:
                found.append((_kind(part), inner))
        if found and all(kind == "must_not" for kind, _ in found):
            found.append(("must", _everything()))
        return found

    def _word(self, word: Word) -> Query | None:
        if word.field == "url":
            return self._phrase(word.text, "url")
        words = cut(word.text)
        if not words:
            return None
        if self._as_written:
            return _any([self._one(word.field, one) for one in words])
        if len(words) > 1:
            return self._phrase(word.text, word.field)
        return self._any_of(word.field, self._words.forms(words[0]))

    def _one(self, field: str, word: str) -> Query:
        """A word as it is written, as rare as the order `Alternatives` takes it to be."""
        size = self._words.size
        found = []
        for name in self._fields(field):
            count = min(self._words.counts.get((name, word), 0), size)
            if count:
                wanted = max(LEAST_RARITY, math.log((size - count + 0.5) / (count + 0.5)))
                found.append(_term(name, word, wanted / _rarity(count, size)))
        return _any(found) if found else _NOTHING

    def _any_of(self, field: str, forms: dict[str, int]) -> Query:
        """Any form of a word, each weighed as rare as all of them are together."""
        size = self._words.size
        together = _rarity(sum(forms.values()), size)
        kept = list(forms.items())[: self._most]
        return _any(
            [
                _term(name, form, together / _rarity(count, size) if len(forms) > 1 else 1.0)
                for name in self._fields(field)
                for form, count in kept
            ]
        )

    def _phrase(self, text: str, field: str) -> Query | None:
        words = cut(text, ADDRESS if field == "url" else WORDS)
        if not words:
            return None
        if len(words) == 1:
            return _any([_term(name, words[0], 1.0) for name in self._fields(field)])
        whole = " ".join(words)
        return _any([{"match_phrase": {name: whole}} for name in self._fields(field)])

    def _prefix(self, prefix: Prefix) -> Query | None:
        words = cut(prefix.text, ADDRESS if prefix.field == "url" else WORDS)
        if not words:
            return None
        field = "url" if prefix.field == "url" else "text"
        forms = self._words.completions(field, words[-1]) or {words[-1]: 1}
        return self._any_of(prefix.field, forms)

    def _fields(self, field: str) -> tuple[str, ...]:
        """One field, or those of the text, where the title is too."""
        return (field,) if field else self._body


def _kind(part: Node) -> str:
    if isinstance(part, Bag) and part.optional:
        return "should"
    return "must_not" if isinstance(part, Not) else "must"


def _boolean(parts: list[tuple[str, Query]]) -> Query:
    """Parts that must, should and must not match; one that must needs nothing around it."""
    if len(parts) == 1 and parts[0][0] == "must":
        return parts[0][1]
    found: dict[str, list[Query]] = {}
    for kind, query in parts:
        found.setdefault(kind, []).append(query)
    return {"bool": found}


def _any(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else {"bool": {"should": queries}}


def _everything() -> Query:
    return {"constant_score": {"filter": {"match_all": {}}, "boost": 1.0}}


def _term(name: str, word: str, weight: float) -> Query:
    return {"term": {name: {"value": word, "boost": weight}}}


def _rarity(count: int, size: int) -> float:
    """BM25's inverse document frequency."""
    count = min(count, size)
    return math.log(1 + (size - count + 0.5) / (count + 0.5))
