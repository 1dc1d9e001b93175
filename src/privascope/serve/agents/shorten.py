"""Compact results for agents, long ones in parts with a cursor."""

from collections.abc import Sequence
from typing import Any, TypeVar

from privascope.answer.answer import Answer, Quote
from privascope.answer.library_answer import LibraryAnswer
from privascope.compare.comparison import Comparison
from privascope.compare.label import PolicyLabel
from privascope.compare.label_changes import LabelledDiff
from privascope.errors import PrivascopeError
from privascope.library.changes import PolicyHistory
from privascope.policy.policy import Policy
from privascope.search.page import SearchPage

T = TypeVar("T")
LONGEST_TEXT = 4000
_LONGEST_CURSOR = 9


def part_of(items: Sequence[T], cursor: str, most: int) -> tuple[Sequence[T], dict[str, str]]:
    """The items from a cursor on, and the cursor of the next ones, if there are any."""
    start = offset_of(cursor)
    end = start + most
    return items[start:end], ({"next_cursor": str(end)} if end < len(items) else {})


def offset_of(cursor: str) -> int:
    """The place that a cursor stands for."""
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= _LONGEST_CURSOR):
        raise PrivascopeError("a cursor is the next_cursor of the result before, or empty")
    return int(cursor)


def short_search(page: SearchPage) -> dict[str, Any]:
    """The policies that a search found."""
    found = [
        {
            "id": one.policy_id,
            "title": one.title,
            "domain": one.domain,
            "url": one.url,
            "date": one.date.isoformat() if one.date else None,
            "sector": one.sector,
        }
        for one in page.results
    ]
    number = page.request.page
    return {
        "total": page.total,
        "policies": found,
        **({"next_cursor": str(number + 1)} if number < page.pages else {}),
    }


def short_answer(answer: Answer, cursor: str, most: int) -> dict[str, Any]:
    """Verdict and quotes; of a silent policy the nearest sentences under another name."""
    quotes = answer.quotes or answer.nearest
    part, following = part_of(quotes, cursor, most)
    source = answer.source
    return {
        "verdict": answer.verdict.value,
        "stance": answer.stance.value if answer.stance else None,
        "confidence": round(answer.confidence, 2),
        "quotes" if answer.quotes else "nearest_but_no_answer": [_quote(one) for one in part],
        "policy": {
            "id": source.policy_id,
            "title": source.title,
            "organisation": source.organisation,
            "url": source.url,
            "date": source.date,
        },
        **({"notes": list(answer.notes)} if answer.notes else {}),
        **({"may_mean": [one.question for one in answer.choices]} if answer.choices else {}),
        **following,
    }


def _quote(quote: Quote) -> dict[str, Any]:
    return {
        "text": quote.text,
        "start": quote.start,
        "end": quote.end,
        "section": " > ".join(quote.section),
        "link": quote.link,
    }


def short_library_answer(answer: LibraryAnswer, cursor: str, most: int) -> dict[str, Any]:
    """How many policies reply in which way, and each with its best sentence."""
    part, following = part_of(answer.policies, cursor, most)
    return {
        "asked_each": answer.asked,
        "matching": answer.matching,
        "read": answer.read,
        "counts": {name: number for name, number in answer.to_dict()["counts"].items() if number},
        "policies": [
            {
                "id": one.policy_id,
                "title": one.title,
                "reply": one.reply.value,
                "quote": one.quotes[0].text if one.quotes else None,
            }
            for one in part
        ],
        **following,
    }


def short_label(label: PolicyLabel) -> dict[str, Any]:
    """The questions that people have, each with the answer and its sentence."""
    return {
        "policy": label.source.title,
        "sector": label.sector,
        "answers": [
            {
                "question": line.question,
                "answer": line.words,
                "quote": line.evidence[0].text if line.evidence else None,
            }
            for line in label.first_view
        ],
        "statements": [line.wording for line in label.statements],
        "contradictions": [
            f"{one.wording} / {one.opposite_wording}" for one in label.contradictions
        ],
    }


def short_comparison(comparison: Comparison) -> dict[str, Any]:
    """What some policies answer to the same questions, differences first."""
    names = [source.title or source.organisation for source in comparison.policies]
    return {
        "policies": names,
        "answers": [
            {
                "question": row.question,
                "differs": row.differs,
                "answers": [line.words for line in row.answers],
            }
            for row in comparison.first_view
        ],
        "differing_practices": len(comparison.differences),
    }


def short_history(history: PolicyHistory) -> dict[str, Any]:
    """The versions, oldest first."""
    return {
        "policy": history.policy.id,
        "versions": [
            {
                "id": step.version.version_id,
                "first_seen": step.version.first_seen.date().isoformat(),
                "last_seen": step.version.last_seen.date().isoformat(),
                "what_changed": step.summary,
            }
            for step in history.versions
        ],
    }


def short_diff(diff: LabelledDiff, cursor: str, most: int) -> dict[str, Any]:
    """What changed between two versions: in what it says, then sentence by sentence."""
    part, following = part_of(diff.changes, cursor, most)
    says = diff.says
    return {
        "before": diff.before,
        "after": diff.after,
        "since": diff.since.isoformat(),
        "summary": diff.summary,
        "says_differently": [
            f"{one.question} {one.before} -> {one.after}" for one in (says.answers if says else ())
        ]
        + [f"{one.kind.value}: {one.wording}" for one in (says.statements if says else ())],
        "sentences": [
            {"kind": one.kind.value, "before": one.before_text, "after": one.after_text}
            for one in part
        ],
        **following,
    }


def short_section(policy: Policy, wanted: str, cursor: str) -> dict[str, Any]:
    """A section's text in parts, or the list of sections where none is named."""
    if not wanted:
        return {
            "sections": [
                {"number": number, "title": policy.text[one.start : one.heading_end].strip()}
                for number, one in enumerate(policy.sections)
            ],
            "characters": len(policy.text),
        }
    number = _section_number(policy, wanted)
    section = policy.sections[number]
    start = section.start + offset_of(cursor)
    end = min(section.end, start + LONGEST_TEXT)
    return {
        "section": policy.text[section.start : section.heading_end].strip(),
        "start": start,
        "end": end,
        "text": policy.text[start:end],
        **({"next_cursor": str(end - section.start)} if end < section.end else {}),
    }


def _section_number(policy: Policy, wanted: str) -> int:
    count = len(policy.sections)
    if wanted.isascii() and wanted.isdigit() and int(wanted[:6]) < count:
        return int(wanted)
    for number, one in enumerate(policy.sections):
        title = policy.text[one.start : one.heading_end]
        if wanted.casefold() in title.casefold():
            return number
    raise PrivascopeError(
        f"there is no section {wanted[:80]!r}: leave the section empty to get the list"
    )
