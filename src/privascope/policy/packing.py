"""A policy's offsets as a few bytes, for the store; what goes in comes out equal."""

import contextlib
import struct
import threading
import zlib
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import add, sub

import numpy as np
import zstandard
from numpy.typing import NDArray

from privascope.errors import LibraryError
from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.policy import Policy, Section, Span

_VERSION = 1
_HEAD = struct.Struct("<BI4I")  # version, checksum of the rest, number of each part

_own = threading.local()

Structure = tuple[tuple[PlacedBlock, ...], tuple[Section, ...], tuple[Span, ...], tuple[Span, ...]]


def pack_structure(policy: Policy) -> bytes:
    """The places of a policy's blocks, sections, segments and sentences."""
    columns: list[Iterable[int]] = [
        [block.kind for block in policy.blocks],
        [block.level for block in policy.blocks],
        *_span_columns(policy.blocks),
        [section.level for section in policy.sections],
        _steps([section.start for section in policy.sections]),
        [section.heading_end - section.start for section in policy.sections],
        [section.end - section.start for section in policy.sections],
        [index - section.parent for index, section in enumerate(policy.sections)],
        *_span_columns(policy.segments),
        *_span_columns(policy.sentences),
    ]
    numbers = np.array([number for column in columns for number in column], dtype=np.int64)
    # Zigzag makes small what is near zero; byte planes put like bytes together for zstd.
    zigzag = np.where(numbers < 0, -2 * numbers - 1, 2 * numbers).astype("<u4")
    planes = np.ascontiguousarray(zigzag.view(np.uint8).reshape(-1, 4).T).tobytes()
    body = zstandard.ZstdCompressor(level=9, write_checksum=False).compress(planes)
    counts = [
        len(part) for part in (policy.blocks, policy.sections, policy.segments, policy.sentences)
    ]
    return _HEAD.pack(_VERSION, _checksum(counts, body), *counts) + body


def unpack_structure(data: bytes) -> Structure:
    """The blocks, sections, segments and sentences that were packed."""
    blocks, sections, segments, sentences = _counts(data)
    with _damage_told():
        take = _Columns(_numbers(data).tolist())
        return (
            take.blocks(blocks),
            take.sections(sections),
            take.spans(segments),
            take.spans(sentences),
        )


def unpack_sentences(data: bytes) -> tuple[list[tuple[int, int, int]], list[int], list[int]]:
    """All that a snippet needs: the sections, and where each sentence starts and ends.

    Of a section there are its start, the end of its heading, and its end.
    """
    blocks, sections, _, sentences = _counts(data)
    with _damage_told():
        numbers = _numbers(data)
        # Of a section: its level, its start, the lengths of its heading and of all of it.
        first = 4 * blocks + sections
        steps, headings, lengths = (
            numbers[first : first + 3 * sections].reshape(3, sections).tolist()
        )
        places = [
            (start, start + heading, start + length)
            for start, heading, length in zip(accumulate(steps), headings, lengths, strict=True)
        ]
        gaps, sizes = numbers[len(numbers) - 2 * sentences :].reshape(2, sentences)
        ends = (gaps + sizes).cumsum()
        return places, (ends - sizes).tolist(), ends.tolist()


def _counts(data: bytes) -> list[int]:
    if len(data) < _HEAD.size:
        raise LibraryError("the stored structure of a policy is damaged: too short")
    version, checksum, *counts = _HEAD.unpack_from(data)
    if version != _VERSION:
        raise LibraryError(f"the stored structure of a policy has unknown version {version}")
    if checksum != _checksum(counts, data[_HEAD.size :]):
        raise LibraryError("the stored structure of a policy is damaged: checksum differs")
    return counts


def _numbers(data: bytes) -> NDArray[np.int32]:
    _, _, blocks, sections, segments, sentences = _HEAD.unpack_from(data)
    total = 4 * blocks + 5 * sections + 2 * segments + 2 * sentences
    # No two threads may share one, and to make one takes as long as to use it.
    if not hasattr(_own, "unpacking"):
        _own.unpacking = zstandard.ZstdDecompressor()
    planes = _own.unpacking.decompress(data[_HEAD.size :], max_output_size=4 * total)
    zigzag = np.frombuffer(planes, np.uint8).reshape(4, total).T.copy().view("<u4").ravel()
    numbers: NDArray[np.int32] = ((zigzag >> 1) ^ np.negative(zigzag & 1)).view(np.int32)
    return numbers


@contextlib.contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except (ValueError, zstandard.ZstdError, MemoryError) as error:
        raise LibraryError("the stored structure of a policy is damaged") from error


class _Columns:
    """Numbers read off column by column, in the order in which they were packed.

    They are few, so that lists are quicker than arrays.
    """

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.position = 0

    def column(self, count: int) -> list[int]:
        column = self.numbers[self.position : self.position + count]
        self.position += count
        return column

    def places(self, count: int) -> tuple[list[int], list[int]]:
        gaps, lengths = self.column(count), self.column(count)
        ends = list(accumulate(map(add, gaps, lengths)))
        return list(map(sub, ends, lengths)), ends

    def spans(self, count: int) -> tuple[Span, ...]:
        return tuple(map(Span, *self.places(count)))

    def blocks(self, count: int) -> tuple[PlacedBlock, ...]:
        kinds, levels = self.column(count), self.column(count)
        return tuple(map(PlacedBlock, map(BlockKind, kinds), levels, *self.places(count)))

    def sections(self, count: int) -> tuple[Section, ...]:
        levels, starts = self.column(count), list(accumulate(self.column(count)))
        heading_ends = map(add, starts, self.column(count))
        ends = map(add, starts, self.column(count))
        parents = map(sub, range(count), self.column(count))
        return tuple(map(Section, levels, starts, heading_ends, ends, parents))


def _span_columns(spans: Iterable[Span | PlacedBlock]) -> tuple[list[int], list[int]]:
    """How far each begins after the end of the one before, and how long it is."""
    gaps: list[int] = []
    lengths: list[int] = []
    before = 0
    for span in spans:
        gaps.append(span.start - before)
        lengths.append(span.end - span.start)
        before = span.end
    return gaps, lengths


def _steps(numbers: list[int]) -> list[int]:
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _checksum(counts: list[int], body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(struct.pack("<4I", *counts)))
