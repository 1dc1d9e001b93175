"""Questions about a policy with its sentences, each relevant or not: PrivacyQA's form."""

import csv
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.data.dataset_folder import folder_rows
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

Flags = npt.NDArray[np.bool_]
Row = Mapping[str, Any]

ANNOTATORS = tuple(f"Ann{number}" for number in range(1, 7))
_COLUMNS = ("DocID", "QueryID", "SentID", "Query", "Segment")
_LABELS = ("Label", "Any_Relevant")
# The source of a sentence that augmentation added.
RETRIEVED = "retrieved"
_MEANINGS = {"relevant": True, "irrelevant": False, "1": True, "0": False}
_MEANINGS |= {"1.0": True, "0.0": False, "true": True, "false": False}
# The mark of an annotator who did not read the question.
_NOT_GIVEN = frozenset(("", "none", "nan", "null"))
_LAST_NUMBER = re.compile(r"(\d+)$", re.ASCII)
_LONGEST_FIELD = 10_000_000
# Parts of the policies, of which one may be left out to measure on.
FOLDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question, all sentences of its policy in reading order, and which of them answer it."""

    policy: str
    id: str
    text: str
    sentences: tuple[str, ...]
    relevant: Flags
    # Sentences as the annotators saw them; the others were cut again from the page.
    verbatim: Flags
    # One row an annotator who read this question.
    annotators: Flags
    # Whether augmentation added it.
    added: bool = False
    # The probability of each sentence that it answers, where a teacher gave it.
    likely: npt.NDArray[np.float64] | None = None

    @property
    def answerable(self) -> bool:
        """Whether any sentence is relevant."""
        return bool(self.relevant.any())


def read_questions(path: Path) -> list[Question]:
    """The questions of a file in PrivacyQA's columns, or of a folder of Hugging Face datasets.

    A file is JSON Lines or the tab-separated original.
    """
    return questions_of(labelled_rows(path), str(path))


def questions_of(rows: Iterable[Row], source: str = "rows") -> list[Question]:
    """The questions of rows in PrivacyQA's columns; DataError names the row that is wrong."""
    grouped: dict[tuple[str, str], list[tuple[int, Row]]] = {}
    seen: dict[tuple[str, str, str], int] = {}
    for number, row in enumerate(rows, 1):
        _check(row, f"{source}, row {number}")
        key = (str(row["DocID"]), str(row["QueryID"]), str(row["SentID"]))
        if key in seen:
            raise DataError(f"{source}, row {number}: SentID {key[2]} stands in row {seen[key]}")
        seen[key] = number
        grouped.setdefault(key[:2], []).append((number, row))
    if not grouped:
        raise DataError(f"{source}: no questions")
    # Questions of one policy share its sentences, so that they are encoded once.
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    return [_question(own, shared, source) for own in grouped.values()]


def _question(
    own: list[tuple[int, Row]], shared: dict[tuple[str, ...], tuple[str, ...]], source: str
) -> Question:
    own = sorted(own, key=lambda numbered: _place(*numbered))
    rows = [row for _, row in own]
    sentences = tuple(_unquoted(str(row["Segment"])) for row in rows)
    labels = [_label(row, f"{source}, row {number}") for number, row in own]
    marks = [
        [_annotation(row.get(name), f"{source}, row {number}") for number, row in own]
        for name in ANNOTATORS
    ]
    given = [[mark is True for mark in row] for row in marks if any(m is not None for m in row)]
    return Question(
        policy=str(rows[0]["DocID"]).strip(),
        id=str(rows[0]["QueryID"]),
        text=str(rows[0]["Query"]),
        sentences=shared.setdefault(sentences, sentences),
        relevant=np.array(labels, dtype=np.bool_),
        verbatim=np.array([row.get("SegmentSource", "gold") == "gold" for row in rows]),
        annotators=np.array(given, dtype=np.bool_).reshape(len(given), len(rows)),
        added=all(row.get("SegmentSource") == RETRIEVED for row in rows),
        likely=_likely(own, labels, source),
    )


def _likely(
    own: list[tuple[int, Row]], labels: Sequence[bool], source: str
) -> npt.NDArray[np.float64] | None:
    """A teacher's probability for each sentence, or the label where there is none."""
    if all(row.get("Likely") is None for _, row in own):
        return None
    found = []
    for (number, row), label in zip(own, labels, strict=True):
        value = row.get("Likely")
        try:
            chance = float(label) if value is None or value == "" else float(value)
        except (TypeError, ValueError):
            chance = math.nan
        if not 0 <= chance <= 1:
            raise DataError(
                f"{source}, row {number}: Likely is {str(value)[:40]!r}, not a number from 0 to 1"
            )
        found.append(chance)
    return np.array(found)


def check_ids(questions: Iterable[Question]) -> None:
    """DataError if two policies have a question of the same id: learning tells them by it."""
    policies: dict[str, str] = {}
    for question in questions:
        other = policies.setdefault(question.id, question.policy)
        if other != question.policy:
            raise DataError(
                f"QueryID {question.id} is a question of {other} and of {question.policy}: "
                "give each question an id of its own"
            )


def folds(questions: Sequence[Question], count: int = FOLDS) -> list[frozenset[str]]:
    """The policies in so many parts, like in pairs and in relevant ones; always the same parts.

    What augmentation added does not count, so that labels alone and with it have the same parts.
    """
    labelled = [question for question in questions if not question.added]
    every = sum(len(question.sentences) for question in labelled)
    right = max(1, sum(int(question.relevant.sum()) for question in labelled))
    sizes: dict[str, float] = {}
    for question in labelled:
        share = len(question.sentences) / every + int(question.relevant.sum()) / right
        sizes[question.policy] = sizes.get(question.policy, 0.0) + share
    if len(sizes) < count:
        raise DataError(f"{count} folds by policy need as many policies, there are {len(sizes)}")
    parts: list[list[str]] = [[] for _ in range(count)]
    for policy in sorted(sizes, key=lambda name: (-sizes[name], name)):
        min(parts, key=lambda part: sum(sizes[name] for name in part)).append(policy)
    return [frozenset(part) for part in parts]


def left_out(questions: Sequence[Question], fold: int | None) -> frozenset[str]:
    """The policies of one of three folds, none for no fold; DataError if there is no such fold."""
    if fold is None:
        return frozenset()
    if not 0 <= fold < FOLDS:
        raise DataError(f"there is no fold {fold}; folds are numbered 0 to {FOLDS - 1}")
    return folds(questions, FOLDS)[fold]


def labelled_rows(path: Path) -> Iterator[Row]:
    """The rows of JSON Lines, of a tab-separated file, or of a folder of Hugging Face datasets."""
    if path.is_dir():
        return folder_rows(path)
    try:
        with open_unpacked(path) as file:
            first = file.read(4096).lstrip(b"\xef\xbb\xbf \t\r\n")
    except UNPACKING_ERRORS as error:
        raise DataError(f"cannot read {path}: {error}") from error
    return read_rows(path) if first.startswith(b"{") else _tab_separated(path)


def _tab_separated(path: Path) -> Iterator[Row]:
    # The limit is one for the whole process, and other readers rely on the usual one.
    usual = csv.field_size_limit(_LONGEST_FIELD)
    try:
        with open_unpacked(path) as file:
            lines = (line.decode("utf-8-sig", "replace").rstrip("\r\n") for line in file)
            filled = (line.replace("\0", "") for line in lines if line.strip())
            yield from csv.DictReader(filled, delimiter="\t", quoting=csv.QUOTE_NONE)
    except UNPACKING_ERRORS as error:
        raise DataError(f"{path}: cannot be unpacked to its end ({error})") from error
    except csv.Error as error:
        raise DataError(f"{path}: not tab-separated rows ({error})") from error
    finally:
        csv.field_size_limit(usual)


def _check(row: Row, where: str) -> None:
    missing = [name for name in _COLUMNS if row.get(name) is None]
    if missing:
        raise DataError(f"{where}: no {', '.join(missing)}")
    if not any(row.get(name) is not None for name in _LABELS):
        raise DataError(f"{where}: neither Label nor Any_Relevant")
    if not str(row["Segment"]).strip():
        raise DataError(f"{where}: question {row['QueryID']} without a sentence")


def _label(row: Row, where: str) -> bool:
    name = next(name for name in _LABELS if row.get(name) is not None)
    meaning = _MEANINGS.get(str(row[name]).strip().lower())
    if meaning is None:
        raise DataError(
            f"{where}: {name} is {str(row[name])[:40]!r}, not Relevant or Irrelevant, 1 or 0"
        )
    return meaning


def _annotation(value: object, where: str) -> bool | None:
    if value is None or str(value).strip().lower() in _NOT_GIVEN:
        return None
    meaning = _MEANINGS.get(str(value).strip().lower())
    if meaning is None:
        raise DataError(f"{where}: an annotator's label is {str(value)[:40]!r}")
    return meaning


def _place(number: int, row: Row) -> tuple[int, int]:
    last = _LAST_NUMBER.search(str(row["SentID"])[-12:])
    return (int(last.group(1)) if last else 0, number)


def _unquoted(segment: str) -> str:
    """The text without the quotes that a table's writer put around it."""
    if len(segment) > 1 and segment.startswith('"') and segment.endswith('"'):
        segment = segment[1:-1].replace('""', '"')
    return segment
