"""What the practices of a policy say about a question: which sentences, and what is missing."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.map_question import QuestionMap
from privascope.answer.passages import Passages
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.taxonomy import categories

Floats = npt.NDArray[np.float64]

_OTHER = "Other"
_WIDEST = "First Party Collection/Use"
_OPEN = frozenset(("Unspecified", "Other"))
# The weight of a segment's category relative to a value that the sentence itself states.
_SEGMENT_SHARE = 0.3
# The probability from which a question counts as being about a category, or a value.
SURE_CATEGORY = 0.6
_SURE_VALUE = 0.5


def practice_scores(
    mapped: QuestionMap, practices: Sequence[Practice], passages: Passages
) -> Floats:
    """For each sentence how likely what it states is what the question is about."""
    category_share = {one.label.category: one.confidence for one in mapped.categories}
    value_share: dict[tuple[str, str], float] = {}
    for one in mapped.values:
        key = (one.label.attribute, one.label.value)
        value_share[key] = value_share.get(key, 0.0) + one.confidence
    of_segment: dict[int, float] = {}
    starts = [passage.start for passage in passages.all]
    found = np.zeros(len(passages))
    for practice in practices:
        share = category_share.get(_category(practice), 0.0) * practice.confidence
        if not practice.attribute:
            of_segment[practice.segment] = max(of_segment.get(practice.segment, 0.0), share)
            continue
        if practice.value in _OPEN:
            continue
        told = share * value_share.get((practice.attribute, practice.value), 0.0)
        for number in _covered(practice, passages, starts):
            found[number] = max(found[number], told)
    segments = np.array([of_segment.get(passage.segment, 0.0) for passage in passages.all])
    return found + _SEGMENT_SHARE * segments


def looked_for(mapped: QuestionMap) -> str:
    """What the question is about in the taxonomy's plain words; "" where that is not clear."""
    best = mapped.categories[0]
    if best.confidence < SURE_CATEGORY or best.label.category == _OTHER:
        return ""
    plain = _plain_names()
    told = plain[best.label.category,]
    # Only a name keeps its capitals.
    told = told if told == best.label.category else told[:1].lower() + told[1:]
    for one in mapped.values:
        label = one.label
        if (
            label.category == best.label.category
            and one.confidence >= _SURE_VALUE
            and label.value not in _OPEN
        ):
            return f"{told} ({plain[label.category, label.attribute, label.value]})"
    # Everything that a service does with data is in this category: alone it says nothing.
    return "" if best.label.category == _WIDEST else told


def _category(practice: Practice) -> str:
    """The category of a practice; the three kinds of "Other" are one."""
    return practice.category if (practice.category,) in _plain_names() else _OTHER


def _covered(practice: Practice, passages: Passages, starts: Sequence[int]) -> range:
    """The sentences that contain the words of a practice."""
    first = max(0, bisect_right(starts, practice.start) - 1)
    last = max(first, bisect_right(starts, max(practice.start, practice.end - 1)) - 1)
    return range(first, min(last, len(passages) - 1) + 1)


def _plain_names() -> dict[tuple[str, ...], str]:
    if not _names:
        for category in categories():
            _names[category.name,] = category.plain
            for attribute in category.attributes:
                for value in attribute.values:
                    _names[category.name, attribute.name, value.name] = value.plain
    return _names


_names: dict[tuple[str, ...], str] = {}
