"""What changed between two versions of a policy, sentence by sentence."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from privascope.policy.policy import Policy, Span

# Two sentences are one sentence reworded when they share at least this much.
_REWORDED = 0.55


class ChangeKind(StrEnum):
    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    REWORDED = "reworded"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to a sentence. `before` and `after` point into the two texts."""

    kind: ChangeKind
    before: Span | None
    after: Span | None


@dataclass(frozen=True, slots=True)
class PolicyDiff:
    """All sentences of both texts in the order of the later one; removed ones in their place."""

    changes: tuple[Change, ...]

    def count(self, kind: ChangeKind) -> int:
        """How many sentences changed in that way."""
        return sum(change.kind is kind for change in self.changes)

    def summary(self) -> str:
        """A summary in one line."""
        counts = Counter(change.kind for change in self.changes)
        told = [
            f"{counts[kind]} {kind}"
            for kind in (
                ChangeKind.ADDED,
                ChangeKind.REMOVED,
                ChangeKind.REWORDED,
                ChangeKind.MOVED,
            )
            if counts[kind]
        ]
        same = f"{counts[ChangeKind.SAME]} unchanged"
        return f"Sentences: {', '.join([*told, same])}." if told else "Nothing changed."


def compare_policies(before: Policy, after: Policy) -> PolicyDiff:
    """Aligns the sentences of two texts; moved and reworded ones are recognised."""
    old = [_key(before.quote(span)) for span in before.sentences]
    new = [_key(after.quote(span)) for span in after.sentences]
    pairs = _aligned(old, new)
    moved = _moved(old, new, pairs)
    reworded = _reworded(old, new, pairs, moved)
    partner_of_new = {j: i for i, j in (*pairs, *moved, *reworded)}
    kind_of_new = {j: ChangeKind.SAME for _, j in pairs}
    kind_of_new |= {j: ChangeKind.MOVED for _, j in moved}
    kind_of_new |= {j: ChangeKind.REWORDED for _, j in reworded}
    partnered = set(partner_of_new.values())
    # A removed sentence is shown after the kept sentence that it followed.
    anchor_of: dict[int, list[int]] = {}
    anchor = -1
    place = dict((*pairs, *reworded))
    for i in range(len(old)):
        if i in place:
            anchor = place[i]
        elif i not in partnered:
            anchor_of.setdefault(anchor, []).append(i)
    changes: list[Change] = []
    for j in range(-1, len(new)):
        if j >= 0:
            kind = kind_of_new.get(j, ChangeKind.ADDED)
            i_partner = partner_of_new.get(j)
            old_span = None if i_partner is None else before.sentences[i_partner]
            changes.append(Change(kind, old_span, after.sentences[j]))
        changes.extend(
            Change(ChangeKind.REMOVED, before.sentences[i], None) for i in anchor_of.get(j, ())
        )
    return PolicyDiff(tuple(changes))


def _key(sentence: str) -> str:
    return " ".join(sentence.casefold().split())


def _aligned(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Equal sentences that keep their order."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (block.a + k, block.b + k)
        for block in matcher.get_matching_blocks()
        for k in range(block.size)
    ]


def _moved(
    old: Sequence[str], new: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Equal sentences that are now somewhere else."""
    used_old = {i for i, _ in pairs}
    used_new = {j for _, j in pairs}
    places: dict[str, list[int]] = {}
    for i in range(len(old) - 1, -1, -1):
        if i not in used_old:
            places.setdefault(old[i], []).append(i)
    return [
        (places[sentence].pop(), j)
        for j, sentence in enumerate(new)
        if j not in used_new and places.get(sentence)
    ]


def _reworded(
    old: Sequence[str],
    new: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    moved: Sequence[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Pairs of sentences between the same kept neighbours that share most of their words."""
    gone = {i for i, _ in moved}
    come = {j for _, j in moved}
    found: list[tuple[int, int]] = []
    i0 = j0 = 0
    for i1, j1 in (*pairs, (len(old), len(new))):
        olds = [i for i in range(i0, i1) if i not in gone]
        news = [j for j in range(j0, j1) if j not in come]
        found += _best_pairs(old, new, olds, news)
        i0, j0 = i1 + 1, j1 + 1
    return found


def _best_pairs(
    old: Sequence[str], new: Sequence[str], olds: Sequence[int], news: Sequence[int]
) -> list[tuple[int, int]]:
    """The most alike pairs first; each sentence in one pair at most."""
    old_words = {i: old[i].split() for i in olds}
    new_words = {j: new[j].split() for j in news}
    # Counted once for each sentence, not once for each pair of them.
    old_counts = {i: Counter(words) for i, words in old_words.items()}
    new_counts = {j: Counter(words) for j, words in new_words.items()}
    scored = [
        (score, i, j)
        for i in olds
        for j in news
        if _may_be_alike(old_counts[i], len(old_words[i]), new_counts[j], len(new_words[j]))
        and (score := _likeness(old_words[i], new_words[j])) >= _REWORDED
    ]
    scored.sort(key=lambda found: (-found[0], found[1], found[2]))
    result: list[tuple[int, int]] = []
    for _, i, j in scored:
        if i in old_words and j in new_words:
            del old_words[i], new_words[j]
            result.append((i, j))
    return result


def _may_be_alike(a: Counter[str], a_size: int, b: Counter[str], b_size: int) -> bool:
    """A cheap bound on the likeness: the words in common in any order."""
    needed = _REWORDED * (a_size + b_size) / 2
    if min(a_size, b_size) < needed:
        return False
    small, large = (a, b) if len(a) < len(b) else (b, a)
    common = sum(min(count, large[word]) for word, count in small.items() if word in large)
    return common >= needed


def _likeness(a: Sequence[str], b: Sequence[str]) -> float:
    """Share of words in common, in order."""
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def word_changes(before: str, after: str) -> list[tuple[ChangeKind, str]]:
    """The words of a reworded sentence, marked as kept, removed or added."""
    old, new = before.split(), after.split()
    result: list[tuple[ChangeKind, str]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            result.append((ChangeKind.SAME, " ".join(new[j1:j2])))
            continue
        if i2 > i1:
            result.append((ChangeKind.REMOVED, " ".join(old[i1:i2])))
        if j2 > j1:
            result.append((ChangeKind.ADDED, " ".join(new[j1:j2])))
    return result
