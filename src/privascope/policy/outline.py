"""A policy's text with its sections and sentences, and nothing else: what snippets need."""

from collections.abc import Sequence
from dataclasses import dataclass

from privascope.policy.policy import Policy


@dataclass(frozen=True, slots=True)
class Outline:
    """A policy's text with its sections and where each sentence starts and ends.

    Of a section there are its start, the end of its heading, and its end.
    """

    text: str
    sections: Sequence[tuple[int, int, int]]
    starts: list[int]
    ends: list[int]

    def section_path(self, position: int) -> tuple[str, ...]:
        """The headings above a place, the outermost first."""
        return tuple(
            self.text[start:heading_end]
            for start, heading_end, end in self.sections
            if start <= position < end
        )


def outline_of(policy: Policy) -> Outline:
    """What of a policy its snippets need."""
    return Outline(
        policy.text,
        [(section.start, section.heading_end, section.end) for section in policy.sections],
        [sentence.start for sentence in policy.sentences],
        [sentence.end for sentence in policy.sentences],
    )
