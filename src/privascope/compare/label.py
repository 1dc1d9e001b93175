"""The privacy label: what one policy says, in plain and countable words, with evidence."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from privascope.answer.answer import Source
from privascope.compare.contradictions import Contradiction
from privascope.compare.evidence import Evidence
from privascope.compare.first_view import FirstLine
from privascope.compare.grid import Grid
from privascope.compare.norms import SectorNorms
from privascope.compare.standing import Clarity, Standing
from privascope.traits.practices.statements import Statement, by_slug
from privascope.typed_result import TypedResult


class LineKind(StrEnum):
    """Whether a line is a value of the taxonomy or a statement."""

    VALUE = "value"
    STATEMENT = "statement"


@dataclass(frozen=True, slots=True)
class Line(TypedResult):
    """One thing that the policy says, or leaves open, in plain words.

    `name` is the value's published name or the statement's slug. `words` are the policy's own
    where they tell more than ours, such as a period of time. `evidence` is the surest of all
    `places`; `contrary` is where the policy says the opposite of this line, if it says both.
    """

    kind: LineKind
    name: str
    wording: str
    explanation: str
    standing: Standing
    clarity: Clarity
    words: tuple[str, ...]
    places: int
    evidence: tuple[Evidence, ...]
    contrary: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """What a part tells of one attribute; the first topic is what the part is about.

    It also has what others name and this policy does not: under `not_stated`, or where words of it
    stand in the text under `not_sure`.
    """

    attribute: str
    title: str
    lines: tuple[Line, ...]
    not_sure: tuple[Line, ...]
    not_stated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One question of the label; `told` says in a few words how the policy stands to it.

    `perhaps` quotes what may be about it, where nothing was found and words of it are in the text.
    """

    slug: str
    title: str
    category: str
    standing: Standing
    told: str
    topics: tuple[Topic, ...]
    statements: tuple[Line, ...]
    perhaps: tuple[Evidence, ...]

    @property
    def own_statements(self) -> tuple[Line, ...]:
        """The statements that say more than the other lines do."""
        told = {
            (topic.attribute, line.name)
            for topic in self.topics
            for line in topic.lines
            if line.standing is Standing.STATED
        }
        return tuple(line for line in self.statements if not _is_told(by_slug()[line.name], told))

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, the statements last."""
        return (*(line for topic in self.topics for line in topic.lines), *self.own_statements)


def _is_told(statement: Statement, told: AbstractSet[tuple[str, str]]) -> bool:
    """Whether a value that is shown says everything that a statement does."""
    return (
        len(statement.conditions) == 1
        and not statement.negated
        and any(
            (each.attribute, value) in told
            for each in statement.conditions
            for value in each.values
        )
    )


@dataclass(frozen=True, slots=True)
class Likely:
    """A statement that the policy may make: likely, but not certain enough to be shown as made."""

    statement: str
    wording: str


@dataclass(frozen=True, slots=True)
class PolicyLabel(TypedResult):
    """What one policy says; all offsets point into the text of `source`.

    `first_view` has the questions that people have, the most unusual answer first. `statements`
    are all that the policy makes, and `parts` have everything, section by section.
    """

    source: Source
    sector: str | None
    method: str
    first_view: tuple[FirstLine, ...]
    contradictions: tuple[Contradiction, ...]
    may_also: tuple[Likely, ...]
    statements: tuple[Line, ...]
    parts: tuple[Part, ...]
    grid: Grid
    norms: SectorNorms | None

    @property
    def vague(self) -> tuple[tuple[Part, tuple[Line, ...]], ...]:
        """What the policy is vague about: the lines that are not clear, part by part."""
        found = (
            (part, tuple(line for line in part.lines if line.clarity is not Clarity.CLEAR))
            for part in self.parts
        )
        return tuple((part, lines) for part, lines in found if lines)

    def picture(self) -> str:
        """The first view as an SVG picture of one page, with title, source and date."""
        from privascope.compare.label_picture import label_picture

        return label_picture(self)

    def badge(self, line: str = "") -> str:
        """A small SVG badge: how many questions are answered, or the answer to one, by its slug."""
        from privascope.compare.label_picture import label_badge

        return label_badge(self, line)
