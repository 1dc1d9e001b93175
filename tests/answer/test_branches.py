"""Passages by attribute and value, and what a policy leaves open."""

import pytest

from privascope.answer.answer import Source
from privascope.answer.ask import ask
from privascope.answer.branches import branches_of, unspecified_of
from privascope.answer.mapping.label import Label, Mapped
from privascope.answer.mapping.map_question import QuestionMap
from privascope.answer.passages import passages_of
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice
from tests.answer.conftest import make_policy

THIRD, WHO, KIND = (
    "Third Party Sharing/Collection",
    "Third Party Entity",
    "Personal Information Type",
)
TEXT = """# Marrowfen

## Sharing

We share your name with partners. We share your location too. Somebody may get your address.
"""


@pytest.fixture(scope="module")
def marrowfen() -> Policy:
    return make_policy(TEXT)


def practice(policy: Policy, attribute: str, value: str, words: str, sure: float = 0.9) -> Practice:
    start = policy.text.index(words)
    return Practice(THIRD, attribute, value, sure, 0, start, start + len(words))


def asks_for(attribute: str, value: str = "", sure: float = 0.9) -> QuestionMap:
    return QuestionMap(
        (Mapped(Label(THIRD), sure),),
        (Mapped(Label(THIRD, attribute), sure),),
        (Mapped(Label(THIRD, attribute, value), sure),) if value else (),
    )


def test_values_are_below_their_attribute_and_what_is_asked_for_comes_first(
    marrowfen: Policy,
) -> None:
    practices = [
        practice(marrowfen, KIND, "Contact", "your name"),
        practice(marrowfen, KIND, "Location", "your location"),
        practice(marrowfen, WHO, "Unnamed third party", "with partners"),
        practice(marrowfen, KIND, "Health", "Somebody", sure=0.2),
    ]
    passages = passages_of(marrowfen)
    found = branches_of(asks_for(KIND, "Location"), practices, passages)
    assert [branch.attribute for branch in found] == [KIND, WHO]
    assert [leaf.value for leaf in found[0].leaves] == ["Location", "Contact"]
    mark = found[0].leaves[0].marks[0]
    assert marrowfen.text[mark.start : mark.end] == "We share your location too."


def test_left_open_everywhere_is_evidence(marrowfen: Policy) -> None:
    open_one = practice(marrowfen, WHO, "Unspecified", "Somebody may get")
    (left,) = unspecified_of(asks_for(WHO), [open_one])
    assert left.text == "It says that data is shared, but not with whom."
    assert marrowfen.text[left.marks[0].start : left.marks[0].end] == "Somebody may get"


def test_named_once_or_not_asked_for_is_not_left_open(marrowfen: Policy) -> None:
    open_one = practice(marrowfen, WHO, "Unspecified", "Somebody may get")
    named = practice(marrowfen, WHO, "Unnamed third party", "with partners")
    assert unspecified_of(asks_for(WHO), [open_one, named]) == ()
    assert unspecified_of(asks_for(KIND), [open_one]) == ()
    assert unspecified_of(asks_for(WHO, sure=0.4), [open_one]) == ()
    assert unspecified_of(asks_for(WHO), []) == ()


def test_the_answer_says_what_is_left_open(marrowfen: Policy, source: Source) -> None:
    practices = (
        Practice(THIRD, "", "", 0.9, 0, 0, len(marrowfen.text)),
        practice(marrowfen, WHO, "Unspecified", "Somebody may get"),
        practice(marrowfen, KIND, "Contact", "your name"),
        practice(marrowfen, KIND, "Unspecified", "Somebody may get"),
    )
    question = "with which third parties do you share my data?"
    answer = ask(marrowfen, source, question, practices=practices, method="practices")
    assert [one.attribute for one in answer.unspecified] == [WHO]
    assert "It says that data is shared, but not with whom." in answer.notes
    # Where nothing is stated of an attribute, no path leads there.
    (branch,) = answer.branches
    assert [leaf.value for leaf in branch.leaves] == ["Contact", "Unspecified"]
