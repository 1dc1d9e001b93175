"""An optional writer that puts an answer's quotes into one short text; it is shown only if checked.

What a writer gives is never shown as it comes: where any of it fails the check, the answer stays as
it was, with a note.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from privascope.answer.answer import Answer, Written
from privascope.answer.written_check import NONE, cited_in, fault_of
from privascope.errors import PrivascopeError
from privascope.policy.policy import Policy

MOST_SENTENCES = 10


class WriterError(PrivascopeError):
    """A writer gave no text; the message says why, to follow "the answer writer"."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for a writer, with its heading and its context."""

    number: int
    heading: str
    before: str
    sentence: str

    @property
    def whole(self) -> str:
        """All that may be quoted of it."""
        return f"{self.before} {self.sentence}".strip()


class AnswerWriter(Protocol):
    """Writes a text that cites numbered sentences as [1], or says NONE; it is checked by others."""

    @property
    def name(self) -> str:
        """The name of the writer for readers."""
        ...

    def write(self, question: str, sentences: Sequence[Sentence]) -> str:
        """The text; WriterError where there is none."""
        ...


def with_written(answer: Answer, policy: Policy, writer: AnswerWriter) -> Answer:
    """The answer with a text from its quotes, or with a note that says why there is none."""
    sentences = sentences_of(answer, policy)
    if not sentences:
        return answer
    try:
        text = writer.write(answer.understood or answer.question, sentences).strip()
    except WriterError as error:
        return _plain(answer, f"The answer writer {error}")
    if text.strip(" .") == NONE:
        return _plain(answer, "The answer writer found no answer in these sentences")
    sources = {one.number: one.whole for one in sentences}
    fault = fault_of(text, sources, answer.stance)
    if fault:
        return _plain(answer, f"The answer writer's text is not shown: {fault}")
    return replace(answer, written=Written(text, cited_in(text), writer.name))


def sentences_of(answer: Answer, policy: Policy) -> tuple[Sentence, ...]:
    """The quotes of an answer as a writer gets them, numbered from 1 in their order."""
    return tuple(
        Sentence(
            number=number,
            heading=quote.section[-1] if quote.section else "",
            before=" ".join(policy.text[mark.start : mark.end] for mark in quote.context),
            sentence=quote.text,
        )
        for number, quote in enumerate(answer.quotes[:MOST_SENTENCES], 1)
    )


def _plain(answer: Answer, told: str) -> Answer:
    note = f"{told}. These are the policy's own sentences."
    return replace(answer, notes=(*answer.notes, note))
