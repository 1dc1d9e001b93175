"""The input of the reader: a question and sentences of a policy as windows of tokens.

A window is `[CLS] question [SEP]`, then sentences in reading order, each closed by `[SEP]`. A
heading comes before its first sentence, and the line that introduces a list, or the sentence that
another one leans on, before what needs it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from privascope.models.onnx import ModelError

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

LONGEST_QUESTION = 44
LONGEST_SENTENCE = 96
LONGEST_HEADING = 14
# Only the end of a lead-in is read.
LONGEST_LEAD = 20
LONGEST_WINDOW = 256


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its number in the policy, its heading and its context."""

    number: int
    text: str
    heading: str = ""
    section: int = -1
    lead: str = ""
    lead_number: int = -1


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence's tokens are in a window, and where each token is in the sentence.

    `end` is the place of the `[SEP]` that closes the sentence.
    """

    number: int
    first: int
    end: int
    offsets: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Window:
    """The tokens that are read in one pass."""

    ids: list[int]
    types: list[int]
    places: tuple[Place, ...]


class WindowTokenizer:
    """Makes windows of lines."""

    def __init__(self, tokenizer: "Tokenizer") -> None:
        self._tokenizer = tokenizer

    def windows(
        self, question: str, lines: Sequence[Line], longest: int = LONGEST_WINDOW
    ) -> list[Window]:
        """The lines in as few windows as their order allows."""
        return list(self._packed(question, lines, longest))

    def window(self, question: str, lines: Sequence[Line]) -> Window:
        """All the lines in one window, however long."""
        draft = self._draft(question, self._encoded(question, lines))
        for line in lines:
            draft.add(line)
        return draft.finished()

    def _packed(self, question: str, lines: Sequence[Line], longest: int) -> Iterator[Window]:
        encoded = self._encoded(question, lines)
        draft = self._draft(question, encoded)
        for line in lines:
            if draft.places and len(draft.ids) + draft.cost(line) > longest:
                yield draft.finished()
                draft = self._draft(question, encoded)
            draft.add(line)
        if draft.places:
            yield draft.finished()

    def _draft(self, question: str, encoded: "Mapping[str, Encoding]") -> "_Draft":
        start, end, colon = (self._number(token) for token in ("[CLS]", "[SEP]", ":"))
        opening = [start, *encoded[question].ids[:LONGEST_QUESTION], end]
        return _Draft(opening, encoded, end, colon)

    def _number(self, token: str) -> int:
        number = self._tokenizer.token_to_id(token)
        if number is None:
            raise ModelError(f"a reader's tokenizer must know {token}, and this one does not")
        return number

    def _encoded(self, question: str, lines: Sequence[Line]) -> "dict[str, Encoding]":
        texts = list(dict.fromkeys((question, *(t for line in lines for t in _texts(line)))))
        return dict(
            zip(texts, self._tokenizer.encode_batch(texts, add_special_tokens=False), strict=True)
        )


class _Draft:
    """A window that is being filled."""

    def __init__(
        self, opening: Sequence[int], encoded: "Mapping[str, Encoding]", end: int, colon: int
    ) -> None:
        self.ids = list(opening)
        self.places: list[Place] = []
        self._opening = len(opening)
        self._encoded = encoded
        self._end = end
        self._colon = colon
        self._section: int | None = None
        # The sentences just read, which need not be repeated as a lead-in.
        self._number = self._lead = -1

    def cost(self, line: Line) -> int:
        """How many tokens a line would add."""
        said = min(len(self._encoded[line.text].ids), LONGEST_SENTENCE)
        return len(self._before(line)) + said + 1

    def add(self, line: Line) -> None:
        """Adds a line with what comes before it."""
        self.ids += self._before(line)
        if self._needs_lead(line):
            self._lead = line.lead_number
        encoding = self._encoded[line.text]
        first = len(self.ids)
        self.ids += encoding.ids[:LONGEST_SENTENCE]
        offsets = tuple(encoding.offsets[:LONGEST_SENTENCE])
        self.places.append(Place(line.number, first, len(self.ids), offsets))
        self.ids.append(self._end)
        self._section, self._number = line.section, line.number

    def finished(self) -> Window:
        """The window as it is read."""
        types = [0] * self._opening + [1] * (len(self.ids) - self._opening)
        return Window(self.ids, types, tuple(self.places))

    def _needs_lead(self, line: Line) -> bool:
        return line.lead_number >= 0 and line.lead_number not in (self._number, self._lead)

    def _before(self, line: Line) -> list[int]:
        found: list[int] = []
        if line.heading and line.section != self._section and line.heading != line.text:
            found += [*self._encoded[line.heading].ids[:LONGEST_HEADING], self._colon]
        if self._needs_lead(line):
            found += self._encoded[line.lead].ids[-LONGEST_LEAD:]
        return found


def _texts(line: Line) -> Iterator[str]:
    yield line.text
    if line.heading:
        yield line.heading
    if line.lead_number >= 0:
        yield line.lead
