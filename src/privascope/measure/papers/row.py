"""One row of a published table, with what the same method gives here, and what ours gives."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure; None where there is none. `note` says why two figures differ or one is missing."""

    table: str
    figure: str
    published: float | None
    faithful: float | None
    ours: float | None
    note: str = ""
