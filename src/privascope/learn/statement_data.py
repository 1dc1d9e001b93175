"""Passages with what their sentences state, and what they do not, for the practice model."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.data.practices import Likely
from privascope.data.statements import (
    MarkedPolicy,
    MarkedSentence,
    read_marked_policies,
    read_marked_sentences,
)
from privascope.errors import DataError
from privascope.learn.statement_flips import admission, denial
from privascope.models.practice_windows import Passage
from privascope.policy.laid_out import laid_out_policy
from privascope.policy.policy import Policy
from privascope.traits.practices.reading_text import passages_to_read, sentences_to_read
from privascope.traits.practices.statements import by_slug, statements

# What is known of a sentence and a statement. UNLISTED is one of a policy that makes the statement
# by fewer sentences than are listed at most, so that it hardly makes it too.
UNKNOWN, SAYS, SAYS_NOT, UNLISTED = 0, 1, 2, 3
_MOST_LISTED = 4
# How much a sentence counts that was read for one statement beside one of a policy that was read
# for all of them, and one that was turned into its contrary.
_OF_SENTENCE, _OF_FLIP = 6.0, 3.0
# The last part of a heading's path.
_PATH = " > "
# Denied in so many policies, and not marked there, that its absence from the labels tells nothing.
_OFTEN_DENIED = frozenset({"usable-without-account"})

# Readers of the first policies were not asked for these.
_LATER = frozenset(
    {
        "trains-ai",
        "makes-automated-decisions",
        "uses-face-or-voice-prints",
        "deals-with-data-brokers",
        "shares-with-social-networks",
        "keeps-data-after-deletion",
        "notifies-of-breaches",
        "stores-data-in-named-country",
        "usable-without-account",
        "bars-children-under-age",
        "names-legal-bases",
        "sells-under-california-law",
    }
)
_ASKED_FIRST = 48

Marks = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Stated:
    """A passage with a mark for each sentence and head; `likely` is what a teacher reads in it."""

    passage: Passage
    marks: Marks
    weight: float = 1.0
    likely: Likely | None = None


@dataclass(frozen=True, slots=True)
class ReadPolicy:
    """A marked policy as the product reads it: `listed` are the sentences of each statement."""

    policy_id: str
    policy: Policy
    listed: dict[str, frozenset[int]]
    asked: frozenset[str]


@cache
def statement_heads() -> tuple[str, ...]:
    """The slugs of all statements, in the order of the model's columns."""
    return tuple(statement.slug for statement in statements())


@cache
def denial_heads() -> tuple[str, ...]:
    """The slugs of the statements that are also found denied; their columns come last."""
    return tuple(statement.slug for statement in statements() if statement.denied)


def read_ids(paths: Sequence[Path]) -> frozenset[str]:
    """The policy ids of files with one a line."""
    try:
        return frozenset(
            line.strip() for path in paths for line in path.read_text().splitlines() if line.strip()
        )
    except OSError as error:
        raise DataError(f"cannot read {error.filename}: {error.strerror}") from error


def read_policies(path: Path, keep: Collection[str] | None = None) -> Iterator[ReadPolicy]:
    """The marked policies, or those of these ids, split as the product splits them."""
    for marked in read_marked_policies(path):
        if keep is None or marked.policy_id in keep:
            yield as_read(marked)


def as_read(marked: MarkedPolicy) -> ReadPolicy:
    """A marked policy, its labels on the product's own sentences."""
    policy = laid_out_policy(marked.text)
    numbers = [_same(policy, *place) for place in marked.sentences]
    texts = [policy.quote(sentence) for sentence in policy.sentences]
    listed = {}
    for slug, own in marked.statements.items():
        said = {texts[at] for number in own for at in numbers[number]}
        # A sentence that stands there twice says the same twice.
        listed[slug] = frozenset(at for at, text in enumerate(texts) if text in said)
    asked = frozenset(statement_heads())
    if marked.asked <= _ASKED_FIRST:
        asked -= _LATER
    return ReadPolicy(marked.policy_id, policy, listed, asked)


def _same(policy: Policy, start: int, end: int) -> list[int]:
    """The sentences of a policy that are mostly in one place of its text, or hold most of it."""
    found = []
    for number, sentence in enumerate(policy.sentences):
        if sentence.start >= end:
            break
        shared = min(end, sentence.end) - max(start, sentence.start)
        if shared > 0.5 * min(end - start, sentence.end - sentence.start):
            found.append(number)
    return found


def stated_in(read: ReadPolicy) -> Iterator[Stated]:
    """The passages of a policy with their marks, and sentences turned into their contrary."""
    marks = _marks(read)
    flips: list[Stated] = []
    passages, numbers = passages_to_read(read.policy), sentences_to_read(read.policy)
    for passage, own in zip(passages, numbers, strict=True):
        yield Stated(passage, marks[own.start : own.stop])
        for number in own:
            said = frozenset(slug for slug, listed in read.listed.items() if number in listed)
            if said:
                text = read.policy.quote(read.policy.sentences[number])
                flips += _flipped(text, passage.lead, said)
    yield from flips


def _marks(read: ReadPolicy) -> Marks:
    heads, count = statement_heads(), len(read.policy.sentences)
    marks = np.zeros((count, len(heads) + len(denial_heads())), dtype=np.int8)
    for column, slug in enumerate(heads):
        if slug not in read.asked:
            continue
        listed = read.listed.get(slug, frozenset())
        if not listed:
            marks[:, column] = SAYS_NOT
            continue
        if len(listed) < _MOST_LISTED:
            marks[:, column] = UNLISTED
        marks[list(listed), column] = SAYS
    for slug, listed in read.listed.items():
        opposite = by_slug()[slug].opposite if slug in by_slug() else ""
        for number in listed if opposite else ():
            column = heads.index(opposite)
            if marks[number, column] != SAYS:
                marks[number, column] = SAYS_NOT
    for place, slug in enumerate(denial_heads()):
        if slug not in _OFTEN_DENIED:
            marks[:, len(heads) + place] = UNLISTED
        marks[list(read.listed.get(slug, ())), len(heads) + place] = SAYS_NOT
    return marks


def stated_by(marked: MarkedSentence) -> Iterator[Stated]:
    """A sentence between its neighbours with the marks of its statement, and its contrary."""
    if marked.statement not in by_slug():
        raise DataError(f"there is no statement {marked.statement!r}")
    passage, number = passage_of(marked)
    row = _row(marked.statement, says=marked.verdict == "says", denies=marked.verdict == "denies")
    marks = np.zeros((len(passage.places), len(row)), dtype=np.int8)
    marks[number] = row
    yield Stated(passage, marks, _OF_SENTENCE)
    turned = None
    if marked.verdict == "denies":
        turned = admission(marked.sentence)
    elif marked.verdict == "says":
        turned = denial(marked.sentence)
    if turned is not None:
        row = _row(
            marked.statement, says=marked.verdict == "denies", denies=marked.verdict == "says"
        )
        yield Stated(Passage(turned, passage.lead), row.reshape(1, -1), _OF_FLIP)


def passage_of(marked: MarkedSentence) -> tuple[Passage, int]:
    """The passage of a sentence and its neighbours, and the number of the sentence in it."""
    heading = marked.heading.split(_PATH)[-1] if _PATH in marked.heading else ""
    parts = [part for part in (marked.before, marked.sentence, marked.after) if part.strip()]
    places, at = [], 0
    for part in parts:
        places.append((at, at + len(part)))
        at += len(part) + 1
    number = 1 if marked.before.strip() else 0
    return Passage(" ".join(parts), heading[:80], tuple(places)), number


def _row(slug: str, *, says: bool, denies: bool) -> Marks:
    """The marks of a sentence of which only what it makes of one statement is known."""
    heads, denials = statement_heads(), denial_heads()
    row = np.zeros(len(heads) + len(denials), dtype=np.int8)
    row[heads.index(slug)] = SAYS if says else SAYS_NOT
    mark = SAYS if denies else SAYS_NOT
    if slug in denials:
        row[len(heads) + denials.index(slug)] = mark
    elif denies or says:
        opposite = by_slug()[slug].opposite
        if opposite:
            row[heads.index(opposite)] = mark
    return row


# Words without which a sentence that was turned is not about the statement.
_ABOUT = {
    "sells-data": ("sell", "sold", "rent", "trade", "lease"),
    "shares-data-with-advertisers": ("advertis", "market"),
    "shares-contact-details": ("email", "e-mail", "phone", "address", "personal"),
    "shares-location-with-advertisers": ("location",),
}
_ACTS = ("shares-", "collects-", "sells-", "uses-", "trains-", "deals-", "gets-")


def _flipped(text: str, lead: str, said: frozenset[str]) -> Iterator[Stated]:
    """A sentence that makes these statements, as one that makes their contrary."""
    heads = statement_heads()
    row = np.zeros(len(heads) + len(denial_heads()), dtype=np.int8)
    denied = {slug for slug in said if slug.startswith("does-not-")}
    turned = admission(text) if denied else denial(text)
    if turned is None or (denied and denied != said):
        return
    for slug in said:
        if not denied and not slug.startswith(_ACTS):
            continue
        row[heads.index(slug)] = SAYS_NOT
        opposite = by_slug()[slug].opposite
        about = _ABOUT.get(opposite if denied else slug, ())
        if opposite and any(word in text.lower() for word in about):
            row[heads.index(opposite)] = SAYS
    if row.any():
        yield Stated(Passage(turned, lead), row.reshape(1, -1), _OF_FLIP)


def training_rows(
    policies: Path,
    sentences: Path | None,
    left_out: frozenset[str],
    held_out: Callable[[str], bool],
) -> tuple[list[Stated], list[str]]:
    """What is learned of statements, and the ids of the policies; none of those left out.

    A single sentence is left out with its policy or its site, and where `held_out` says so.
    """
    stated: list[Stated] = []
    ids: list[str] = []
    sites: set[str] = set()
    for marked in read_marked_policies(policies):
        if marked.policy_id in left_out:
            sites.add(marked.domain)
            continue
        ids.append(marked.policy_id)
        stated += stated_in(as_read(marked))
    for sentence in read_marked_sentences(sentences) if sentences else ():
        if sentence.policy_id in left_out or sentence.domain in sites - {""}:
            continue
        if not held_out(sentence.domain):
            stated += stated_by(sentence)
    return stated, sorted(set(ids))
