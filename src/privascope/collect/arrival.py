"""What every source of policies yields: documents, and refusals with their reasons."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Arrival:
    """One document on its way into the library.

    `content_type` is what the source declared, such as "text/html; charset=utf-8", or "".
    `url` may be "" when only `service` (the name of the service) is known, and the other way
    round. `key` names the item within its source, for resuming: the same item has the same key
    in every run.
    """

    content: bytes
    content_type: str
    url: str
    source: str
    key: str
    fetched_at: datetime
    service: str = ""
    asked_url: str = ""
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that a source could not read, and why; `what` names it for the user.

    `unchanged` is true where the library already has what is there now.
    """

    what: str
    why: str
    source: str
    key: str
    unchanged: bool = False


class PageSource(Protocol):
    """A place that policies come from."""

    name: str

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """Everything the source holds, in an order that is the same each time."""
        ...


@runtime_checkable
class FetchingSource(PageSource, Protocol):
    """A source that needs a request for each item, and can skip known ones."""

    def leave_out(self, is_taken: Callable[[str], bool]) -> None:
        """Does not fetch the items that an earlier, interrupted run has taken, by their keys."""
        ...


# Whether an earlier, interrupted run has taken the item with a key.
IsTaken = Callable[[str], bool]


class Piece(Protocol):
    """Part of a source, small to send; what is in it is read where it arrives."""

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """What the part holds, in the source's order."""
        ...


@runtime_checkable
class PiecewiseSource(PageSource, Protocol):
    """A source that can be cut without reading its pages."""

    def pieces(self, is_taken: IsTaken) -> Iterator[Piece] | None:
        """All of it that was not taken yet; None where this file cannot be cut."""
        ...


@dataclass(frozen=True, slots=True)
class ItemsPiece:
    """Items that are read already, with what they hold."""

    items: tuple[Arrival | Refusal, ...]

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The items."""
        return iter(self.items)
