"""Runs the reader: a question together with sentences of a policy, in one pass.

It says of each sentence how well it answers and which of its words do, and of the whole window
what the verdict is and, where the question wants yes or no, which of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.models.batching import length_batches, token_inputs
from privascope.models.onnx import MODEL, load_session, load_tokenizer, run_batches
from privascope.models.window_tokens import Line, Place, Window, WindowTokenizer

Floats = npt.NDArray[np.float32]

FOLDER = Path(__file__).parent / "reader"
# The order of the model's outputs.
OUTPUTS = ("tokens", "verdict", "stance")
VERDICTS = ("answered", "partly", "silent", "out_of_scope")
STANCES = ("yes", "no", "depends", "none")
# One batch holds a window or two: larger batches are not read faster.
_BATCH_TOKENS = 320
_LONGEST_SPAN = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """The result for one window: for each line a logit and the words that answer.

    A span is in characters of its line, None where no words of it do. `verdict` and `stance` are
    logits in the order of VERDICTS and STANCES.
    """

    numbers: tuple[int, ...]
    relevance: Floats
    spans: tuple[tuple[int, int] | None, ...]
    verdict: Floats
    stance: Floats


def is_there(folder: Path | None = None) -> bool:
    """Whether the reader's weights are installed."""
    return ((folder or FOLDER) / MODEL).is_file()


def read(question: str, lines: Sequence[Line], folder: Path | None = None) -> list[Reading]:
    """The readings of all lines, in windows in their order."""
    windows = WindowTokenizer(load_tokenizer(folder or FOLDER)).windows(question, lines)
    return read_windows(windows, folder)


def read_windows(windows: Sequence[Window], folder: Path | None = None) -> list[Reading]:
    """The model's results for each window."""
    batches = length_batches([len(window.ids) for window in windows], _BATCH_TOKENS)
    inputs = (
        token_inputs([windows[n].ids for n in batch], [windows[n].types for n in batch])
        for batch in batches
    )
    outputs = run_batches(load_session(folder or FOLDER), inputs)
    found: dict[int, Reading] = {}
    for batch, (tokens, verdicts, stances) in zip(batches, outputs, strict=True):
        for row, number in enumerate(batch):
            found[number] = _reading(windows[number], tokens[row], verdicts[row], stances[row])
    return [found[number] for number in range(len(windows))]


def relevance_of(place: Place, tokens: Floats) -> float:
    """The logit of a sentence: the mean over its tokens, and that of the token which closes it."""
    own = tokens[place.first : place.end, 0]
    return float((own.mean() if len(own) else 0.0) + tokens[place.end, 1])


def span_of(place: Place, tokens: Floats) -> tuple[int, int] | None:
    """The likeliest stretch of a sentence; None where "no words of it" is likelier."""
    starts, ends = tokens[place.first : place.end, 2], tokens[place.first : place.end, 3]
    if not len(starts):
        return None
    # From each first token to itself or one of the next few.
    allowed = np.triu(np.ones((len(starts), len(starts)))) * np.tri(len(starts), k=_LONGEST_SPAN)
    sums = np.where(allowed > 0, starts[:, None] + ends[None, :], -np.inf)
    first, last = np.unravel_index(int(sums.argmax()), sums.shape)
    if sums[first, last] <= tokens[0, 2] + tokens[0, 3]:
        return None
    return place.offsets[int(first)][0], place.offsets[int(last)][1]


def _reading(window: Window, tokens: Floats, verdict: Floats, stance: Floats) -> Reading:
    return Reading(
        numbers=tuple(place.number for place in window.places),
        relevance=np.array([relevance_of(place, tokens) for place in window.places], np.float32),
        spans=tuple(span_of(place, tokens) for place in window.places),
        verdict=verdict,
        stance=stance,
    )
