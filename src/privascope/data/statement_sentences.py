"""Single sentences of policies, each read for one statement: JSON Lines, a sentence a row."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from privascope.data.rows import read_rows
from privascope.data.statement_slugs import ALL
from privascope.errors import DataError

Label = Literal["says", "denies", "neither"]

LABELS: tuple[Label, ...] = get_args(Label)

_FIELDS = (
    "statement",
    "source",
    "policy_id",
    "domain",
    "heading",
    "before",
    "sentence",
    "after",
    "label",
)
_TEXTS = ("source", "policy_id", "sentence")
# A sentence may have no neighbours, and a corpus may not know its site.
_MAY_BE_EMPTY = ("domain", "heading", "before", "after")
_HEADINGS_APART = " > "


@dataclass(frozen=True, slots=True)
class StatementSentence:
    """A sentence and whether it makes a statement, denies it, or does neither.

    `headings` are those above it, the outermost first; `before` and `after` its neighbours.
    """

    statement: str
    label: Label
    source: str
    policy_id: str
    domain: str
    headings: tuple[str, ...]
    before: str
    text: str
    after: str


def read_statement_sentences(path: Path) -> Iterator[StatementSentence]:
    """The sentences of a file one by one; a row of another form raises DataError."""
    for number, row in enumerate(read_rows(path, _FIELDS), 1):
        yield _sentence(row, f"{path}, row {number}")


def _sentence(row: dict[str, Any], place: str) -> StatementSentence:
    for name in _TEXTS:
        if not isinstance(row[name], str) or not row[name].strip():
            raise DataError(f"{place}: {name} must be a text")
    for name in _MAY_BE_EMPTY:
        if row[name] is not None and not isinstance(row[name], str):
            raise DataError(f"{place}: {name} must be a text or null")
    if row["statement"] not in ALL:
        raise DataError(f"{place}: there is no statement {str(row['statement'])[:40]!r}")
    if row["label"] not in LABELS:
        raise DataError(f"{place}: label must be one of {', '.join(LABELS)}")
    return StatementSentence(
        statement=row["statement"],
        label=row["label"],
        source=row["source"],
        policy_id=row["policy_id"],
        domain=row["domain"] or "",
        headings=tuple(filter(None, map(str.strip, (row["heading"] or "").split(_HEADINGS_APART)))),
        before=row["before"] or "",
        text=row["sentence"],
        after=row["after"] or "",
    )
