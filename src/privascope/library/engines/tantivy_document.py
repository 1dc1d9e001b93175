"""A version as a document of the tantivy index."""

from math import prod
from typing import Any

from privascope.library.engines.engine import Fields, IndexedVersion, SortKey
from privascope.library.engines.tantivy_schema import (
    ID_BITS,
    TIER,
    sort_field,
    tiers,
    weight,
    weight_field,
)

_STEPS = 2**22


def document_values(version: IndexedVersion, fields: Fields) -> dict[str, Any]:
    """What each field of the index holds of a version."""
    number = _id_number(version.id)
    # A ten-thousandth of the score, by which equals are ordered, the smaller id first.
    tie = 1 + 1e-4 * (1 - number / 2**ID_BITS)
    values: dict[str, Any] = {
        "id": version.id,
        "policy_id": version.policy_id,
        "title": version.title,
        "url": version.url,
        # A title is searched with the text, and does not count more than it does there.
        "text": [version.title, version.text] if version.title else version.text,
        "rest": version.rest,
        "shown": version.shown,
        "by_id": cursor(version.id),
        TIER: tiers(_product(version, fields.usual_factors)),
    }
    values |= {
        weight_field(factors): weight(_product(version, factors) * tie)
        for factors in fields.products
    }
    values |= {
        sort_field(key.name): _sort_key(version.keys.get(key.name), key, number)
        for key in fields.keys
    }
    values |= {name: list(found) for name, found in version.facets.items() if found}
    return values | dict(version.values)


def cursor(version_id: str) -> int:
    """As much of an id as a number of the index holds; it sorts as the id does."""
    return int(version_id[:15], 16)


def _product(version: IndexedVersion, factors: tuple[str, ...] | frozenset[str]) -> float:
    return prod(version.factors.get(name, 1.0) for name in factors)


def _id_number(version_id: str) -> int:
    """The beginning of an id as a number that sorts as the id does."""
    return int(version_id[: ID_BITS // 4], 16)


def _sort_key(value: float | None, key: SortKey, number: int) -> int:
    """A value's share of the most and, behind it, the id: one number that orders both ways.

    What has no value comes last.
    """
    worst = 1.0 if key.ascending else 0.0
    share = worst if value is None else value / key.most
    step = int(max(0.0, min(1.0, share)) * (_STEPS - 1))
    rest = number if key.ascending else 2**ID_BITS - 1 - number
    return (step << ID_BITS) | rest
