"""Which practices a text has, by which words, and what each sentence states: the shipped model."""

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

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
from privascope.models.practice_windows import LONGEST_TEXT, NOWHERE, Passage, Window, windows_of
from privascope.models.statement_thresholds import THRESHOLDS

Floats = npt.NDArray[np.float32]

FOLDER = Path(__file__).parent / "practices"
LABELS = "labels.json"
# So many characters are taken at once.
_AT_ONCE = 1_000_000
# The words that say so are the tokens beside the best one that are almost as good.
_ALMOST = 3.0


@dataclass(frozen=True, slots=True)
class Labels:
    """What the model tells apart; a value whose threshold is infinite is too rare to be said.

    `statements` are the slugs that it finds in sentences, `denials` the slugs of those that it
    also finds denied; its columns are both in this order.
    """

    categories: tuple[str, ...]
    values: tuple[tuple[str, str, str], ...]
    category_thresholds: Floats
    value_thresholds: Floats
    statements: tuple[str, ...] = ()
    denials: tuple[str, ...] = ()

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
    """The probability of every category and value, and the words behind the values found.

    `statements` are the log-odds of each statement and denial in each sentence, before they are
    calibrated.
    """

    categories: Floats
    values: Floats
    words: dict[int, Words]
    statements: Floats


def read_practices(
    texts: Sequence[str], leads: Sequence[str] | None, folder: Path
) -> Iterator[Reading]:
    """What each text says, in order; `leads` holds what introduces each, such as a list's head."""
    pairs = zip(texts, leads or [""] * len(texts), strict=True)
    return read_passages([Passage(text, lead) for text, lead in pairs], folder)


def read_passages(passages: Sequence[Passage], folder: Path) -> Iterator[Reading]:
    """What each passage says, in order.

    A passage that comes again is read once. Few of them are held at a time, however many there are.
    """
    start = 0
    while start < len(passages):
        end, size = start, 0
        while end < len(passages) and size < _AT_ONCE:
            size += min(len(passages[end].text), LONGEST_TEXT)
            end += 1
        different = list(dict.fromkeys(passages[start:end]))
        known = dict(zip(different, _read(different, folder), strict=True))
        yield from (known[passage] for passage in passages[start:end])
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
            tuple(content.get("statements", ())),
            tuple(content.get("denials", ())),
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
    fitted = (THRESHOLDS,) if (folder / THRESHOLDS).exists() else ()
    for name in (MODEL, TOKENIZER, LABELS, *fitted):
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


def _read(passages: Sequence[Passage], folder: Path) -> list[Reading]:
    """The readings of different passages."""
    labels = load_labels(folder)
    heads = len(labels.statements) + len(labels.denials)
    categories = np.full((len(passages), len(labels.categories)), -np.inf, dtype=np.float32)
    values = np.full((len(passages), len(labels.values)), -np.inf, dtype=np.float32)
    words: list[dict[int, Words]] = [{} for _ in passages]
    stated = [np.full((len(one.places), heads), -np.inf, dtype=np.float32) for one in passages]
    session, windows = load_session(folder), list(windows_of(passages, load_tokenizer(folder)))
    names = [output.name for output in session.get_outputs()]
    batches = length_batches([len(window.ids) for window in windows])
    inputs = (token_inputs([windows[number].ids for number in numbers]) for numbers in batches)
    for numbers, found in zip(batches, run_batches(session, inputs), strict=True):
        outputs = dict(zip(names, found, strict=True))
        for row, number in enumerate(numbers):
            window = windows[number]
            place = window.passage
            own = [at for at, offset in enumerate(window.offsets) if offset != NOWHERE]
            tokens = outputs["values"][row, own]
            scores = _log_sum_exp(tokens)
            better = scores > values[place]
            for value in np.flatnonzero(
                better & (_probabilities(scores) >= labels.value_thresholds)
            ).tolist():
                words[place][value] = _words(tokens[:, value], [window.offsets[at] for at in own])
            values[place] = np.maximum(values[place], scores)
            categories[place] = np.maximum(categories[place], outputs["categories"][row])
            if heads:
                _note_statements(stated[place], outputs["statements"][row], window)
    chances = value_chances(values, categories, labels.category_of_value)
    said = chances >= labels.value_thresholds
    return [
        Reading(
            _probabilities(categories[number]),
            chances[number],
            {value: own for value, own in words[number].items() if said[number, value]},
            stated[number],
        )
        for number in range(len(passages))
    ]


def _note_statements(stated: Floats, tokens: Floats, window: Window) -> None:
    """Adds what each sentence of a window states: the mean of its tokens, and its closing mark."""
    heads = stated.shape[1]
    for sentence, first, mark in window.sentences:
        found = tokens[first:mark, :heads].mean(axis=0) + tokens[mark, heads:]
        stated[sentence] = np.maximum(stated[sentence], found)


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
