"""Practices as a short text, for the store; what goes in comes out equal.

Their meanings are numbers of the taxonomy, and above those numbers of statements found in
sentences, whose slugs are kept beside.
"""

import base64
import json
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, pairwise

import zstandard

from privascope.errors import LibraryError
from privascope.traits.practices.practice import SENTENCE_KINDS, Practice
from privascope.traits.practices.taxonomy import categories, segment_labels

Meaning = tuple[str, str, str]

_COLUMNS_WITHOUT_STATEMENTS = 5
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
    numbers = dict(_numbers())
    slugs = list(dict.fromkeys(row.value for row in rows if row.attribute in SENTENCE_KINDS))
    for meaning in _of_statements(slugs):
        numbers[meaning] = len(numbers)
    columns: list[list[int] | list[str]] = [
        [numbers[row.category, row.attribute, row.value] for row in rows],
        [round(row.confidence * _WHOLE) for row in rows],
        _steps([row.segment for row in rows]),
        _steps([row.start for row in rows]),
        [row.end - row.start for row in rows],
        slugs,
    ]
    plain = json.dumps(columns, separators=(",", ":")).encode()
    return base64.b85encode(zstandard.ZstdCompressor(level=9).compress(plain)).decode()


def unpack_practices(packed: str) -> tuple[Practice, ...] | None:
    """What `pack_practices` took, its confidences rounded to thousandths.

    None for what was kept before statements were found in sentences: they have to be found anew.
    """
    try:
        plain = zstandard.ZstdDecompressor().decompress(base64.b85decode(packed))
        columns = json.loads(plain)
        if len(columns) == _COLUMNS_WITHOUT_STATEMENTS:
            return None
        numbers, confidences, segments, starts, lengths, slugs = columns
        known = (*meanings(), *_of_statements(slugs))
        return tuple(
            Practice(*known[int(number)], confidence / _WHOLE, segment, start, start + length)
            for number, confidence, segment, start, length in zip(
                numbers, confidences, accumulate(segments), accumulate(starts), lengths, strict=True
            )
        )
    except (ValueError, IndexError, TypeError, zstandard.ZstdError) as error:
        raise LibraryError("the stored practices of a policy are damaged") from error


def _of_statements(slugs: Iterable[str]) -> list[Meaning]:
    return [("", kind, slug) for slug in slugs for kind in SENTENCE_KINDS]


def _folded(meaning: Meaning) -> Meaning:
    category, attribute, value = meaning
    return category.casefold(), attribute.casefold(), value.casefold()


@cache
def _numbers() -> dict[Meaning, int]:
    return {meaning: number for number, meaning in enumerate(meanings())}


def _steps(values: list[int]) -> list[int]:
    return [after - before for before, after in pairwise((0, *values))]
