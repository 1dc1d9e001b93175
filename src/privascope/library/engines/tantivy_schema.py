"""The fields of the tantivy index, and how text becomes words in it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from privascope.library.engines.engine import Fields, Order, Sorted

# Changed whenever fields or words change: an index of another form is rebuilt.
FORM = "5"

WORDS = "policy_words"
ADDRESS = "policy_url"
TEXT_FIELDS = ("title", "text", "rest")
_LONGEST_WORD = 60

ID_BITS = 40
WEIGHT_SCALE = 10.0
# The lower bounds of tiers of the product of the usual factors; a version is in each it reaches.
TIERS = (0.9, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0)
# The field of tiers, under the name that existing indexes have.
TIER = "standing"
# What indexes call some products and keys since before these were named for their parts.
_CALLED = {"policy_popularity": "custom", "date": "newest", "grade": "readability"}


def weight_field(factors: Iterable[str]) -> str:
    """The field that holds the product of some factors."""
    joined = "_".join(sorted(factors)) or "none"
    return f"weight_{_CALLED.get(joined, joined)}"


def sort_field(key: str) -> str:
    """The field that holds what is sorted by a key."""
    return f"by_{_CALLED.get(key, key)}"


def fields_among(there: list[str], declared: Fields) -> Fields:
    """The declared fields without those that an index lacks because it is older."""
    return replace(
        declared,
        facets=tuple(name for name in there if name in declared.facets),
        ranges=tuple(name for name in there if name in declared.ranges),
        products=tuple(one for one in declared.products if weight_field(one) in there),
        keys=tuple(key for key in declared.keys if sort_field(key.name) in there),
    )


def ordering_by(tantivy: Any, order: Order, fields: Fields) -> dict[str, Any] | None:
    """An order as tantivy takes it; None for one that these fields do not hold."""
    if not isinstance(order, Sorted):
        known = order.factors in fields.products
        return {"weight_by_field": weight_field(order.factors)} if known else None
    key = next((key for key in fields.keys if key.name == order.key), None)
    if key is None:
        return None
    direction = tantivy.Order.Asc if key.ascending else tantivy.Order.Desc
    return {"order_by_field": sort_field(key.name), "order": direction}


def schema(tantivy: Any, fields: Fields) -> Any:
    """The fields: ids, texts, facets, numbers, sort keys and weights."""
    builder = tantivy.SchemaBuilder()
    for name in ("id", "policy_id"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name=WORDS, index_option="position")
    builder.add_text_field("url", tokenizer_name=ADDRESS, index_option="position")
    for name in fields.facets:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
    for name in fields.ranges:
        builder.add_float_field(name, indexed=False, fast=True)
    for name in (*(sort_field(key.name) for key in fields.keys), "by_id"):
        builder.add_integer_field(name, indexed=False, fast=True)
    for name in map(weight_field, fields.products):
        builder.add_float_field(name, indexed=False, fast=True)
    builder.add_boolean_field("shown", indexed=True)
    builder.add_text_field(TIER, tokenizer_name="raw", index_option="basic")
    return builder.build()


def analyzers(tantivy: Any) -> dict[str, Any]:
    """How each kind of field cuts its text into words.

    Words are indexed as written, so that a phrase is exact; a query's word is widened to all its
    forms. Texts are cut at whatever is no letter or digit. Where Unicode's word segmentation
    (UAX #29) joins ("don't", "3.5", "example.org"), a query's word becomes a phrase, which finds
    the same; a regular expression that joins by itself takes three times as long to index.
    """
    kinds = tantivy.Filter

    def built(tokenizer: Any) -> Any:
        builder = tantivy.TextAnalyzerBuilder(tokenizer)
        for one in (kinds.remove_long(_LONGEST_WORD), kinds.lowercase(), kinds.ascii_fold()):
            builder = builder.filter(one)
        return builder.build()

    return {
        WORDS: built(tantivy.Tokenizer.simple()),
        ADDRESS: built(tantivy.Tokenizer.regex(r"\p{L}+")),
    }


def weight(factor: float) -> float:
    """The value whose log2(2 + value), by which the engine multiplies a score, is the factor.

    Factors below 1 cannot be had, so every factor is scaled up by the same ten; one below a
    tenth counts as a tenth.
    """
    return float(2.0 ** min(120.0, max(1.0, WEIGHT_SCALE * factor)) - 2.0)


def tiers(factor: float) -> list[str]:
    """The tiers that the product of a version's factors reaches, by number."""
    return [str(number) for number, least in enumerate(TIERS) if factor >= least]
