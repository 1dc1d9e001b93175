"""Labelled segments of policies: their categories, and the values with the words that say so."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from privascope.data.digests import digest
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.policy.policy import Span
from privascope.traits.practices.taxonomy import segment_labels

# A category, one of its attributes, and a value of that.
Triple = tuple[str, str, str]

_TAG = re.compile(r"<[^<>]*>")
_NO_VALUE = "not-selected"
# Its only attribute is what the benchmark has as three labels of their own.
_SPLIT_CATEGORY = "Other"


@dataclass(frozen=True, slots=True)
class Likely:
    """How likely a segment has each label, and each value that a model knows."""

    categories: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment with what is known of it; None where that was not labelled.

    `likely` is what other models make of one that nobody labelled.
    """

    text: str
    site: str = ""
    categories: frozenset[str] | None = None
    values: dict[Triple, tuple[Span, ...]] | None = field(default=None, hash=False)
    likely: Likely | None = None


def read_categories(path: Path) -> list[Segment]:
    """The benchmark's segments (one row a segment and category), each of them once."""
    known = {label.lower(): label for label in segment_labels()}
    found: dict[str, set[str]] = {}
    for number, row in enumerate(read_rows(path, ("text", "category")), 1):
        label = known.get(str(row["category"]).strip().lower())
        if label is None:
            raise DataError(f"{path}, row {number}: no category {row['category']!r}")
        found.setdefault(str(row["text"]), set()).add(label)
    return [Segment(text, categories=frozenset(labels)) for text, labels in found.items()]


def read_values(path: Path) -> list[Segment]:
    """OPP-115's segments with their values; text and places without the tags."""
    segments = []
    for number, row in enumerate(read_rows(path, ("site", "text", "practices")), 1):
        if row["practices"] is None:
            continue
        marked = str(row["text"])
        text, places = without_tags(marked)
        values: dict[Triple, set[Span]] = {}
        try:
            for practice in row["practices"]:
                for triple, start, end in _values(practice):
                    spans = values.setdefault(triple, set())
                    if 0 <= start < end <= len(marked):
                        spans.add(Span(places[start], places[end]))
        except (AttributeError, KeyError, TypeError) as error:
            raise DataError(f"{path}, row {number}: practices not as in OPP-115") from error
        ordered = {
            triple: tuple(sorted(spans, key=lambda span: (span.start, span.end)))
            for triple, spans in values.items()
        }
        segments.append(Segment(text, site=str(row["site"]), values=ordered))
    return segments


def _values(practice: dict[str, Any]) -> Iterable[tuple[Triple, int, int]]:
    category = str(practice["category"])
    if category == _SPLIT_CATEGORY:
        return
    for attribute, found in practice["attributes"].items():
        value = str(found["value"])
        if value != _NO_VALUE:
            start = found.get("startIndexInSegment")
            end = found.get("endIndexInSegment")
            yield (
                (category, attribute, value),
                -1 if start is None else int(start),
                -1 if end is None else int(end),
            )


def without_tags(marked: str) -> tuple[str, list[int]]:
    """The text with each tag as one space, and where each of its characters went."""
    parts: list[str] = []
    places: list[int] = []
    length = at = 0
    for tag in _TAG.finditer(marked):
        parts += (marked[at : tag.start()], " ")
        places += range(length, length + tag.start() - at)
        length += tag.start() - at
        places += [length] * (tag.end() - tag.start())
        length += 1
        at = tag.end()
    parts.append(marked[at:])
    places += range(length, length + len(marked) - at + 1)
    return "".join(parts), places


def joined(categories: Sequence[Segment], values: Sequence[Segment]) -> list[Segment]:
    """Every segment that has categories, with the values and site of its like where known."""
    like = {bare(segment.text): segment for segment in values}
    out = []
    for segment in categories:
        other = like.get(bare(segment.text))
        if other is not None:
            segment = replace(other, categories=segment.categories)
        out.append(segment)
    return out


def apart_from(values: Sequence[Segment], others: Iterable[Segment]) -> list[Segment]:
    """The segments whose text is in none of the others."""
    taken = {bare(segment.text) for segment in others}
    return [segment for segment in values if bare(segment.text) not in taken]


def segments_digest(segments: Iterable[Segment]) -> str:
    """The name of exactly these segments with all that is known of them."""
    return digest(
        [
            (one.text, sorted(one.categories or ()), sorted((one.values or {}).items()), one.likely)
            for one in segments
        ]
    )


def bare(text: str) -> str:
    """A text's letters and digits alone, by which two copies of a segment are known."""
    return re.sub(r"[^a-z0-9]+", "", _TAG.sub(" ", text).lower())
