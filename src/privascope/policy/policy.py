"""A policy's text with its sections, segments and sentences, all by exact offsets."""

from dataclasses import dataclass
from datetime import date

from privascope.policy.document import PlacedBlock


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a policy's text: `policy.text[start:end]`, in Unicode code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it, its subsections included.

    The heading is `text[start:heading_end]`; `parent` is the index of the enclosing section
    in `Policy.sections`, or -1. A policy's words before any heading belong to no section.
    """

    level: int
    start: int
    heading_end: int
    end: int
    parent: int


@dataclass(frozen=True, slots=True)
class Policy:
    """What one version of a policy says. `text` is NFC; every offset points into it."""

    title: str
    language: str
    stated_date: date | None
    text: str
    blocks: tuple[PlacedBlock, ...]
    sections: tuple[Section, ...]
    segments: tuple[Span, ...]
    sentences: tuple[Span, ...]

    def quote(self, span: Span | Section | PlacedBlock) -> str:
        """The policy's own words at a place."""
        return self.text[span.start : span.end]

    def section_path(self, position: int) -> tuple[str, ...]:
        """The headings above a place, the outermost first."""
        return tuple(
            self.text[section.start : section.heading_end]
            for section in self.sections
            if section.start <= position < section.end
        )
