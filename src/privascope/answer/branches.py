"""The passages behind a question's label, by attribute and value, and what stays unspecified.

The answering step of closed question answering (CMU-ISR-17-114R): the reader goes down one path
instead of reading every passage of a category.
"""

from collections.abc import Mapping, Sequence

from privascope.answer.answer import Branch, Leaf, Mark, Unspecified
from privascope.answer.from_practices import SURE_CATEGORY
from privascope.answer.mapping.map_question import QuestionMap
from privascope.answer.passages import Passages
from privascope.traits.practices.practice import SURE, Practice
from privascope.traits.practices.taxonomy import Attribute, category

UNSPECIFIED = "Unspecified"
# From which probability on a question asks for an attribute.
_ASKED = 0.3
_OTHER = "Other"

# What a policy leaves open, by category and attribute.
_LEFT_OPEN: Mapping[tuple[str, str], str] = {
    ("First Party Collection/Use", "Personal Information Type"): (
        "It says that data is collected, but in places not which."
    ),
    ("First Party Collection/Use", "Purpose"): (
        "It says that data is collected, but in places not what for."
    ),
    ("Third Party Sharing/Collection", "Third Party Entity"): (
        "It says that data is shared, but not with whom."
    ),
    ("Third Party Sharing/Collection", "Personal Information Type"): (
        "It says that data is shared, but not which."
    ),
    ("Third Party Sharing/Collection", "Purpose"): (
        "It says that data is shared, but not what for."
    ),
    ("User Choice/Control", "Choice Type"): "It offers a choice, but does not say how to make it.",
    ("User Choice/Control", "Personal Information Type"): (
        "It offers a choice, but does not say for which data."
    ),
    ("User Access, Edit and Deletion", "Access Type"): (
        "It says that you can access your data, but not what you can do with it."
    ),
    ("User Access, Edit and Deletion", "Access Scope"): (
        "It says that you can access data, but not which."
    ),
    ("Data Retention", "Retention Period"): "It says that data is kept, but not for how long.",
    ("Data Retention", "Retention Purpose"): "It says that data is kept, but not what for.",
    ("Policy Change", "Notification Type"): (
        "It says that it may change, but not how you are told."
    ),
    ("Policy Change", "Change Type"): "It says that it may change, but not in what.",
}


def branches_of(
    mapped: QuestionMap, practices: Sequence[Practice], passages: Passages
) -> tuple[Branch, ...]:
    """The attributes of the question's category, those it asks for first, each with its values."""
    best = mapped.categories[0].label.category
    if best == _OTHER:
        return ()
    asked = {
        one.label.attribute: one.confidence
        for one in mapped.attributes
        if one.label.category == best
    }
    shares = {
        (one.label.attribute, one.label.value): one.confidence
        for one in mapped.values
        if one.label.category == best
    }
    own = [one for one in practices if one.category == best and one.confidence >= SURE]
    found = []
    for attribute in category(best).attributes:
        leaves = _leaves(attribute, own, passages)
        leaves.sort(
            key=lambda leaf: (-shares.get((attribute.name, leaf.value), 0.0), -len(leaf.marks))
        )
        # A value that is nowhere stated leads nowhere; beside others it comes last.
        leaves.sort(key=lambda leaf: leaf.value == UNSPECIFIED)
        if any(leaf.value != UNSPECIFIED for leaf in leaves):
            branch = Branch(best, attribute.name, attribute.plain, tuple(leaves))
            found.append((asked.get(attribute.name, 0.0), branch))
    found.sort(key=lambda pair: -pair[0])
    return tuple(branch for _, branch in found)


def unspecified_of(mapped: QuestionMap, practices: Sequence[Practice]) -> tuple[Unspecified, ...]:
    """What the question asks for and the policy leaves open wherever it describes the practice."""
    best = mapped.categories[0]
    if best.confidence < SURE_CATEGORY:
        return ()
    found = []
    for one in mapped.attributes:
        key = (best.label.category, one.label.attribute)
        if one.label.category != best.label.category or one.confidence < _ASKED:
            continue
        values = [
            each
            for each in practices
            if (each.category, each.attribute) == key and each.confidence >= SURE
        ]
        open_ones = [each for each in values if each.value == UNSPECIFIED]
        if key in _LEFT_OPEN and open_ones and len(open_ones) == len(values):
            marks = tuple(dict.fromkeys(Mark(each.start, each.end) for each in open_ones))
            found.append(Unspecified(*key, _LEFT_OPEN[key], marks))
    return tuple(found)


def _leaves(attribute: Attribute, practices: Sequence[Practice], passages: Passages) -> list[Leaf]:
    found = []
    for value in attribute.values:
        own = [
            one for one in practices if (one.attribute, one.value) == (attribute.name, value.name)
        ]
        places = dict.fromkeys(number for one in own for number in _covered(one, passages))
        marks = tuple(Mark(passages[n].start, passages[n].end) for n in sorted(places))
        if marks:
            found.append(Leaf(value.name, value.plain, marks))
    return found


def _covered(practice: Practice, passages: Passages) -> list[int]:
    return [
        number
        for number, passage in enumerate(passages.all)
        if passage.start < practice.end and practice.start < passage.end
    ]
