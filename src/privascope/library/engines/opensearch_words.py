"""What a query needs to know of an index's words: their forms, completions and frequencies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from privascope.library.engines.opensearch_mapping import words_field
from privascope.library.engines.word_forms import prefix_of_forms, stem

MOST_FORMS = 24
MOST_COMPLETIONS = 64
_MOST_WITH_PREFIX = 10_000

# Sends several searches at once, and returns the answers in their order.
Search = Callable[[Sequence[Mapping[str, Any]]], list[Any]]


@dataclass(slots=True)
class Words:
    """Words of an index by their beginning, with how many versions have each, commonest first.

    `counts` has the number of versions for a field and a value, `size` of all versions.
    """

    size: int = 1
    by_prefix: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def forms(self, word: str) -> dict[str, int]:
        """The words of the library with the same stem, and how common each is."""
        wanted = stem(word)
        found = self.by_prefix.get(("text", prefix_of_forms(wanted)), {})
        forms = {other: count for other, count in found.items() if stem(other) == wanted}
        kept = dict(list(forms.items())[:MOST_FORMS])
        return kept if word in kept else {word: 1, **kept}

    def completions(self, name: str, beginning: str) -> dict[str, int]:
        """The commonest words that begin so."""
        found = self.by_prefix.get((name, beginning), {})
        return dict(list(found.items())[:MOST_COMPLETIONS])


def look_up(search: Search, prefixes: set[tuple[str, str]], values: set[tuple[str, str]]) -> Words:
    """The words that begin so in a field, and how many versions have some values of fields."""
    wanted = sorted(prefixes)
    counted = sorted(values)
    # A request without hits is kept by the cluster until the index changes.
    searches: list[dict[str, Any]] = [_with_prefix(*one) for one in wanted]
    searches.append(
        {
            "size": 0,
            "track_total_hits": True,
            "aggs": {
                "counts": {
                    "filters": {"filters": [{"term": {name: value}} for name, value in counted]}
                }
            }
            if counted
            else {},
        }
    )
    *found, all_versions = search(searches)
    words = Words(size=max(1, all_versions["hits"]["total"]["value"]))
    for one, answer in zip(wanted, found, strict=True):
        buckets = answer["aggregations"]["words"]["buckets"]
        words.by_prefix[one] = {bucket["key"]: bucket["doc_count"] for bucket in buckets}
    if counted:
        buckets = all_versions["aggregations"]["counts"]["buckets"]
        for value, bucket in zip(counted, buckets, strict=True):
            words.counts[value] = bucket["doc_count"]
    return words


def _with_prefix(name: str, beginning: str) -> dict[str, Any]:
    listed = "words_url" if name == "url" else words_field(beginning)
    return {
        "size": 0,
        "query": {"prefix": {name: beginning}},
        "aggs": {
            "words": {
                "terms": {
                    "field": listed,
                    # Words are letters and digits: nothing in them has a meaning in a pattern.
                    "include": f"{beginning}.*",
                    "size": _MOST_WITH_PREFIX,
                    "shard_size": _MOST_WITH_PREFIX,
                }
            }
        },
    }
