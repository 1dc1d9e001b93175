"""A label as the policy's page shows it, and the places in the text that it leads to."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from privascope.answer.answer import Source
from privascope.collect.visit import Visited
from privascope.compare.evidence import Evidence
from privascope.compare.grid import Column
from privascope.compare.label import Line, Part, PolicyLabel
from privascope.compare.labelling import label_of
from privascope.compare.norms import Norm
from privascope.compare.standing import SYMBOLS, UNCLEAR, WORDING, Clarity, Standing
from privascope.errors import (
    LibraryError,
    NotEnglishError,
    PrivascopeError,
    UnreadablePageError,
)
from privascope.library.facts import Facts
from privascope.library.languages import LANGUAGES
from privascope.library.store import Library
from privascope.policy.policy import Policy
from privascope.serve.visit_labels import VisitLabels
from privascope.serve.visits import BusyError
from privascope.serve.web.marked import Mark, MarkedText
from privascope.traits.practices.find import LANGUAGES as LANGUAGES_READ
from privascope.traits.practices.find import expected_seconds

_log = logging.getLogger(__name__)
_MOST_QUOTES = 4
# The table under the label has all of them.
_MOST_NORMS = 2
# A page that takes longer than this to make is made only when somebody asks for it.
_MOST_SECONDS = 3.0
LABEL_KINDS = ("1", "vague")
_OFFER = (
    "What is collected, why, who gets it, how long it is kept and what you can choose, at a "
    "glance. To find it takes a second or two."
)
_LIKELY = 0.5
_PERHAPS_NO_POLICY = (
    "This does not seem to be a whole privacy policy: what the label does not find may stand "
    "elsewhere."
)


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote in HTML; `place` is the id of its sentence in the text."""

    html: Markup
    section: str
    place: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that the policy says, with its quotes; `note` tells how, where that matters."""

    wording: str
    standing: str
    sign: str
    told: str
    note: str
    unclear: str
    words: tuple[str, ...]
    quotes: tuple[QuoteView, ...]
    more: int


@dataclass(frozen=True, slots=True)
class TopicView:
    """What a part tells of one attribute."""

    title: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class PartView:
    """One question of the label; `norms` are where the policy differs from its sector."""

    title: str
    silent: str
    unsure: Claim | None
    topics: tuple[TopicView, ...]
    not_sure: tuple[Claim, ...]
    not_stated: tuple[str, ...]
    norms: tuple[Norm, ...]


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
    """A label as it is made, or why there is none."""
    try:
        label = make()
    except NotEnglishError:
        language = LANGUAGES.get(policy.language, policy.language)
        return _without_label(
            f"Labels are made of English policies, and this one is in another language "
            f"({language}): what it does is not known here, which is not the same as nothing."
        )
    except LibraryError:
        raise
    except BusyError:
        return _without_label("Other labels are being made just now.", waits=True)
    except UnreadablePageError as error:
        text = str(error)
        return _without_label(f"{text[:1].upper()}{text[1:]}.")
    except PrivascopeError as error:
        # The message names files of this machine: for the operator, not for the visitor.
        _log.error("%s", error)
        return _without_label("The label cannot be made here just now.")
    return view_label(label, policy, only_vague=wanted == "vague", doubt=doubt)


def _long(seconds: float) -> str:
    return f"This policy is long: to read it takes about {seconds:.0f} seconds."


def _without_label(problem: str, *, waits: bool = False) -> LabelView:
    return LabelView(None, problem, waits, False, "", (), (), (), 0, ())


def view_label(
    label: PolicyLabel, policy: Policy, *, only_vague: bool = False, doubt: str = ""
) -> LabelView:
    """The label for a page; `doubt` is told above it."""
    unusual = label.norms.unusual if label.norms else ()
    return LabelView(
        label=label,
        problem="",
        waits=False,
        only_vague=only_vague,
        doubt=doubt,
        parts=tuple(_vague_part(part, lines, policy) for part, lines in label.vague)
        if only_vague
        else tuple(
            _part(part, policy, [norm for norm in unusual if norm.part == part.slug])
            for part in label.parts
        ),
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
        marks=tuple(_places(label)),
    )


def place_of(evidence: Evidence) -> str:
    """The id of a quote's place in the text."""
    return f"said-{evidence.start}"


def quote_view(evidence: Evidence, policy: Policy) -> QuoteView:
    """A quote with its words marked."""
    marks = [Mark(mark.start, mark.end, "found") for mark in evidence.marks]
    html = MarkedText(policy.text, marks).piece(evidence.start, evidence.end)
    cut = Markup("") if evidence.whole else Markup("… ")
    section = " › ".join(" ".join(title.split()) for title in evidence.section)
    return QuoteView(cut + html + cut, section, place_of(evidence))


def _part(part: Part, policy: Policy, norms: Sequence[Norm]) -> PartView:
    topics = [(topic.title, topic.lines) for topic in part.topics]
    topics.append(("In particular", part.own_statements))
    silent = part.standing is Standing.NOT_STATED
    return PartView(
        title=part.title,
        silent=part.told if silent else "",
        unsure=_unsure(part, policy) if part.perhaps else None,
        topics=tuple(
            TopicView(title, tuple(_claim(line, policy) for line in lines))
            for title, lines in topics
            if lines
        ),
        not_sure=tuple(_claim(line, policy) for line in part.topics[0].not_sure),
        not_stated=() if silent else part.topics[0].not_stated,
        norms=tuple(norms[:_MOST_NORMS]),
    )


def _vague_part(part: Part, lines: Iterable[Line], policy: Policy) -> PartView:
    claims = tuple(_claim(line, policy) for line in lines)
    return PartView(part.title, "", None, (TopicView("", claims),), (), (), ())


def _unsure(part: Part, policy: Policy) -> Claim:
    """Words that may be about a part in which nothing was recognised."""
    return Claim(
        wording="not sure: see what may be about it",
        standing=part.standing.value,
        sign=SYMBOLS[part.standing],
        told=WORDING[part.standing],
        note="",
        unclear="",
        words=(),
        quotes=tuple(quote_view(one, policy) for one in part.perhaps[:_MOST_QUOTES]),
        more=max(0, len(part.perhaps) - _MOST_QUOTES),
    )


def _claim(line: Line, policy: Policy) -> Claim:
    notes = [WORDING[line.standing]] if line.standing is Standing.DENIED else []
    notes += ["elsewhere it says it does not"] if line.contrary else []
    shown = (*line.evidence[:_MOST_QUOTES], *line.contrary[:1])
    is_open = line.standing is Standing.UNSPECIFIED
    return Claim(
        wording=line.wording,
        standing=line.standing.value,
        sign=SYMBOLS[line.standing],
        told=WORDING[line.standing],
        note=", ".join(notes),
        unclear="" if is_open else UNCLEAR[line.clarity],
        words=line.words,
        quotes=tuple(quote_view(one, policy) for one in shown),
        more=max(0, line.places - _MOST_QUOTES),
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


def _places(label: PolicyLabel) -> Iterator[Mark]:
    """Every sentence that the label leads to, once."""
    found = {one.start: one for one in _all_evidence(label)}
    for one in found.values():
        yield Mark(one.start, one.end, "said", place_of(one))


def _all_evidence(label: PolicyLabel) -> Iterator[Evidence]:
    for part in label.parts:
        yield from part.perhaps[:_MOST_QUOTES]
        for line in (*part.lines, *part.topics[0].not_sure):
            yield from line.evidence[:_MOST_QUOTES]
            yield from line.contrary
    for row in label.grid.rows:
        yield from (mark.evidence for mark in row.marks if mark.evidence)
    for norm in label.norms.norms if label.norms else ():
        yield from norm.evidence
