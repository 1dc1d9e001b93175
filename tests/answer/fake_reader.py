"""A reader that says what a test wants, so that no weights are needed."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile
from typing import Any

import numpy as np
import pytest

from privascope.answer.passages import Passages
from privascope.answer.signals.reading import sentence_reader
from privascope.models import reader, sentence_encoder
from privascope.models.reader import Reading
from privascope.models.sentence_encoder import SIZE
from privascope.models.window_tokens import Window

# Answers from a probability of .5 on, stances from .6 and headlines from .9.
LIMITS = {"answered": 0.5, "sure": 0.0, "stance": 0.6, "headline": 0.9}
CALIBRATION: dict[str, Any] = {
    "made": "2026-01-01",
    "reader": "none",
    "data": "none",
    "signals": {"words": 0.01, "meaning": 1.0, "headings": 0.2},
    "ranking": {"reading": 1.0, "words": 0.0, "meaning": 0.0, "headings": 0.0, "bias": 0.0},
    "reading": [1.0, 0.0],
    "sentence": [0.5, 0.5, 0.0],
    "shown": 0.5,
    # What the reader says is taken as it is: its own logits, and nothing of the best sentence or
    # of the question.
    "verdict": [[float(row == column) for column in range(17)] for row in range(4)],
    "stance": [[float(row == column) for column in range(17)] for row in range(4)],
    "question_verdict": [[0.0] * (SIZE + 1)] * 4,
    "question_stance": [[0.0] * (SIZE + 1)] * 4,
    "risk": {"low": {**LIMITS, "sure": 0.9}, "medium": {**LIMITS, "sure": 0.7}, "high": LIMITS},
}


class FakeReader:
    """Logits by how sentences begin; verdict and stance for every window; what was asked of it."""

    def __init__(
        self,
        passages: Passages,
        relevance: Mapping[str, float],
        verdict: Sequence[float] = (4.0, 0.0, 0.0, 0.0),
        stance: Sequence[float] = (0.0, 0.0, 0.0, 4.0),
        spans: Mapping[str, str] | None = None,
    ) -> None:
        self.passages = passages
        self.relevance = dict(relevance)
        self.verdict, self.stance = verdict, stance
        self.spans = dict(spans or {})
        self.windows: list[tuple[int, ...]] = []

    def read_windows(self, windows: Sequence[Window], _: Path | None = None) -> list[Reading]:
        """What `models.reader.read_windows` gives."""
        return [self._read(tuple(place.number for place in window.places)) for window in windows]

    def _read(self, numbers: tuple[int, ...]) -> Reading:
        self.windows.append(numbers)
        return Reading(
            numbers,
            np.array([self._logit(self.passages.texts[n]) for n in numbers], dtype=np.float32),
            tuple(self._span(self.passages.texts[n]) for n in numbers),
            np.array(self.verdict, dtype=np.float32),
            np.array(self.stance, dtype=np.float32),
        )

    def _logit(self, text: str) -> float:
        found = (value for start, value in self.relevance.items() if text.startswith(start))
        return next(found, -4.0)

    def _span(self, text: str) -> tuple[int, int] | None:
        words = next((words for start, words in self.spans.items() if text.startswith(start)), "")
        place = text.find(words)
        return (place, place + len(words)) if words and place >= 0 else None


def write_folder(folder: Path, **changes: object) -> Path:
    """A reader's folder with a calibration, and no weights."""
    folder.mkdir(parents=True, exist_ok=True)
    copyfile(sentence_encoder.FOLDER / "tokenizer.json", folder / "tokenizer.json")
    (folder / "calibration.json").write_text(json.dumps({**CALIBRATION, **changes}))
    return folder


def use(
    monkeypatch: pytest.MonkeyPatch, folder: Path, fake: FakeReader, **changes: object
) -> FakeReader:
    """Puts a fake in the reader's place for the rest of a test."""
    monkeypatch.setattr(sentence_reader(), "folder", write_folder(folder, **changes))
    monkeypatch.setattr(reader, "read_windows", fake.read_windows)
    return fake
