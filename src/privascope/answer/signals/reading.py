"""What the reader, which reads a question together with sentences, says of each of them."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock

import numpy as np

from privascope.answer.passages import Passages
from privascope.answer.signals.signal import Floats
from privascope.cache import Cache
from privascope.models import reader
from privascope.models.window_tokens import Line

# Sentences that the reader reads of a policy, the likeliest by words and meaning. On 4,540 labelled
# questions 64 hold an answer in .990 of cases, 48 in .983, 32 in .965.
CANDIDATES = 64
# What a sentence has that was not read; lower logits mean as little.
LEAST_LOGIT = -8.0
_MOST_KEPT = 256

# What was read: by which weights, for which question, and which sentences of which policy.
_Key = tuple[Path | None, str, Passages, tuple[int, ...]]


class SentenceReader:
    """The logit that each of some sentences answers, from windows of several in reading order."""

    name = "reading"

    def __init__(self) -> None:
        # Measuring sets both: other weights than those shipped (None), and all sentences.
        self.folder: Path | None = None
        self.most = CANDIDATES
        self._lock = Lock()
        self._kept: Cache[_Key, Floats] = Cache(_MOST_KEPT)

    def is_available(self) -> bool:
        """Whether the reader's weights are installed."""
        return reader.is_there(self.folder)

    def score(self, question: str, passages: Passages) -> Floats:
        """The logit of every sentence."""
        return self.scores(question, passages, range(len(passages)))

    def scores(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """The logit of each of the numbered sentences, read in the policy's order."""
        order = sorted(numbers)
        with self._lock:
            found = self._kept.get_or_make(
                (self.folder, question, passages, tuple(order)),
                lambda: self._read(question, passages, order),
            )
        place = {number: at for at, number in enumerate(order)}
        logits: Floats = found[[place[number] for number in numbers]]
        return logits

    def alone(self, question: str, passages: Passages, numbers: Sequence[int]) -> Floats:
        """The logit of each sentence read alone, as a cross-encoder does."""
        from privascope.models.onnx import load_tokenizer
        from privascope.models.window_tokens import WindowTokenizer

        tokenizer = WindowTokenizer(load_tokenizer(self.folder or reader.FOLDER))
        windows = [tokenizer.window(question, [line_of(passages, number)]) for number in numbers]
        readings = reader.read_windows(windows, self.folder)
        return np.array([reading.relevance[0] for reading in readings], dtype=np.float64)

    def _read(self, question: str, passages: Passages, order: Sequence[int]) -> Floats:
        lines = [line_of(passages, number) for number in order]
        found = [reading.relevance for reading in reader.read(question, lines, self.folder)]
        return np.concatenate(found).astype(np.float64) if found else np.zeros(0)


@lru_cache(maxsize=1)
def sentence_reader() -> SentenceReader:
    """The one that all of the process shares, with what has been read so far."""
    return SentenceReader()


def line_of(passages: Passages, number: int) -> Line:
    """A sentence as the reader reads it: below its heading, after its context."""
    passage = passages[number]
    lead = passage.head if passage.head >= 0 else passage.before
    return Line(
        number=number,
        text=passage.text,
        heading=passages.headings[passage.section] if passage.section >= 0 else "",
        section=passage.section,
        lead=passages[lead].text if lead >= 0 else "",
        lead_number=lead,
    )
