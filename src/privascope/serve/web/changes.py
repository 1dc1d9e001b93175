"""What changed between two versions, as the page of their difference shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from markupsafe import Markup, escape

from privascope.compare.label_changes import LabelChanges, what_it_says
from privascope.library.diff import Change, ChangeKind, PolicyDiff, compare_policies, word_changes
from privascope.library.records import HistoryEntry, StoredPolicy
from privascope.library.store import Library
from privascope.policy.policy import Policy, Span
from privascope.serve.web.problems import PageError
from privascope.serve.web.showing import plural, visible
from privascope.serve.web.urls import policy_address

# Comparing takes about 10 µs for each pair of a sentence that went and one that came; what
# takes more than some ten seconds is for the command line.
_MOST_PAIRS = 1_000_000
_MOST_SENTENCES = 6000
# What the versions say is left out where it would take longer to find.
_MOST_SECONDS = 6.0
_TOLD = (
    (ChangeKind.ADDED, "added"),
    (ChangeKind.REMOVED, "removed"),
    (ChangeKind.REWORDED, "reworded"),
    (ChangeKind.MOVED, "moved"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A changed sentence, before and after; `note` says what the colours cannot."""

    kind: str
    before: Markup | None
    after: Markup | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Removed sentences and those added in the same place, shown side by side."""

    removed: tuple[Row, ...]
    added: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """Sentences that stayed as they were."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """The changes under one heading; `kept` where the heading is itself an unchanged sentence."""

    title: str
    kept: bool
    parts: tuple[Row | Exchange | Fold, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """All that the template of the difference needs."""

    stored: StoredPolicy
    history: tuple[HistoryEntry, ...]
    earlier: HistoryEntry
    later: HistoryEntry
    summary: str
    says: LabelChanges | None
    passages: tuple[Passage, ...]


def read_changes(library: Library, policy_id: str, start: str, end: str) -> Changes:
    """The difference between two versions, named by id or day; else between the last two."""
    with library.snapshot():
        stored = library.policy(policy_id)
        history = tuple(library.history(policy_id))
        earlier, later = _two(history, policy_id, start, end)
        before = library.derived(earlier.version_id).policy
        after = library.derived(later.version_id).policy
    if not _is_quick(before, after):
        raise PageError(
            400,
            "These texts are too long to compare on a page",
            f"They differ in so many sentences that it would take too long here. On the command "
            f"line, privascope diff {policy_id} compares them.",
            {"Read the policy": policy_address(policy_id)},
        )
    diff = compare_policies(before, after)
    says = what_it_says(library, policy_id, earlier.version_id, later.version_id, _MOST_SECONDS)
    passages = tuple(_passages(diff, before, after))
    return Changes(stored, history, earlier, later, _summary(diff), says, passages)


def _is_quick(before: Policy, after: Policy) -> bool:
    old, new = ({policy.quote(span) for span in policy.sentences} for policy in (before, after))
    longest = max(len(before.sentences), len(after.sentences))
    return longest <= _MOST_SENTENCES and len(old - new) * len(new - old) <= _MOST_PAIRS


def _two(
    history: Sequence[HistoryEntry], policy_id: str, start: str, end: str
) -> tuple[HistoryEntry, HistoryEntry]:
    back = {"Read the policy": policy_address(policy_id)}
    later = _named(history, end, back) if end else history[-1]
    if start:
        return _named(history, start, back), later
    place = max(number for number, one in enumerate(history) if one is later)
    if place == 0:
        raise PageError(
            404,
            "There is nothing to compare",
            "The library knows no version of this policy before that one.",
            back,
        )
    return history[place - 1], later


def _named(history: Sequence[HistoryEntry], name: str, links: dict[str, str]) -> HistoryEntry:
    found = [entry for entry in history if entry.version_id == name]
    if not found:
        try:
            day = date.fromisoformat(name)
        except ValueError:
            day = date.min
        found = [entry for entry in history if entry.first_seen.date() <= day]
    if not found:
        raise PageError(
            404,
            "There is no such version",
            "The address names a version that the library does not have, or a day before the "
            "first one.",
            links,
        )
    return found[-1]


def _summary(diff: PolicyDiff) -> str:
    """One line that says how much changed."""
    told = [f"{diff.count(kind):,} {word}" for kind, word in _TOLD if diff.count(kind)]
    same = diff.count(ChangeKind.SAME)
    if not told:
        return f"Nothing changed: all {plural(same, 'sentence')} are the same."
    return f"Sentences: {', '.join(told)}; {same:,} unchanged."


def _passages(diff: PolicyDiff, before: Policy, after: Policy) -> Iterator[Passage]:
    """Runs of sentences under one heading; those without any change are folded together."""
    waiting: list[Change] = []
    runs = groupby(diff.changes, key=lambda change: _heading(change, before, after))
    for title, run in runs:
        changes = list(run)
        if all(change.kind is ChangeKind.SAME for change in changes):
            waiting += changes
            continue
        if waiting:
            yield Passage("", False, (_fold(waiting, after),))
        # What stayed the same at a passage's end is folded with what follows.
        last = max(n for n, one in enumerate(changes) if one.kind is not ChangeKind.SAME)
        waiting, changes = changes[last + 1 :], changes[: last + 1]
        kept = changes[0].kind is ChangeKind.SAME and _words_of(changes[0], after) == title
        yield Passage(title, kept, tuple(_parts(changes[kept:], before, after)))
    if waiting:
        yield Passage("", False, (_fold(waiting, after),))


def _words_of(change: Change, after: Policy) -> str:
    return after.quote(change.after) if change.after else ""


def _heading(change: Change, before: Policy, after: Policy) -> str:
    if change.after is not None:
        return _section(after, change.after)
    return _section(before, change.before) if change.before else ""


def _section(policy: Policy, span: Span) -> str:
    path = policy.section_path(span.start)
    return path[-1] if path else ""


def _parts(
    changes: Sequence[Change], before: Policy, after: Policy
) -> Iterator[Row | Exchange | Fold]:
    for same, run in groupby(changes, key=lambda change: change.kind is ChangeKind.SAME):
        if same:
            yield _fold(list(run), after)
        else:
            yield from _exchanges([_row(change, before, after) for change in run])


def _exchanges(rows: Sequence[Row]) -> Iterator[Row | Exchange]:
    """The rows, those removed together with those that were added right after them."""
    removed: tuple[Row, ...] = ()
    for kind, run in groupby(rows, key=lambda row: row.kind):
        found = tuple(run)
        if kind == "added" and removed:
            yield Exchange(removed, found)
            removed = ()
        else:
            yield from removed
            removed = found if kind == "removed" else ()
            yield from () if removed else found
    yield from removed


def _fold(changes: Sequence[Change], after: Policy) -> Fold:
    sentences = tuple(after.quote(change.after) for change in changes if change.after)
    return Fold(plural(len(sentences), "unchanged sentence"), sentences)


def _row(change: Change, before: Policy, after: Policy) -> Row:
    old = before.quote(change.before) if change.before else ""
    new = after.quote(change.after) if change.after else ""
    if change.kind is ChangeKind.REWORDED:
        return Row(
            "reworded", _words(old, new, ChangeKind.REMOVED), _words(old, new, ChangeKind.ADDED)
        )
    if change.kind is ChangeKind.MOVED and change.before and change.after:
        came, went = _section(before, change.before), _section(after, change.after)
        note = f"moved here from “{came}”" if came and came != went else "moved within the text"
        return Row("moved", None, escape(visible(new)), note)
    if change.kind is ChangeKind.REMOVED:
        return Row("removed", escape(visible(old)), None)
    return Row("added", None, escape(visible(new)))


def _words(old: str, new: str, side: ChangeKind) -> Markup:
    """One side of a reworded sentence, its own words marked."""
    tag = "del" if side is ChangeKind.REMOVED else "ins"
    parts = [
        Markup("<{}>{}</{}>").format(tag, visible(words), tag)
        if kind is side
        else escape(visible(words))
        for kind, words in word_changes(old, new)
        if kind in (ChangeKind.SAME, side)
    ]
    return Markup(" ").join(parts)
