"""A label as the policy's page shows it, and the places in the text that it links to."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from privascope.answer.answer import Source
from privascope.collect.visit import Visited
from privascope.compare.grid import Column
from privascope.compare.label import PolicyLabel
from privascope.compare.labelling import label_of
from privascope.compare.standing import SYMBOLS, UNCLEAR, WORDING, Clarity, Standing
from privascope.errors import (
    LibraryError,
    NotEnglishError,
    PrivascopeError,
    UnreadablePageError,
)
from privascope.library.facts import Facts
from privascope.library.language_names import LANGUAGES
from privascope.library.store import Library
from privascope.policy.policy import Policy
from privascope.serve.visit_labels import VisitLabels
from privascope.serve.visits import BusyError
from privascope.serve.web.first_look import NOTHING, FirstLook, first_look
from privascope.serve.web.label_sections import PartView, place_of, places_of, section_views
from privascope.serve.web.marked import Mark
from privascope.traits.practices.find import LANGUAGES as LANGUAGES_READ
from privascope.traits.practices.find import expected_seconds

_log = logging.getLogger(__name__)
# A page that takes longer than this to make is made only when somebody asks for it.
_MOST_SECONDS = 3.0
# The whole label even of a long policy, or only its vague lines.
LABEL_KINDS = ("1", "vague")
_OFFER = (
    "What is collected, why, who gets it, how long it is kept and what you can choose, at a "
    "glance. Finding it takes a second or two."
)
_LIKELY = 0.5
_PERHAPS_NO_POLICY = (
    "This does not seem to be a whole privacy policy: what the label does not find may stand "
    "elsewhere."
)


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark of the grid and the place that it leads to."""

    standing: str
    sign: str
    vague: bool
    told: str
    place: str


@dataclass(frozen=True, slots=True)
class LabelView:
    """All that the template of a label needs; `marks` go into the policy's text.

    Where there is no label, `problem` says why, and `waits` that it is made when asked for.
    """

    label: PolicyLabel | None
    problem: str
    waits: bool
    only_vague: bool
    doubt: str
    first: FirstLook
    parts: tuple[PartView, ...]
    rows: tuple[tuple[str, tuple[Dot, ...]], ...]
    groups: tuple[tuple[str, int], ...]
    vague_count: int
    marks: tuple[Mark, ...]


def read_label(
    library: Library, facts: Facts, policy: Policy, source: Source, wanted: str
) -> LabelView:
    """The label of a version; `wanted` is "vague" for its vague lines only, "1" to wait for it."""
    if facts.traits.practices is None and not wanted:
        seconds = expected_seconds(policy)
        if seconds > _MOST_SECONDS:
            return _without_label(_long(seconds), waits=True)
    return _made(lambda: label_of(library, facts, policy, source), policy, wanted)


def visit_label(labels: VisitLabels, visited: Visited, wanted: str) -> LabelView:
    """The label of a page that is not stored, which is made only when it is wanted."""
    policy = visited.policy
    if not wanted and policy.language in LANGUAGES_READ:
        seconds = expected_seconds(policy)
        told = _long(seconds) if seconds > _MOST_SECONDS else _OFFER
        return _without_label(told, waits=True)
    doubt = _PERHAPS_NO_POLICY if visited.probability < _LIKELY else ""
    return _made(lambda: labels.label(visited), policy, wanted, doubt)


def _made(
    make: Callable[[], PolicyLabel], policy: Policy, wanted: str, doubt: str = ""
) -> LabelView:
    """The label, or why there is none."""
    try:
        label = make()
    except NotEnglishError:
        language = LANGUAGES.get(policy.language, policy.language)
        return _without_label(
            f"Labels are available only for English policies, and this one is in another language "
            f"({language}). What it does is unknown here, which is not the same as nothing."
        )
    except LibraryError:
        raise
    except BusyError:
        return _without_label("Other labels are being made at the moment.", waits=True)
    except UnreadablePageError as error:
        text = str(error)
        return _without_label(f"{text[:1].upper()}{text[1:]}.")
    except PrivascopeError as error:
        # The message contains paths of this machine: it is for the operator, not the visitor.
        _log.error("%s", error)
        return _without_label("The label cannot be made here at the moment.")
    return view_label(label, policy, only_vague=wanted == "vague", doubt=doubt)


def _long(seconds: float) -> str:
    return f"This policy is long: reading it takes about {seconds:.0f} seconds."


def _without_label(problem: str, *, waits: bool = False) -> LabelView:
    return LabelView(None, problem, waits, False, "", NOTHING, (), (), (), 0, ())


def view_label(
    label: PolicyLabel, policy: Policy, *, only_vague: bool = False, doubt: str = ""
) -> LabelView:
    """The label for a page; `doubt` is shown above it."""
    return LabelView(
        label=label,
        problem="",
        waits=False,
        only_vague=only_vague,
        doubt=doubt,
        first=first_look(label, policy),
        parts=section_views(label, policy, only_vague=only_vague),
        rows=tuple(
            (
                row.wording,
                tuple(
                    Dot(
                        mark.standing.value,
                        SYMBOLS[mark.standing],
                        mark.vague,
                        _dot_told(row.wording, column, mark.standing, mark.vague),
                        place_of(mark.evidence) if mark.evidence else "",
                    )
                    for column, mark in zip(label.grid.columns, row.marks, strict=True)
                ),
            )
            for row in label.grid.rows
        ),
        groups=tuple(_groups(label.grid.columns)),
        vague_count=sum(len(lines) for _, lines in label.vague),
        marks=tuple(places_of(label)),
    )


def _dot_told(data: str, column: Column, standing: Standing, vague: bool) -> str:
    told = UNCLEAR[Clarity.VAGUE] if vague else WORDING[standing]
    return f"{data}, {column.group} {column.title}: {told}".replace(",  ", ", ")


def _groups(columns: Iterable[Column]) -> Iterator[tuple[str, int]]:
    """The headings over the columns, each with how many it stands over."""
    counts: dict[str, int] = {}
    for column in columns:
        counts[column.group] = counts.get(column.group, 0) + 1
    yield from counts.items()
