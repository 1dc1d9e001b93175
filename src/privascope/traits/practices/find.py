"""The practices of a policy: what each segment speaks of, and the words that say so."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from privascope.errors import NotEnglishError
from privascope.models import practices as model
from privascope.models.onnx import thread_count
from privascope.models.practice_windows import LONGEST_TEXT
from privascope.models.practices import Labels, Reading, Words
from privascope.models.statement_thresholds import load_thresholds
from privascope.policy.policy import Policy, Span
from privascope.traits.practices.durations import stated_times
from privascope.traits.practices.learned import statements_read
from privascope.traits.practices.packing import Meaning, as_spelled
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.reading_text import parts_to_read, passages_to_read
from privascope.traits.practices.statements import rules_version

# Changes whenever the same model would give other practices.
_METHOD = "5"
LANGUAGES = ("", "en")
# What no words say: the whole segment leaves it open.
_UNSAID = "Unspecified"
_RETENTION = "Data Retention"
_STATED = ("Retention Period", "Stated Period")
# How often a time that the pattern finds in such a segment is the time for which it is kept.
_PATTERN_CONFIDENCE = 0.9
# What may stand beside the words but says nothing.
_EDGES = " \n\t.,;:"
# Characters that stand inside words.
_LINKS = "-‐‑'’"
# Measured on one busy core; only an estimate is made of it.
_CHARACTERS_PER_SECOND = 22_000


def version() -> str:
    """The name of the method: it changes with the model's files and with the rules."""
    return f"{_METHOD}-{model.digest(model.FOLDER)}-{rules_version()}"


def find_practices(policy: Policy) -> tuple[Practice, ...]:
    """A policy's practices in reading order; a language other than English raises."""
    return find_practices_of([policy])[0]


def find_practices_of(
    policies: Sequence[Policy], folder: Path | None = None
) -> list[tuple[Practice, ...]]:
    """The practices of each policy, by the model of a folder; segments that recur are read once."""
    folder = folder or model.FOLDER
    for policy in policies:
        check_language(policy)
    passages = [passages_to_read(policy) for policy in policies]
    if not any(passages):
        return [() for _ in policies]
    labels, thresholds = model.load_labels(folder), load_thresholds(folder)
    readings = model.read_passages([one for own in passages for one in own], folder)
    found = []
    for policy, own in zip(policies, passages, strict=True):
        read = list(islice(readings, len(own)))
        practices = tuple(practices_read(policy, iter(read), labels))
        stated = statements_read(policy, practices, read, labels, thresholds)
        found.append((*practices, *stated))
    return found


def check_language(policy: Policy) -> None:
    """Raises for a policy in a language that the model does not read."""
    if policy.language not in LANGUAGES:
        raise NotEnglishError(
            f"practices are found in English policies only, and this one is in language "
            f"{policy.language!r}: what it does is not known, which is not the same as nothing"
        )


def expected_seconds(policy: Policy) -> float:
    """About how long `find_practices` will take."""
    size = sum(min(segment.end - segment.start, LONGEST_TEXT) for segment in policy.segments)
    return size / (_CHARACTERS_PER_SECOND * thread_count())


def practices_read(
    policy: Policy, readings: Iterator[Reading], labels: Labels
) -> Iterator[Practice]:
    """The practices that a model's readings of a policy's segments, one for each, come to."""
    starts = [sentence.start for sentence in policy.sentences]
    for number, body in enumerate(parts_to_read(policy)):
        segment, reading = policy.segments[number], next(readings)
        found = {
            labels.categories[at]
            for at in np.flatnonzero(reading.categories >= labels.category_thresholds)
        }
        for label, probability in zip(labels.categories, reading.categories.tolist(), strict=True):
            if label in found:
                yield Practice(
                    label, "", "", round(probability, 3), number, segment.start, segment.end
                )
        values: dict[Meaning, Practice] = {}
        for at, words in reading.words.items():
            meaning = as_spelled(labels.values[at])
            span = segment if meaning[2] == _UNSAID else _said(policy, body, words, starts)
            likely = round(float(reading.values[at]), 3)
            one = Practice(*meaning, likely, number, span.start, span.end)
            values[meaning] = max(values.get(meaning, one), one, key=_confidence)
        if _RETENTION in found:
            for one in _stated_times(policy, number, body):
                values.setdefault((one.category, one.attribute, one.value), one)
        yield from sorted(values.values(), key=lambda practice: (practice.start, practice.end))


def _stated_times(policy: Policy, number: int, body: Span) -> Iterator[Practice]:
    for span in stated_times(policy.quote(body)):
        start, end = body.start + span.start, body.start + span.end
        yield Practice(_RETENTION, *_STATED, _PATTERN_CONFIDENCE, number, start, end)


def _confidence(practice: Practice) -> float:
    return practice.confidence


def _said(policy: Policy, body: Span, words: Words, starts: Sequence[int]) -> Span:
    """The run of words in the policy's text, within the best word's sentence."""
    best = body.start + words.best
    start, end = body.start + words.start, body.start + words.end
    at = bisect_right(starts, best) - 1
    if at >= 0 and best < policy.sentences[at].end:
        start = max(start, policy.sentences[at].start)
        end = min(end, policy.sentences[at].end)
    start, end = max(start, body.start), min(end, body.end)
    while end - start > 1 and policy.text[end - 1] in _EDGES:
        end -= 1
    while end - start > 1 and policy.text[start] in _EDGES:
        start += 1
    while start > body.start and _inside_word(policy.text, start):
        start -= 1
    while end < body.end and _inside_word(policy.text, end):
        end += 1
    return Span(start, end)


def _inside_word(text: str, at: int) -> bool:
    """Whether a place between two characters is inside a word, such as e-mail or user's."""
    before, after = text[at - 1], text[at]
    if before in _LINKS:
        return after.isalnum() and text[at - 2 : at - 1].isalnum()
    if after in _LINKS:
        return before.isalnum() and text[at + 1 : at + 2].isalnum()
    return before.isalnum() and after.isalnum()
