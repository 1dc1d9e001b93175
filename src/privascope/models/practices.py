"""Which practices a text speaks of, and by which words: the shipped model."""

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from privascope.logistic import logistic
from privascope.models.batching import length_batches, token_inputs
from privascope.models.onnx import (
    MODEL,
    TOKENIZER,
    ModelError,
    load_session,
    load_tokenizer,
    run_batches,
)

if TYPE_CHECKING:
    from tokenizers import Encoding

Floats = npt.NDArray[np.float32]

FOLDER = Path(__file__).parent / "practices"
LABELS = "labels.json"
# Tokens that are read at once; a longer text is read in pieces.
LONGEST = 256
# Of what stands before the text only the end is read.
LONGEST_LEAD = 48
# A text is read no further than so many characters, and so many are taken at once.
LONGEST_TEXT = 20_000
_AT_ONCE = 1_000_000
# The words that say so are the tokens beside the best one that are almost as good.
_ALMOST = 3.0


@dataclass(frozen=True, slots=True)
class Labels:
    """What the model tells apart; a value whose threshold is infinite is too rare to be said."""

    categories: tuple[str, ...]
    values: tuple[tuple[str, str, str], ...]
    category_thresholds: Floats
    value_thresholds: Floats

    @property
    def category_of_value(self) -> list[int]:
        """The place of each value's category."""
        places = {category: place for place, category in enumerate(self.categories)}
        return [places[category] for category, _, _ in self.values]


@dataclass(frozen=True, slots=True)
class Words:
    """The words behind a value: the place of the best token, and the run of tokens around it."""

    best: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The probability of every category and value, and the words behind the values found."""

    categories: Floats
    values: Floats
    words: dict[int, Words]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some tokens of a text after the lead, and where they stand in the text."""

    text: int
    lead: list[int]
    ids: list[int]
    offsets: list[tuple[int, int]]


def read_practices(
    texts: Sequence[str], leads: Sequence[str] | None, folder: Path
) -> Iterator[Reading]:
    """What each text says, in order; `leads` holds what introduces a text, such as a list's head.

    A text that comes again is read once. Few of them are held at a time, however many there are.
    """
    pairs = list(zip(leads or [""] * len(texts), texts, strict=True))
    start = 0
    while start < len(pairs):
        end, size = start, 0
        while end < len(pairs) and size < _AT_ONCE:
            size += min(len(pairs[end][1]), LONGEST_TEXT)
            end += 1
        different = list(dict.fromkeys(pairs[start:end]))
        known = dict(zip(different, _read(different, folder), strict=True))
        yield from (known[pair] for pair in pairs[start:end])
        start = end


@lru_cache(maxsize=4)
def load_labels(folder: Path) -> Labels:
    """The labels and thresholds of a folder."""
    path = folder / LABELS
    try:
        content = json.loads(path.read_bytes())
        labels = Labels(
            tuple(content["categories"]),
            tuple((category, attribute, value) for category, attribute, value in content["values"]),
            _thresholds(content["category_thresholds"]),
            _thresholds(content["value_thresholds"]),
        )
    except FileNotFoundError as error:
        raise ModelError(f"the model file {path} is missing; install privascope again") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"the labels {path} cannot be read: {error}") from error
    if (len(labels.categories), len(labels.values)) != (
        len(labels.category_thresholds),
        len(labels.value_thresholds),
    ):
        raise ModelError(f"the labels {path} do not have one threshold each")
    return labels


@lru_cache(maxsize=4)
def digest(folder: Path) -> str:
    """A short name that changes whenever one of the model's files does."""
    content = hashlib.sha256()
    for name in (MODEL, TOKENIZER, LABELS):
        try:
            with (folder / name).open("rb") as file:
                content.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise ModelError(
                f"the model file {folder / name} is missing; install privascope again"
            ) from error
    return content.hexdigest()[:12]


def _thresholds(values: Sequence[float | None]) -> Floats:
    return np.array([math.inf if value is None else value for value in values], dtype=np.float32)


def _read(pairs: Sequence[tuple[str, str]], folder: Path) -> list[Reading]:
    """The readings of different pairs of lead and text."""
    labels = load_labels(folder)
    categories = np.full((len(pairs), len(labels.categories)), -np.inf, dtype=np.float32)
    values = np.full((len(pairs), len(labels.values)), -np.inf, dtype=np.float32)
    words: list[dict[int, Words]] = [{} for _ in pairs]
    session, pieces = load_session(folder), _pieces(pairs, folder)
    tokenizer = load_tokenizer(folder)
    first, last = (tokenizer.token_to_id(mark) or 0 for mark in ("[CLS]", "[SEP]"))
    names = [output.name for output in session.get_outputs()]
    rows = [[first, *piece.lead, *piece.ids, last] for piece in pieces]
    batches = length_batches([len(row) for row in rows])
    inputs = (token_inputs([rows[number] for number in numbers]) for numbers in batches)
    for numbers, found in zip(batches, run_batches(session, inputs), strict=True):
        outputs = dict(zip(names, found, strict=True))
        for row, number in enumerate(numbers):
            piece = pieces[number]
            own = 1 + len(piece.lead)
            tokens = outputs["values"][row, own : own + len(piece.ids)]
            scores = _log_sum_exp(tokens)
            better = scores > values[piece.text]
            for value in np.flatnonzero(
                better & (_probabilities(scores) >= labels.value_thresholds)
            ).tolist():
                words[piece.text][value] = _words(tokens[:, value], piece.offsets)
            values[piece.text] = np.maximum(values[piece.text], scores)
            categories[piece.text] = np.maximum(categories[piece.text], outputs["categories"][row])
    chances = value_chances(values, categories, labels.category_of_value)
    said = chances >= labels.value_thresholds
    return [
        Reading(
            _probabilities(categories[number]),
            chances[number],
            {value: own for value, own in words[number].items() if said[number, value]},
        )
        for number in range(len(pairs))
    ]


def _pieces(pairs: Sequence[tuple[str, str]], folder: Path) -> list[_Piece]:
    """The texts in pieces of equal length that the model can read; none of an empty text."""
    tokenizer = load_tokenizer(folder)
    leads, texts = (
        tokenizer.encode_batch(list(column), add_special_tokens=False)
        for column in (
            [lead[-LONGEST_TEXT:] for lead, _ in pairs],
            [text[:LONGEST_TEXT] for _, text in pairs],
        )
    )
    return [
        piece
        for number, (lead, text) in enumerate(zip(leads, texts, strict=True))
        for piece in _cut(number, lead, text)
    ]


def _cut(number: int, lead: "Encoding", text: "Encoding") -> Iterator[_Piece]:
    before = lead.ids[-LONGEST_LEAD:]
    ids, offsets = text.ids, text.offsets
    count = math.ceil(len(ids) / (LONGEST - 2 - len(before)))
    for place in range(count):
        start, end = (len(ids) * edge // count for edge in (place, place + 1))
        yield _Piece(number, before, ids[start:end], offsets[start:end])


def _words(logits: Floats, offsets: Sequence[tuple[int, int]]) -> Words:
    best = int(np.argmax(logits))
    good = logits >= logits[best] - _ALMOST
    start = end = best
    while start > 0 and good[start - 1]:
        start -= 1
    while end + 1 < len(good) and good[end + 1]:
        end += 1
    return Words(offsets[best][0], offsets[start][0], offsets[end][1])


def value_chances(values: Floats, categories: Floats, category_of_value: Sequence[int]) -> Floats:
    """How likely each value is: what its words say, less where its category is unlikely."""
    known = _probabilities(categories)[..., list(category_of_value)]
    chances: Floats = _probabilities(values) * np.sqrt(known)
    return chances


def _log_sum_exp(tokens: Floats) -> Floats:
    highest = tokens.max(axis=0)
    sums: Floats = highest + np.log(np.exp(tokens - highest).sum(axis=0))
    return sums


def _probabilities(logits: Floats) -> Floats:
    likely: Floats = logistic(logits).astype(np.float32)
    return likely
