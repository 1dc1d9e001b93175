"""The fields of the OpenSearch index, and a version as a document of it.

Texts are cut into words here, by the same rules as for the embedded engine: so both find the same,
and a cluster needs no analyser of ours. `words_a` to `words_z` list the different words of a text,
in which the forms of a word and the completions of its beginning are looked up.
"""

import functools
import string
from base64 import b64encode
from collections.abc import Iterable
from math import prod
from typing import Any

from privascope.library.engines.engine import Fields, IndexedVersion, SortKey
from privascope.library.engines.tantivy_schema import (
    ADDRESS,
    TEXT_FIELDS,
    TIER,
    WORDS,
    analyzers,
    sort_field,
    tiers,
    weight_field,
)

# Changed whenever fields or words change: an index of another form is built anew.
FORM = 1
_SHARDS = 3
_STEPS = 2**22
_LARGEST_PAGE = 200_000
# In the place of a text that is empty: lengths are averages over all versions then.
_NOTHING = "\u0001"
_LETTERS = string.ascii_lowercase


def settings() -> dict[str, Any]:
    """How the index is spread; it is refreshed when an update is whole."""
    return {
        "index": {
            "number_of_shards": _SHARDS,
            "auto_expand_replicas": "0-1",
            "refresh_interval": "-1",
            "max_result_window": _LARGEST_PAGE,
        }
    }


def properties(fields: Fields) -> dict[str, Any]:
    """Every field by name."""
    exact = {"type": "keyword", "norms": False}
    only_sorted = {"type": "keyword", "index": False}
    words = {"type": "text", "analyzer": "whitespace"}
    return {
        "id": only_sorted,
        "policy_id": only_sorted,
        "shown": {"type": "boolean"},
        TIER: exact,
        **dict.fromkeys((*TEXT_FIELDS, "url"), words),
        **{words_field(letter): only_sorted for letter in (*_LETTERS, "0")},
        "words_url": only_sorted,
        **dict.fromkeys(map(_facet, fields.facets), exact),
        **{_range(name): {"type": "double"} for name in fields.ranges},
        **{sort_field(key.name): {"type": "integer", "index": False} for key in fields.keys},
        **{weight_field(one): {"type": "float", "index": False} for one in fields.products},
        "kept": {"type": "binary"},
        "state": {"type": "object", "enabled": False},
    }


def words_field(beginning: str) -> str:
    """The field that lists the words with the first letter of a beginning."""
    first = beginning[:1]
    return f"words_{first if first and first in _LETTERS else '0'}"


# Facets and ranges may have one name, as sort keys and ranges do.
def _facet(name: str) -> str:
    return f"facet_{name}"


def _range(name: str) -> str:
    return f"range_{name}"


facet_field, range_field = _facet, _range


@functools.cache
def _analyzers() -> dict[str, Any]:
    import tantivy

    return analyzers(tantivy)


def cut(text: str, analyzer: str = WORDS) -> list[str]:
    """The words of a text, or of an address."""
    return list(_analyzers()[analyzer].analyze(text))


def document(version: IndexedVersion, fields: Fields) -> dict[str, Any]:
    """What the index holds of a version."""
    title, text, rest = (cut(one) for one in (version.title, version.text, version.rest))
    address = cut(version.url, ADDRESS)
    found: dict[str, Any] = {
        "id": version.id,
        "policy_id": version.policy_id,
        "shown": version.shown,
        TIER: tiers(_product(version, fields.usual_factors)),
        "title": _joined(title),
        # A title is searched with the text; no phrase runs across the gap between the two.
        "text": [_joined(title), " ".join(text)] if title and text else _joined(title or text),
        "rest": _joined(rest),
        "url": _joined(address),
        "words_url": sorted({*address}),
        "kept": b64encode(version.kept()).decode(),
    }
    for word in {*title, *text}:
        found.setdefault(words_field(word), []).append(word)
    found |= {
        weight_field(factors): min(12.0, max(0.1, _product(version, factors)))
        for factors in fields.products
    }
    found |= {sort_field(key.name): _step(version.keys.get(key.name), key) for key in fields.keys}
    found |= {_facet(name): list(values) for name, values in version.facets.items() if values}
    return found | {_range(name): value for name, value in version.values.items()}


def _joined(words: list[str]) -> str:
    return " ".join(words) or _NOTHING


def _product(version: IndexedVersion, factors: Iterable[str]) -> float:
    return prod(version.factors.get(name, 1.0) for name in factors)


def _step(value: float | None, key: SortKey) -> int:
    """A value's share of the most; what has no value comes last."""
    worst = 1.0 if key.ascending else 0.0
    share = worst if value is None else value / key.most
    return int(max(0.0, min(1.0, share)) * (_STEPS - 1))
