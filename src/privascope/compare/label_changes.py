"""What a policy says differently in a later version: statements, answers and names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum

from privascope.compare.evidence import Evidence
from privascope.compare.label import PolicyLabel
from privascope.compare.labelling import stored_label
from privascope.errors import NotEnglishError
from privascope.library.changes import VersionDiff, read_diff
from privascope.library.practices import known_practices
from privascope.library.store import Library
from privascope.traits.practices.find import expected_seconds

_NAMED = "Named third party"


class Turn(StrEnum):
    """Whether a statement appeared in the later version or was removed."""

    APPEARED = "appeared"
    WENT = "went"


@dataclass(frozen=True, slots=True)
class StatementChange:
    """A statement that appeared or was removed, with the sentence that makes it."""

    kind: Turn
    statement: str
    wording: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """A question of the first view whose answer changed, in words."""

    line: str
    question: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LabelChanges:
    """What changed in what a policy says; `names` are companies that only the later one names."""

    answers: tuple[AnswerChange, ...]
    statements: tuple[StatementChange, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledDiff(VersionDiff):
    """What changed between two versions: sentences, and from `since` on what the policy says.

    `says` is None where that is not computed: in other languages, or of very long policies.
    """

    since: date
    says: LabelChanges | None


def labelled_diff(
    library: Library,
    policy_id: str,
    start: str | date | None,
    end: str | date | None,
    most_seconds: float = float("inf"),
) -> LabelledDiff:
    """What changed between two versions, each named by its id or a day; else the last two."""
    diff = read_diff(library, policy_id, start, end)
    history = library.history(policy_id)
    since = next(one.first_seen for one in reversed(history) if one.version_id == diff.after)
    return LabelledDiff(
        **{field.name: getattr(diff, field.name) for field in fields(diff)},
        since=since.date(),
        says=what_it_says(library, policy_id, diff.before, diff.after, most_seconds),
    )


def what_it_says(
    library: Library, policy_id: str, before: str, after: str, most_seconds: float
) -> LabelChanges | None:
    """What a policy's later version says differently; None where it would take too long to find."""
    texts = [library.derived(one).policy for one in (before, after)]
    seconds = sum(
        expected_seconds(policy)
        for policy, version in zip(texts, (before, after), strict=True)
        if known_practices(library, version) is None
    )
    if seconds > most_seconds:
        return None
    try:
        labels = [stored_label(library, policy_id, one) for one in (before, after)]
    except NotEnglishError:
        return None
    return label_changes(labels[0], texts[0].text, labels[1], texts[1].text)


def label_changes(
    before: PolicyLabel, before_text: str, after: PolicyLabel, after_text: str
) -> LabelChanges:
    """What the later of two labels says differently.

    Only what a sentence says that the other text does not have: a sentence that is in both, and was
    recognised in one of them only, is no change.
    """
    old, new = _Text(before_text), _Text(after_text)
    return LabelChanges(
        answers=tuple(_answers(before, old, after, new)),
        statements=(
            *_statements(Turn.APPEARED, after, before, old),
            *_statements(Turn.WENT, before, after, new),
        ),
        names=tuple(name for name in _names(after) if not old.holds(name)),
    )


class _Text:
    """A text in which sentences are sought, however their lines are broken."""

    def __init__(self, text: str) -> None:
        self._words = _flat(text)

    def holds(self, words: str) -> bool:
        """Whether the words are in the text."""
        return _flat(words) in self._words

    def lacks_all(self, evidence: Iterable[Evidence]) -> bool:
        """Whether none of the sentences is in the text."""
        return not any(self.holds(one.text) for one in evidence)


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()


def _statements(
    kind: Turn, label: PolicyLabel, other: PolicyLabel, text: _Text
) -> Iterator[StatementChange]:
    """What a label says and the other does not, by sentences that are new to the other text."""
    known = {statement.name for statement in other.statements}
    for line in label.statements:
        if line.name not in known and text.lacks_all(line.evidence):
            yield StatementChange(kind, line.name, line.wording, line.evidence[0])


def _answers(
    before: PolicyLabel, old: _Text, after: PolicyLabel, new: _Text
) -> Iterator[AnswerChange]:
    known = {line.slug: line for line in before.first_view}
    for line in after.first_view:
        was = known[line.slug]
        said = (*line.evidence, *line.contrary)
        gone = (*was.evidence, *was.contrary)
        is_new = any(not old.holds(one.text) for one in said)
        is_gone = any(not new.holds(one.text) for one in gone)
        if line.words != was.words and (is_new or is_gone):
            yield AnswerChange(line.slug, line.question, was.words, line.words)


def _names(label: PolicyLabel) -> Iterator[str]:
    for part in label.parts:
        for line in part.lines:
            if line.name == _NAMED:
                yield from line.words
