"""The sections of a label as a page shows them: claims, each with the quotes behind it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from privascope.compare.evidence import Evidence
from privascope.compare.label import Line, Part, PolicyLabel
from privascope.compare.standing import SYMBOLS, UNCLEAR, WORDING, Standing
from privascope.policy.policy import Policy
from privascope.serve.web.marked import Mark, MarkedText

_MOST_QUOTES = 4


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote in HTML; `place` is the id of its sentence in the text."""

    html: Markup
    section: str
    place: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that the policy says, with its quotes; `note` says how, where that matters."""

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
    """What a part says about one attribute."""

    title: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class PartView:
    """One section of the label."""

    title: str
    silent: str
    unsure: Claim | None
    topics: tuple[TopicView, ...]
    not_stated: tuple[str, ...]


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


def section_views(label: PolicyLabel, policy: Policy, *, only_vague: bool) -> tuple[PartView, ...]:
    """All sections of a label, or only their vague lines."""
    if only_vague:
        return tuple(_vague_part(part, lines, policy) for part, lines in label.vague)
    return tuple(_part(part, policy) for part in label.parts)


def _part(part: Part, policy: Policy) -> PartView:
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
        not_stated=() if silent else part.topics[0].not_stated,
    )


def _vague_part(part: Part, lines: Iterable[Line], policy: Policy) -> PartView:
    claims = tuple(_claim(line, policy) for line in lines)
    return PartView(part.title, "", None, (TopicView("", claims),), ())


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


def places_of(label: PolicyLabel) -> Iterator[Mark]:
    """Every sentence that the label leads to, once."""
    found = {one.start: one for one in _all_evidence(label)}
    for one in found.values():
        yield Mark(one.start, one.end, "said", place_of(one))


def _all_evidence(label: PolicyLabel) -> Iterator[Evidence]:
    for first in label.first_view:
        yield from (*first.evidence, *first.contrary)
    for pair in label.contradictions:
        yield from (*pair.evidence, *pair.contrary)
    for part in label.parts:
        yield from part.perhaps[:_MOST_QUOTES]
        for line in part.lines:
            yield from line.evidence[:_MOST_QUOTES]
            yield from line.contrary
    for row in label.grid.rows:
        yield from (mark.evidence for mark in row.marks if mark.evidence)
    for norm in label.norms.norms if label.norms else ():
        yield from norm.evidence
