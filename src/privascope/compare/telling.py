"""Turns labels, comparisons and changes into speech, point by point."""

import re
from collections.abc import Iterator
from datetime import date

from privascope.answer.answer import Source
from privascope.answer.dialogue.reply import Point, Told
from privascope.answer.dialogue.telling import named_source
from privascope.answer.words import content_stems
from privascope.compare.comparison import Cell, Comparison, GlanceRow
from privascope.compare.evidence import Evidence
from privascope.compare.first_view import FirstLine, Reply
from privascope.compare.label import Line, PolicyLabel
from privascope.compare.label_changes import LabelledDiff
from privascope.compare.standing import Standing

# An answer that a larger share of policies give is not surprising.
_RARE = 0.34
_SAID = frozenset((Reply.YES, Reply.NO, Reply.ONLY_IF, Reply.BOTH))
_STANDINGS = {
    Standing.STATED: "says so",
    Standing.DENIED: "rules it out",
    Standing.UNSPECIFIED: "mentions it without details",
    Standing.NOT_SURE: "not sure",
    Standing.NOT_STATED: "does not say",
}
_MOST = 12
# That the date at the top changed is no news.
_IS_DATE = re.compile(
    r"^\W*(?:last (?:updated|modified|revised)|effective|updated)\b", re.IGNORECASE
)


def told_label(label: PolicyLabel) -> Told:
    """The questions that people have, each with the policy's answer."""
    lines = [line for line in label.first_view if line.reply in _SAID]
    silent = [line for line in label.first_view if line.reply is Reply.NOT_STATED]
    points = [_of_line(line, label.source) for line in lines]
    if silent:
        left = "; ".join(line.question.rstrip("?").lower() for line in silent[:3])
        points.append(Point(text=f"It does not say: {left}."))
    return Told(
        f"In short, {named_source(label.source)}:",
        tuple(points),
        label,
        source=named_source(label.source),
    )


def told_worries(label: PolicyLabel) -> Told:
    """What few policies say and this one does, and where it contradicts itself."""
    source = label.source
    points = [
        _with_evidence(f"{line.question} {_stop(line.words)} {_usual(line)}", line.evidence, source)
        for line in label.first_view
        if line.reply in (Reply.YES, Reply.ONLY_IF, Reply.BOTH, Reply.NO)
        and line.usual is not None
        and line.usual.share <= _RARE
    ]
    if label.norms:
        points += [
            _with_evidence(f"Unusual in its sector: {_stop(norm.sentence)}", norm.evidence, source)
            for norm in label.norms.unusual
            if norm.evidence
        ]
    points += [
        _with_evidence(
            f"It says two things: {one.wording}, and also: {one.opposite_wording}.",
            one.evidence,
            source,
        )
        for one in label.contradictions
    ]
    opening = (
        "Compared with other policies, this stands out:"
        if points
        else "Nothing in this policy is rare among the policies that I know."
    )
    return Told(opening, tuple(points[:_MOST]), label, source=named_source(source))


def told_vague(label: PolicyLabel) -> Told:
    """What the policy leaves open, with the sentence that does so."""
    points = [
        _with_evidence(f"{part.title}: {_stop(line.wording)}", line.evidence, label.source)
        for part, lines in label.vague
        for line in _vaguest(lines)
    ]
    opening = (
        "It is vague in these places:" if points else "I found no vague statement in this policy."
    )
    return Told(opening, tuple(points[:_MOST]), label, source=named_source(label.source))


def told_changes(diff: LabelledDiff, source: Source, day: date, about: str) -> Told:
    """What changed since a version of a day: answers first, then statements, then sentences."""
    points = [Point(text=text) for text in _changed(diff)]
    points += [
        Point(text=f"{change.kind.value.capitalize()}: {change.after_text or change.before_text}")
        for change in diff.changes
        if not _IS_DATE.search(change.after_text or change.before_text or "")
    ]
    wanted = set(content_stems(about))
    fitting = [point for point in points if wanted & set(content_stems(point.text))]
    chosen = fitting or points
    opening = f"Since the version of {day.isoformat()}: {_stop(diff.summary)}"
    if wanted and not fitting and points:
        opening = f"I found no change on that. {opening}"
    return Told(opening, tuple(chosen[:_MOST]), diff, source=named_source(source))


def told_comparison(comparison: Comparison, about: str) -> Told:
    """In what policies differ, on one subject if it is given."""
    names = [source.organisation or source.title for source in comparison.policies]
    rows = [row for row in comparison.first_view if row.differs]
    wanted = set(content_stems(about))
    fitting = [row for row in comparison.first_view if wanted & _stems(row)]
    points = [Point(text=_side_by_side(row, names)) for row in (fitting if wanted else rows)]
    points += [
        Point(text=f"{row.title}, {row.wording}: {_cells(row.cells, names)}")
        for row in comparison.differences
        if wanted and wanted & set(content_stems(f"{row.title} {row.wording} {row.topic}"))
    ]
    both = " and ".join(names)
    opening = f"{both} differ in this:" if points else f"{both} answer alike."
    if wanted and not points:
        opening = f"I found no difference on that between {both}."
    return Told(opening, tuple(points[:_MOST]), comparison, source=f"the policies of {both}")


def _stems(row: GlanceRow) -> set[str]:
    return set(content_stems(f"{row.question} {row.slug.replace('-', ' ')}"))


def _side_by_side(row: GlanceRow, names: list[str]) -> str:
    sides = [f"{name}: {line.words}" for name, line in zip(names, row.answers, strict=True)]
    return f"{row.question} {_stop('; '.join(sides))}"


def _cells(cells: tuple[Cell, ...], names: list[str]) -> str:
    told = [f"{name}: {_STANDINGS[cell.standing]}" for name, cell in zip(names, cells, strict=True)]
    return _stop("; ".join(told))


def _changed(diff: LabelledDiff) -> Iterator[str]:
    if diff.says is None:
        return
    for answer in diff.says.answers:
        yield f"{answer.question} It was “{answer.before}”, and is now “{answer.after}”."
    for change in diff.says.statements:
        yield f"{'New' if change.kind.value == 'appeared' else 'Gone'}: {_stop(change.wording)}"
    if diff.says.names:
        yield f"Newly named: {', '.join(diff.says.names[:8])}."


def _of_line(line: FirstLine, source: Source) -> Point:
    return _with_evidence(f"{line.question} {_stop(line.words)}", line.evidence, source, brief=True)


def _with_evidence(
    lead: str, evidence: tuple[Evidence, ...], source: Source, *, brief: bool = False
) -> Point:
    """A sentence of ours with the policy's own behind it, which is not said if it is `brief`."""
    if not evidence:
        return Point(text=lead)
    best = evidence[0]
    return Point(
        text=best.text,
        lead=lead,
        policy_id=source.policy_id,
        version_id=source.version_id,
        start=best.start,
        end=best.end,
        section=best.section,
        brief=brief,
    )


def _vaguest(lines: tuple[Line, ...]) -> list[Line]:
    return [line for line in lines if line.evidence][:2]


def _usual(line: FirstLine) -> str:
    usual = line.usual
    return f"Only {usual.count} of {usual.known} policies here say the same." if usual else ""


def _stop(text: str) -> str:
    text = text.strip()
    return text if text[-1:] in ".!?…" else f"{text}."
