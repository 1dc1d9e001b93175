"""The grid of a label: which kinds of data are used for what, and who else gets them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from privascope.compare.evidence import Evidence, Quoter, by_segment
from privascope.compare.label_parts import OTHER, UNSPECIFIED
from privascope.compare.standing import Standing
from privascope.traits.practices.denial import Stance, stance
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.taxonomy import category

_FIRST = "First Party Collection/Use"
_THIRD = "Third Party Sharing/Collection"
_DATA = "Personal Information Type"


@dataclass(frozen=True, slots=True)
class Column:
    """What can be said of a kind of data; `group` is the heading over several columns."""

    slug: str
    title: str
    group: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What the policy says of a kind of data in a column, with its surest quote."""

    standing: Standing
    vague: bool
    places: int
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class GridRow:
    """A kind of data, with a mark for each column."""

    data: str
    wording: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Kinds of data by what happens to them; kinds that the policy never names are left out.

    A mark under a purpose or a recipient means that one passage names both.
    """

    columns: tuple[Column, ...]
    rows: tuple[GridRow, ...]


_NOTHING = Mark(Standing.NOT_STATED, False, 0, None)
# Column, category, attribute, values; without an attribute the data alone is meant.
_PLAN: tuple[tuple[Column, str, str, frozenset[str]], ...] = (
    (Column("collected", "collected", ""), _FIRST, "", frozenset()),
    *(
        (Column(slug, title, "used for"), _FIRST, "Purpose", frozenset(values))
        for slug, title, values in (
            (
                "service",
                "the service",
                (
                    "Basic service/feature",
                    "Additional service/feature",
                    "Service Operation and Security",
                ),
            ),
            ("analysis", "analysis", ("Analytics/Research",)),
            ("adapting", "personalisation", ("Personalization/Customization",)),
            ("advertising", "ads, marketing", ("Advertising", "Marketing")),
            (
                "other-reasons",
                "legal and other",
                ("Legal requirement", "Merger/Acquisition", OTHER),
            ),
        )
    ),
    *(
        (Column(slug, title, "shared with"), _THIRD, "Third Party Entity", frozenset(values))
        for slug, title, values in (
            ("named", "named companies", ("Named third party",)),
            ("unnamed", "unnamed third parties", ("Unnamed third party", OTHER, UNSPECIFIED)),
            ("related", "related companies", ("Other part of company/affiliate",)),
            ("users", "users, public", ("Other users", "Public")),
        )
    ),
)


def make_grid(practices: Iterable[Practice], text: str, quoter: Quoter) -> Grid:
    """The grid of a policy's practices."""
    said: dict[Stance, dict[tuple[str, str], list[Practice]]] = {one: {} for one in Stance}
    for name, segment in by_segment(practices):
        for practice in segment:
            if practice.attribute != _DATA or name not in (_FIRST, _THIRD):
                continue
            found = said[stance(practice, segment, text)]
            for column in _columns(name, segment):
                found.setdefault((practice.value, column.slug), []).append(practice)
    data = next(one for one in category(_FIRST).attributes if one.name == _DATA)
    rows = (
        GridRow(
            value.name,
            value.plain,
            tuple(
                _mark(
                    quoter,
                    said[Stance.DONE].get((value.name, column.slug), []),
                    said[Stance.DENIED].get((value.name, column.slug), []),
                )
                for column, *_ in _PLAN
            ),
        )
        for value in data.values
        if value.name not in (OTHER, UNSPECIFIED)
    )
    named = tuple(
        row for row in rows if any(mark.standing is not Standing.NOT_STATED for mark in row.marks)
    )
    return Grid(tuple(column for column, *_ in _PLAN), named)


def _columns(name: str, segment: Sequence[Practice]) -> list[Column]:
    """The columns that a segment of a category mentions."""
    said = {(practice.attribute, practice.value) for practice in segment}
    return [
        column
        for column, wanted, attribute, values in _PLAN
        if wanted == name and (not attribute or any((attribute, value) in said for value in values))
    ]


def _mark(quoter: Quoter, yes: list[Practice], no: list[Practice]) -> Mark:
    if not yes and not no:
        return _NOTHING
    quotes = quoter.quotes(yes or no)
    return Mark(
        standing=Standing.STATED if yes else Standing.DENIED,
        vague=all(one.vague for one in quotes.best),
        places=quotes.places,
        evidence=quotes.best[0],
    )
