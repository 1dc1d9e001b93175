"""The statements that a model found in a policy's sentences, decided for the whole policy."""

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt

from privascope.models import practices as model
from privascope.models.practice_windows import Passage
from privascope.models.practices import Labels, Reading
from privascope.models.statement_thresholds import Threshold, Thresholds, load_thresholds
from privascope.policy.policy import Policy, Span
from privascope.traits.practices.practice import DENIED, LIKELY, MADE, SENTENCES_READ, Practice
from privascope.traits.practices.reading_text import passages_to_read, sentences_to_read
from privascope.traits.practices.statements import by_slug, found_by_rules

Floats = npt.NDArray[np.float32]

# So many sentences are kept for each statement, the surest.
_MOST = 6


def statements_read(
    policy: Policy,
    practices: Sequence[Practice],
    readings: Sequence[Reading],
    labels: Labels,
    thresholds: Thresholds,
) -> Iterator[Practice]:
    """What a policy states, denies and likely states, each with the sentences that say so.

    A sentence that rather makes the statement to the contrary makes this one not. `practices` are
    what was found of other kinds: by these, rules make some sentences likelier.
    """
    if not labels.statements:
        return
    places, logits = sentence_rows(policy, readings)
    if not places:
        return
    first = policy.segments[0]
    yield Practice("", SENTENCES_READ, "", 1.0, 0, first.start, first.end)
    by_rules = rule_sentences(policy, practices, [span for _, span in places])
    made, denied = sentence_chances(logits, labels, thresholds, by_rules)
    for slug, chances in made.items():
        own = thresholds.statements[slug]
        best = max(chances)
        if best >= own.shown:
            yield from _practices(MADE, slug, chances, own.shown, places)
        elif best >= own.likely:
            yield from _practices(LIKELY, slug, chances, own.likely, places)
    for slug, chances in denied.items():
        shown = thresholds.denials[slug].shown
        if max(chances) >= shown:
            yield from _practices(DENIED, slug, chances, shown, places)


def sentence_rows(
    policy: Policy, readings: Sequence[Reading]
) -> tuple[list[tuple[int, Span]], Floats]:
    """The sentences that were read, each with its segment's number, and their log-odds."""
    places: list[tuple[int, Span]] = []
    logits = []
    for number, (sentences, reading) in enumerate(
        zip(sentences_to_read(policy), readings, strict=True)
    ):
        for at, sentence in zip(sentences, reading.statements, strict=False):
            end = min(policy.sentences[at].end, policy.segments[number].end)
            places.append((number, Span(policy.sentences[at].start, end)))
            logits.append(sentence)
    return places, np.array(logits, dtype=np.float32)


def verdict_at(
    policy: Policy, place: Span, slug: str, folder: Path | None = None
) -> Literal["says", "denies", "neither"]:
    """Whether the sentences in a place of a policy make a statement, deny it, or neither.

    Each is read between its neighbours and alone, so that it does not count what they say.
    """
    folder = folder or model.FOLDER
    labels, thresholds = model.load_labels(folder), load_thresholds(folder)
    if slug not in labels.statements:
        return "neither"
    logits = []
    for passage, numbers in zip(passages_to_read(policy), sentences_to_read(policy), strict=True):
        inside = [at for at, one in enumerate(numbers) if _is_in(policy.sentences[one], place)]
        if inside:
            single = [alone(passage, at) for at in inside]
            [among, *by_itself] = model.read_passages([passage, *single], folder)
            logits += [
                np.minimum(among.statements[at], one.statements[0])
                for at, one in zip(inside, by_itself, strict=True)
            ]
    return verdict_of(np.max(logits, axis=0), slug, labels, thresholds) if logits else "neither"


def alone(passage: Passage, number: int) -> Passage:
    """One sentence of a passage, without its neighbours."""
    start, end = passage.places[number]
    return Passage(passage.text[start:end], passage.lead, ((0, end - start),))


def _is_in(sentence: Span, place: Span) -> bool:
    """Whether most of a sentence is in a place, or it holds most of it."""
    shared = min(sentence.end, place.end) - max(sentence.start, place.start)
    return 2 * shared > min(sentence.end - sentence.start, place.end - place.start)


def verdict_of(
    logits: Floats, slug: str, labels: Labels, thresholds: Thresholds
) -> Literal["says", "denies", "neither"]:
    """What the log-odds of one sentence come to for one statement."""
    says = float(logits[labels.statements.index(slug)]) - thresholds.statements[slug].alone
    denies = -math.inf
    contrary = by_slug()[slug].opposite
    if slug in labels.denials:
        at = len(labels.statements) + labels.denials.index(slug)
        denies = float(logits[at]) - thresholds.denials[slug].alone
    elif contrary in labels.statements:
        at = labels.statements.index(contrary)
        denies = float(logits[at]) - thresholds.statements[contrary].alone
    if max(says, denies) < 0:
        return "neither"
    return "says" if says >= denies else "denies"


def rule_sentences(
    policy: Policy, practices: Sequence[Practice], sentences: Sequence[Span]
) -> dict[str, list[int]]:
    """For each statement the sentences, by number, in which rules find it."""
    starts = [sentence.start for sentence in sentences]
    found = {}
    for slug, evidence in found_by_rules(practices, policy.text).items():
        numbers = {bisect_right(starts, one.start) - 1 for one in evidence}
        found[slug] = sorted(at for at in numbers if at >= 0)
    return found


def sentence_chances(
    logits: Floats,
    labels: Labels,
    thresholds: Thresholds,
    by_rules: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """The probability of each statement, and of each denial, in each sentence.

    Of a statement and its contrary a sentence makes at most one: the likelier.
    """
    logits = logits.copy()
    for at, slug in enumerate(labels.statements):
        if slug in by_rules and slug in thresholds.statements:
            logits[by_rules[slug], at] += thresholds.statements[slug].rule
    made = _chances(logits, labels.statements, thresholds.statements)
    denied = _chances(logits[:, len(labels.statements) :], labels.denials, thresholds.denials)
    pairs = [(made[slug], made[by_slug()[slug].opposite]) for slug in made if _has(made, slug)]
    pairs += [(made[slug], own) for slug, own in denied.items() if slug in made]
    for one, other in pairs:
        for at, (here, there) in enumerate(zip(one, other, strict=True)):
            if here < there:
                one[at] = 0.0
            elif there < here:
                other[at] = 0.0
    return made, denied


def _has(made: Mapping[str, object], slug: str) -> bool:
    statement = by_slug().get(slug)
    return statement is not None and statement.opposite in made


def _chances(
    logits: Floats,
    slugs: Sequence[str],
    thresholds: Mapping[str, Threshold],
) -> dict[str, list[float]]:
    return {
        slug: [thresholds[slug].probability(float(one)) for one in logits[:, at]]
        for at, slug in enumerate(slugs)
        if slug in thresholds
    }


def _practices(
    kind: str,
    slug: str,
    chances: Sequence[float],
    least: float,
    places: Sequence[tuple[int, Span]],
) -> Iterator[Practice]:
    """The surest sentences, in reading order."""
    order = sorted(range(len(chances)), key=lambda at: -chances[at])[:_MOST]
    for at in sorted(at for at in order if chances[at] >= least):
        segment, span = places[at]
        yield Practice("", kind, slug, round(chances[at], 3), segment, span.start, span.end)
