"""Labels side by side: what policies say differently, and what they have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from privascope.answer.answer import Source
from privascope.compare.evidence import Evidence
from privascope.compare.first_plan import line_plans
from privascope.compare.first_view import FirstLine
from privascope.compare.label import Line, LineKind, Part, PolicyLabel
from privascope.compare.label_parts import OTHER, UNSPECIFIED, part_plans
from privascope.compare.standing import Clarity, Standing
from privascope.errors import PrivascopeError
from privascope.typed_result import TypedResult

FEWEST, MOST = 2, 6


class ComparisonError(PrivascopeError):
    """Too few or too many policies to compare."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one policy says of a row."""

    standing: Standing
    clarity: Clarity
    words: tuple[str, ...]
    places: int
    evidence: tuple[Evidence, ...]
    contrary: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Row(TypedResult):
    """One thing that policies can say, with a cell for each policy; `topic` may be empty."""

    part: str
    title: str
    topic: str
    kind: LineKind
    name: str
    wording: str
    differs: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class GlanceRow(TypedResult):
    """A question of the first view, with the answer of each policy."""

    slug: str
    question: str
    differs: bool
    answers: tuple[FirstLine, ...]


@dataclass(frozen=True, slots=True)
class Comparison(TypedResult):
    """What some policies say, side by side; rows in which they differ come first.

    `first_view` has the questions that people have, the others every section of the label.
    """

    policies: tuple[Source, ...]
    sectors: tuple[str | None, ...]
    first_view: tuple[GlanceRow, ...]
    differences: tuple[Row, ...]
    common: tuple[Row, ...]


def check_number(policies: int) -> None:
    """Raises unless this number of policies can be compared."""
    if not FEWEST <= policies <= MOST:
        raise ComparisonError(
            f"{FEWEST} to {MOST} policies can be compared at once, but {policies} were given"
        )


def compare_labels(labels: Sequence[PolicyLabel]) -> Comparison:
    """The labels of two to six policies side by side."""
    check_number(len(labels))
    rows = [row for place in range(len(part_plans())) for row in _rows(place, labels)]
    return Comparison(
        policies=tuple(label.source for label in labels),
        sectors=tuple(label.sector for label in labels),
        first_view=tuple(sorted(_glances(labels), key=lambda row: not row.differs)),
        differences=tuple(row for row in rows if row.differs),
        common=tuple(row for row in rows if not row.differs),
    )


def _glances(labels: Sequence[PolicyLabel]) -> Iterator[GlanceRow]:
    for plan in line_plans():
        answers = tuple(
            next(line for line in label.first_view if line.slug == plan.slug) for label in labels
        )
        differs = len({line.words for line in answers}) > 1
        yield GlanceRow(plan.slug, plan.question, differs, answers)


def _rows(place: int, labels: Sequence[PolicyLabel]) -> Iterator[Row]:
    parts = [label.parts[place] for label in labels]
    first = parts[0]
    found = False
    for at, topic in enumerate(part_plans()[place].topics):
        columns = [
            {line.name: line for line in (*part.topics[at].lines, *part.topics[at].not_sure)}
            for part in parts
        ]
        for value in topic.attribute.values:
            if value.name == OTHER or (value.name == UNSPECIFIED and topic.title):
                continue
            lines = [column.get(value.name) for column in columns]
            if any(line and line.standing is not Standing.NOT_SURE for line in lines):
                found = True
                wording = topic.open if value.name == UNSPECIFIED else value.plain
                cells = tuple(map(_cell, lines, parts))
                yield _row(first, topic.title, LineKind.VALUE, value.name, wording, cells)
    slugs = dict.fromkeys(line.name for part in parts for line in part.statements)
    for slug in slugs:
        lines = [
            next((line for line in part.statements if line.name == slug), None) for part in parts
        ]
        wording = next(line.wording for line in lines if line)
        cells = tuple(map(_cell, lines, parts))
        yield _row(first, "", LineKind.STATEMENT, slug, wording, cells)
    if not found:
        cells = tuple(
            Cell(part.standing, Clarity.CLEAR, (), len(part.perhaps), part.perhaps, ())
            for part in parts
        )
        yield _row(first, "", LineKind.VALUE, "", "anything about this", cells)


def _row(
    part: Part,
    topic: str,
    kind: LineKind,
    name: str,
    wording: str,
    cells: tuple[Cell, ...],
) -> Row:
    return Row(
        part=part.slug,
        title=part.title,
        topic=topic,
        kind=kind,
        name=name,
        wording=wording,
        differs=len({cell.standing for cell in cells}) > 1,
        cells=cells,
    )


def _cell(line: Line | None, part: Part) -> Cell:
    if line is not None:
        return Cell(
            line.standing, line.clarity, line.words, line.places, line.evidence, line.contrary
        )
    # If it is not certain that a policy mentions the part at all, nothing in it is certain.
    return Cell(
        Standing.NOT_SURE if part.standing is Standing.NOT_SURE else Standing.NOT_STATED,
        Clarity.CLEAR,
        (),
        len(part.perhaps),
        part.perhaps,
        (),
    )
