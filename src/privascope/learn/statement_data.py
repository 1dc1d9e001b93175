"""Passages with what their sentences state, and what they do not, for the practice model."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.data.asked import AskedPolicy, read_asked
from privascope.data.practices import Likely
from privascope.data.statement_sentences import StatementSentence, read_statement_sentences
from privascope.learn.statement_flips import admission, denial
from privascope.models.practice_windows import Passage
from privascope.policy.laid_out import laid_out_policy
from privascope.policy.policy import Policy, Span
from privascope.traits.practices.reading_text import passages_to_read, sentences_to_read
from privascope.traits.practices.statements import by_slug, statements

# What is known of a sentence and a statement. UNLISTED is one of a policy that makes the statement
# by fewer sentences than are listed at most, so that it hardly makes it too.
UNKNOWN, SAYS, SAYS_NOT, UNLISTED = 0, 1, 2, 3
_MOST_LISTED = 4
# Of passages in which nothing is stated, one in so many is left out.
_SILENT = 2
# How much a sentence counts that was read for one statement beside one of a policy that was read
# for all of them, and one that was turned into its contrary.
_OF_SENTENCE, _OF_FLIP = 6.0, 3.0
# Denied in so many policies, and not marked there, that its absence from the labels tells nothing.
_OFTEN_DENIED = frozenset({"usable-without-account"})

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


def read_policies(path: Path, keep: Collection[str] | None = None) -> Iterator[ReadPolicy]:
    """The marked policies, or those of these ids, split as the product splits them."""
    for asked in read_asked(path):
        if keep is None or asked.id in keep:
            yield as_read(asked)


def as_read(asked: AskedPolicy) -> ReadPolicy:
    """A marked policy, its labels on the product's own sentences."""
    policy = laid_out_policy(asked.text)
    numbers = [_same(policy, place) for place in asked.sentences]
    texts = [policy.quote(sentence) for sentence in policy.sentences]
    listed = {}
    for slug, own in asked.statements.items():
        said = {texts[at] for number in own for at in numbers[number]}
        # A sentence that stands there twice says the same twice.
        listed[slug] = frozenset(at for at, text in enumerate(texts) if text in said)
    return ReadPolicy(asked.id, policy, listed, frozenset(asked.statements_asked))


def _same(policy: Policy, place: Span) -> list[int]:
    """The sentences of a policy that are mostly in one place of its text, or hold most of it."""
    found = []
    for number, sentence in enumerate(policy.sentences):
        if sentence.start >= place.end:
            break
        shared = min(place.end, sentence.end) - max(place.start, sentence.start)
        if shared > 0.5 * min(place.end - place.start, sentence.end - sentence.start):
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


def stated_by(marked: StatementSentence) -> Iterator[Stated]:
    """A sentence between its neighbours with the marks of its statement, and its contrary."""
    passage, number = passage_of(marked)
    row = _row(marked.statement, says=marked.label == "says", denies=marked.label == "denies")
    marks = np.zeros((len(passage.places), len(row)), dtype=np.int8)
    marks[number] = row
    yield Stated(passage, marks, _OF_SENTENCE)
    turned = None
    if marked.label == "denies":
        turned = admission(marked.text)
    elif marked.label == "says":
        turned = denial(marked.text)
    if turned is not None:
        row = _row(marked.statement, says=marked.label == "denies", denies=marked.label == "says")
        yield Stated(Passage(turned, passage.lead), row.reshape(1, -1), _OF_FLIP)


def passage_of(marked: StatementSentence) -> tuple[Passage, int]:
    """The passage of a sentence and its neighbours, and the number of the sentence in it."""
    heading = marked.headings[-1] if len(marked.headings) > 1 else ""
    parts = [part for part in (marked.before, marked.text, marked.after) if part.strip()]
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
    for asked in read_asked(policies):
        if asked.id in left_out:
            sites.add(asked.domain)
            continue
        ids.append(asked.id)
        silent = 0
        for one in stated_in(as_read(asked)):
            silent += not (one.marks == SAYS).any()
            if silent % _SILENT or (one.marks == SAYS).any():
                stated.append(one)
    for sentence in read_statement_sentences(sentences) if sentences else ():
        if sentence.policy_id in left_out or sentence.domain in sites - {""}:
            continue
        if not held_out(sentence.domain):
            stated += stated_by(sentence)
    return stated, sorted(set(ids))
