"""Pieces of a source, which a worker on another machine fetches by itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from privascope.collect.arrival import (
    Arrival,
    IsTaken,
    ItemsPiece,
    PageSource,
    Piece,
    PiecewiseSource,
    Refusal,
)
from privascope.collect.examine import Criteria, Examined
from privascope.collect.workers import chunks, examine_apart, examine_chunk
from privascope.errors import SourceError


def pieces_of(
    source: PageSource, items: Iterable[Arrival | Refusal], is_taken: IsTaken
) -> Iterator[Piece]:
    """A source in pieces that workers fetch, or else its items in the order in which they come."""
    if isinstance(source, PiecewiseSource):
        found = source.pieces(is_taken)
        if found is not None:
            yield from found
            return
    for chunk in chunks(items):
        yield ItemsPiece(tuple(chunk))


@dataclass(frozen=True, slots=True)
class ExaminePiece:
    """Reads a piece and examines what is in it; where, does not matter."""

    criteria: Criteria

    def __call__(self, piece: Piece) -> list[Examined]:
        """The items examined."""
        try:
            return examine_chunk(list(piece.arrivals()), self.criteria)
        except OSError as error:
            raise SourceError(
                f"a worker cannot read {error.filename or 'the source'} "
                f"({error.strerror or error}): it must be at the same place on every machine"
            ) from error

    def apart(self, piece: Piece) -> list[Examined]:
        """The items examined here, each in a process that may die of it."""
        return [examine_apart(item, self.criteria) for item in piece.arrivals()]
