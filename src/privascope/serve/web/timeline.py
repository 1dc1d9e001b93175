"""A policy's versions on a timeline."""

from collections.abc import Sequence
from dataclasses import dataclass

from privascope.library.records import HistoryEntry
from privascope.serve.web.showing import count, day
from privascope.serve.web.urls import diff_address, policy_address

_WIDTH = 640.0
# A version that was in force for a day must still be wide enough to click.
_LEAST = 24.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """The time in which a version was in force, as a piece of the line."""

    x: float
    width: float
    label: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """A version in the list beside the picture; `changes` compares it with the one before."""

    entry: HistoryEntry
    address: str
    changes: str | None
    words_more: str
    current: bool


@dataclass(frozen=True, slots=True)
class Timeline:
    """The picture and the list, which begins with the newest."""

    width: float
    stretches: tuple[Stretch, ...]
    entries: tuple[TimelineEntry, ...]


def draw_timeline(policy_id: str, history: Sequence[HistoryEntry], shown: str) -> Timeline | None:
    """The versions of a policy, or None where there is only one."""
    if len(history) < 2:
        return None
    return Timeline(
        _WIDTH,
        tuple(_stretches(policy_id, history, shown)),
        tuple(_entries(policy_id, history, shown))[::-1],
    )


def _stretches(policy_id: str, history: Sequence[HistoryEntry], shown: str) -> list[Stretch]:
    ends = [*(entry.first_seen for entry in history[1:]), history[-1].last_seen]
    spans = [(end - one.first_seen).total_seconds() for one, end in zip(history, ends, strict=True)]
    whole = sum(spans) or 1.0
    least = min(_LEAST, _WIDTH / len(history))
    free = _WIDTH - least * len(history)
    found = []
    x = 0.0
    for entry, span in zip(history, spans, strict=True):
        width = least + free * span / whole
        found.append(
            Stretch(
                round(x, 2),
                round(width, 2),
                f"Version of {day(entry.first_seen)}, {count(entry.words)} words",
                policy_address(policy_id, version=entry.version_id),
                entry.version_id == shown,
            )
        )
        x += width
    return found


def _entries(policy_id: str, history: Sequence[HistoryEntry], shown: str) -> list[TimelineEntry]:
    found = []
    before: HistoryEntry | None = None
    for entry in history:
        more = "" if before is None else _signed(entry.words - before.words)
        found.append(
            TimelineEntry(
                entry,
                policy_address(policy_id, version=entry.version_id),
                diff_address(policy_id, before.version_id, entry.version_id) if before else None,
                more,
                entry.version_id == shown,
            )
        )
        before = entry
    return found


def _signed(number: int) -> str:
    return f"{number:+,}".replace("-", "−") if number else "±0"
