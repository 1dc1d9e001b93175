"""Practices as a short text, for the store; what goes in comes out equal."""

import base64
import json
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, pairwise

import zstandard

from privascope.errors import LibraryError
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.taxonomy import categories, segment_labels

Meaning = tuple[str, str, str]

# Confidences are kept in thousandths.
_WHOLE = 1000


@cache
def meanings() -> tuple[Meaning, ...]:
    """All that a practice can say, by number: labels, then category, attribute and value.

    The numbers are stored, so the order never changes.
    """
    labels = [(label, "", "") for label in segment_labels()]
    values = [
        (category.name, attribute.name, value.name)
        for category in categories()
        for attribute in category.attributes
        for value in attribute.values
    ]
    return (*labels, *values)


@cache
def _spellings() -> dict[Meaning, Meaning]:
    return {_folded(meaning): meaning for meaning in meanings()}


def as_spelled(meaning: Meaning) -> Meaning:
    """A meaning in the taxonomy's spelling: the data write some values in more ways than one."""
    return _spellings().get(_folded(meaning), meaning)


def pack_practices(practices: Iterable[Practice]) -> str:
    """Columns of numbers, compressed: meaning, confidence, steps of segment and start, length."""
    rows = list(practices)
    numbers = _numbers()
    columns = [
        [numbers[row.category, row.attribute, row.value] for row in rows],
        [round(row.confidence * _WHOLE) for row in rows],
        _steps([row.segment for row in rows]),
        _steps([row.start for row in rows]),
        [row.end - row.start for row in rows],
    ]
    plain = json.dumps(columns, separators=(",", ":")).encode()
    return base64.b85encode(zstandard.ZstdCompressor(level=9).compress(plain)).decode()


def unpack_practices(packed: str) -> tuple[Practice, ...]:
    """What `pack_practices` took, its confidences rounded to thousandths."""
    known = meanings()
    try:
        plain = zstandard.ZstdDecompressor().decompress(base64.b85decode(packed))
        numbers, confidences, segments, starts, lengths = json.loads(plain)
        return tuple(
            Practice(*known[int(number)], confidence / _WHOLE, segment, start, start + length)
            for number, confidence, segment, start, length in zip(
                numbers, confidences, accumulate(segments), accumulate(starts), lengths, strict=True
            )
        )
    except (ValueError, IndexError, TypeError, zstandard.ZstdError) as error:
        raise LibraryError("the stored practices of a policy are damaged") from error


def _folded(meaning: Meaning) -> Meaning:
    category, attribute, value = meaning
    return category.casefold(), attribute.casefold(), value.casefold()


@cache
def _numbers() -> dict[Meaning, int]:
    return {meaning: number for number, meaning in enumerate(meanings())}


def _steps(values: list[int]) -> list[int]:
    return [after - before for before, after in pairwise((0, *values))]
