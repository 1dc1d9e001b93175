"""Which statements policies make, and by which sentences, as careful readers marked them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from privascope.data.rows import read_rows
from privascope.errors import DataError

Verdict = Literal["says", "denies", "neither"]


@dataclass(frozen=True, slots=True)
class MarkedPolicy:
    """A policy's text, the places of its sentences, and the statements it makes.

    `statements` gives for each slug the numbers of at most four sentences, the best first. Readers
    looked for so many statements as `asked` says; those of them that are not there are not made.
    """

    policy_id: str
    domain: str
    text: str
    sentences: tuple[tuple[int, int], ...]
    statements: Mapping[str, tuple[int, ...]]
    asked: int


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """One sentence that was read for one statement, with its heading and its neighbours."""

    policy_id: str
    domain: str
    heading: str
    before: str
    sentence: str
    after: str
    statement: str
    verdict: Verdict


def read_marked_policies(path: Path) -> Iterator[MarkedPolicy]:
    """The policies of a file in the form of asked/train.jsonl."""
    wanted = ("policy_id", "text", "sentences", "statements", "statements_asked")
    for number, row in enumerate(read_rows(path, wanted), 1):
        try:
            yield MarkedPolicy(
                str(row["policy_id"]),
                str(row.get("domain") or ""),
                str(row["text"]),
                tuple((int(start), int(end)) for start, end in row["sentences"]),
                {slug: tuple(map(int, own)) for slug, own in row["statements"].items()},
                int(row["statements_asked"]),
            )
        except (AttributeError, TypeError, ValueError) as error:
            raise DataError(f"{path}, row {number}: not a policy with its statements") from error


def read_marked_sentences(path: Path) -> Iterator[MarkedSentence]:
    """The sentences of a file in the form of asked/sentences.jsonl."""
    for number, row in enumerate(read_rows(path, ("statement", "sentence", "label")), 1):
        if row["label"] not in ("says", "denies", "neither"):
            raise DataError(f"{path}, row {number}: no label {row['label']!r}")
        yield MarkedSentence(
            policy_id=str(row.get("policy_id") or ""),
            domain=str(row.get("domain") or ""),
            heading=str(row.get("heading") or ""),
            before=str(row.get("before") or ""),
            sentence=str(row["sentence"]),
            after=str(row.get("after") or ""),
            statement=str(row["statement"]),
            verdict=row["label"],
        )
